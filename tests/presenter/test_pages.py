"""Every page leads on: Back in one place, a way into a game at the end, and it fits a phone."""

import re
from dataclasses import replace

import pytest

from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.hand.review import review_screen
from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import draw_files, last_trick, proof_file
from bot.presenter.table.front_door import FROM_MORE, FROM_RULES
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.table.pages import paged
from bot.presenter.table.shaking import fair_shake
from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Button, Message, Picture, Row
from bot.publisher.calls.convert import check
from bot.tables.past import DrawProof, ShakeProof
from bot.tables.views import PanelView
from tests.screens.pages import Ends, pages
from tests.screens.registry import Look
from tests.screens.states.past import sample_replay
from tests.screens.states.reviews import make_review
from texas42.engine import ContractKind, Deal, Phase

from .tabling import (
    first_state,
    ids_of,
    pages_of,
    panel_of,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    states,
    table_of,
    text_of,
    whole_text,
)

CONTEXT = RenderContext()
OWN = "Xerxes"
NAMES = ("Yolanda", "Zebulon", "Quentin")


def last_row(message: Message) -> list[str]:
    rows = [*(part for part in parts_of(message) if isinstance(part, Row)), *message.rows]
    return [item.label for item in rows[-1].items]


def test_back_opens_the_last_row_of_every_page_that_came_from_another() -> None:
    for name, message in pages(Look(), "42", Ends.BACK):
        check(message)
        assert last_row(message)[0].startswith("Back"), name


def test_the_ways_into_a_game_end_every_closed_table_help_page_profile_and_result() -> None:
    for name, message in pages(Look(), "42", Ends.DOORS):
        check(message)
        assert last_row(message)[-3:] == ["Play now", "Open a table", "Today's hand"], name


def test_last_trick_and_proofs_lead_back_to_the_page_that_led_to_them() -> None:
    game = sample(12)
    table = table_of(game.rules, game)
    backs = {
        "": "42:hand:k3f9q2:0",
        FROM_MORE: "42:more:k3f9q2:0:/1",
        FROM_RULES: "42:rules:k3f9q2:0:1",
    }
    for origin, back in backs.items():
        assert first_of_last(last_trick(table, CONTEXT, origin=origin)) == back
        assert first_of_last(fair_shake(table, CONTEXT, origin=origin)) == back
    proof = ShakeProof("k3f9q2", 4, "{}")
    assert first_of_last(proof_file(proof, "9", CONTEXT)) == backs[""]
    after = proof_file(proof, "9", CONTEXT, origin=FROM_MORE)
    assert first_of_last(after) == "42:more:k3f9q2:0:9/1"
    drawn = draw_files("k3f9q2", DrawProof(1, ("{}",)), CONTEXT)
    assert first_of_last(drawn) == "42:proof:k3f9q2:0:/draw"


def test_pages_name_themselves_where_the_last_trick_and_proofs_lead_back() -> None:
    game = sample(12)
    table = table_of(game.rules, game)
    more = more_screen(panel_of(table, game, 0), CONTEXT)
    assert (*ids_of(more, Verb.LAST), *ids_of(more, Verb.PROOF)) == (FROM_MORE, f"/{FROM_MORE}")
    assert set(ids_of(rules_screen(table, CONTEXT), Verb.PROOF)) == {f"/{FROM_RULES}"}
    over = table_of(game.rules, sample(99))
    assert set(ids_of(more_of_hand(over, CONTEXT), Verb.PROOF)) == {f"4/{FROM_MORE}"}


def first_of_last(message: Message) -> str:
    rows = [*(part for part in parts_of(message) if isinstance(part, Row)), *message.rows]
    button = rows[-1].items[0]
    assert isinstance(button, Button)
    return format_id(button.component_id)


@pytest.mark.parametrize("pictures", [True, False])
def test_a_private_screen_never_says_its_readers_own_name(pictures: bool) -> None:
    context = RenderContext(pictures=pictures)
    rules = rules_of("42")
    nello = rules_of("42", nello="any")
    low = first_state(nello, _is_nello_in_play)
    for game in (*states(rules, 3, hands=1), low):
        for seat in range(rules.game.seats):
            names = (*NAMES[:seat], OWN, *NAMES[seat:])
            table = table_of(rules, game, seats=seat_lines(rules, names))
            panel = panel_of(table, game, seat)
            shown = hand_panel(panel, context)
            assert OWN not in text_of(shown) + written_in(shown)
            assert all(OWN not in text_of(page) for page in pages_of(_more, panel, context))
            assert OWN not in text_of(last_trick(table, context, reader=seat))


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("by_trick", [True, False])
@pytest.mark.parametrize("seat", range(4))
def test_a_replay_of_ones_own_hand_says_you_and_a_shared_one_says_names(
    pictures: bool, by_trick: bool, seat: int
) -> None:
    context = RenderContext(pictures=pictures)
    replay = sample_replay()
    own = replay.table.names[seat]
    review = make_review()
    shared = ""
    for step in range(len(replay.moments)):
        place = ReplayPlace(step, by_trick)
        mine = replay_screen(replay, place, context, review, own_seat=seat)
        said = text_of(mine) + alts_of(mine)
        assert not re.search(rf"\b{own}\b", said), (step, said)
        shared += text_of(replay_screen(replay, place, context, review))
    assert own in shared


def _is_nello_in_play(deal: Deal) -> bool:
    is_nello = deal.contract is not None and deal.contract.kind is ContractKind.NELLO
    return is_nello and deal.phase is Phase.PLAY


def alts_of(message: Message) -> str:
    return "".join(part.alt for part in parts_of(message) if isinstance(part, Picture))


def written_in(message: Message) -> str:
    """Return the alt text of a panel's picture, and what the picture says of the result."""
    pictures = [part for part in parts_of(message) if isinstance(part, Picture)]
    said = [getattr(part.drawing, "headline", "") for part in pictures]
    said += [getattr(part.drawing, "detail", "") for part in pictures]
    return alts_of(message) + "".join(said)


@pytest.mark.parametrize("seat", range(4))
def test_reviews_and_all_plays_never_say_their_readers_own_name(seat: int) -> None:
    replay = sample_replay()
    own = replay.table.names[seat]
    shown = [review_screen(replay, make_review(), CONTEXT, own_seat=seat)]
    shown += [
        all_plays_screen(replay, make_review(), page, CONTEXT, own_seat=seat) for page in (1, 2, 3)
    ]
    for message in shown:
        assert not re.search(rf"\b{own}\b", text_of(message) + alts_of(message))


def _more(panel: PanelView, context: RenderContext, page: int) -> Message:
    return more_screen(panel, context, page=page)


def test_pages_hold_the_whole_text_once_and_repeat_its_heading() -> None:
    lines = [f"Line {number} of a text that is much too long for a phone" for number in range(60)]
    text = "\n".join(["## Title", *lines])

    def screen(page: int) -> Message:
        parts = paged(text, page, lambda number: ComponentId(Verb.HELP, arg=f"x/{number}"), CONTEXT)
        return replace(Message(), body=parts)

    pages = pages_of(screen)
    assert len(pages) > 2
    assert all(text_of(page).startswith("## Title\n") for page in pages)
    shown = [line for line in whole_text(screen).splitlines() if line.startswith("Line")]
    assert shown == lines
    assert text_of(screen(page=99)) == text_of(pages[-1])
    assert text_of(screen(page=0)) == text_of(pages[0])
