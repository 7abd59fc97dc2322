"""A replay shows each moment of a finished hand, optionally as one seat saw it."""

from dataclasses import replace

import pytest

from bot.presenter.hand.cards import shared_hand
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace, parse_replay_place
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.publisher.calls.convert import check
from bot.render import Film, PanelPicture
from bot.render.open_places import open_places
from bot.render.values import Size
from tests.presenter.tabling import LONG
from tests.screens.states.past import replay_of, sample_replay
from texas42.engine import (
    Deal,
    Phase,
)
from texas42.library import games

from .tabling import (
    buttons_of,
    ids_of,
    parts_of,
    rules_of,
    selects_of,
    text_of,
)

CONTEXT = WORDS = RenderContext(pictures=False)


def at(step: int, **changes) -> str:
    place = replace(ReplayPlace(step, by_trick=False), **changes)
    return text_of(replay_screen(sample_replay(), place, CONTEXT))


def test_replay_starts_with_the_deal_and_all_hands():
    text = at(0)
    assert "Ana shook this hand:" in text
    for name, tile in (("Ana", "1-1"), ("Bo", "6-5"), ("Cy", "5-5 (10)"), ("Di", "6-6")):
        assert any(line.startswith(f"**{name}** ") and tile in line for line in text.split("\n"))
    assert "Step 0 of 33" in text


@pytest.mark.slow
def test_replay_describes_each_act():
    assert "Bo passes." not in at(0)
    assert "**Bo passes.**" in at(1)
    assert "**Cy bids 30.**" in at(2)
    assert "names ones" in at(5)
    assert "leads 1-1" in at(6)
    assert "plays 2-1" in at(7)
    assert "wins trick 1" in at(9)


def test_last_step_shows_the_result():
    assert "bid 32" in at(33)


def test_trick_steps_are_the_deal_the_first_lead_and_each_trick_end():
    assert sample_replay().trick_ends == (0, 5, 9, 13, 17, 21, 25, 29, 33)


def test_step_buttons_are_disabled_at_the_ends():
    message = replay_screen(sample_replay(), ReplayPlace(9, by_trick=True, seat=2), CONTEXT)
    assert ids_of(message, Verb.REPLAY) == {
        "0:t2:start": True,
        "5:t2:back": True,
        "13:t2:next": True,
        "33:t2:end": True,
        "9:p2:unit": True,
    }
    first = ids_of(replay_screen(sample_replay(), ReplayPlace(), CONTEXT), Verb.REPLAY)
    assert [arg for arg, on in first.items() if not on] == ["0:to:start", "0:to:back"]
    last = ids_of(replay_screen(sample_replay(), ReplayPlace(33), CONTEXT), Verb.REPLAY)
    assert [arg for arg, on in last.items() if not on] == ["33:to:next", "33:to:end"]


def test_replay_goes_by_tricks_and_by_plays_at_a_press():
    heads = [
        text_of(replay_screen(sample_replay(), ReplayPlace(step), RenderContext())).split("\n")[0]
        for step in sample_replay().trick_ends
    ]
    assert [head.rpartition(" · ")[2] for head in heads] == [
        "The shake",
        "Bidding",
        *(f"Trick {number} of 7" for number in range(1, 8)),
    ]
    by_trick = replay_screen(sample_replay(), ReplayPlace(9), RenderContext())
    assert [button.label for button in buttons_of(by_trick)[:5]] == ["⏮", "◀", "▶", "⏭", "By play"]
    by_play = replay_screen(sample_replay(), ReplayPlace(7, by_trick=False), RenderContext())
    (unit,) = (button for button in buttons_of(by_play) if button.label == "By trick")
    assert unit.component_id.arg == "9:to:unit"


def test_steps_of_a_replay_in_words_are_words():
    message = replay_screen(sample_replay(), ReplayPlace(9), CONTEXT)
    labels = [button.label for button in buttons_of(message)[:4]]
    assert labels == ["Start", "Previous", "Next", "End"]


def test_view_select_holds_only_views():
    for step in (0, 9, 33):
        message = replay_screen(sample_replay(), ReplayPlace(step, seat=2), CONTEXT)
        (select,) = selects_of(message)
        assert [option.value for option in select.options] == [
            f"{step}:t{seat}" for seat in ("o", 0, 1, 2, 3)
        ]


@pytest.mark.parametrize("arg", ["9:p2", "0:t2", "33:t2", "5:t2:back", "9:po:mistake"])
def test_old_buttons_of_a_replay_still_lead_to_their_moment(arg):
    place = parse_replay_place(arg)
    assert place is not None
    assert arg.startswith(place.arg())


def test_partners_sit_across_from_each_other_in_a_replay():
    bottom, left, top, right = (seat.place.plate for seat in open_places(4, 2, 7, Size.OPEN).seats)
    assert bottom.middle[0] == top.middle[0]
    assert left.middle[1] == right.middle[1]
    assert top.bottom < left.top
    assert left.bottom < bottom.top
    assert left.middle[0] < top.left < top.right < right.middle[0]


@pytest.mark.parametrize("arg", ["x", "5", "5:q1", "5:t9", "-1:to", "5:to:", "1234:to"])
def test_invalid_place_is_refused(arg):
    assert parse_replay_place(arg) is None


def test_every_button_and_option_parses_as_a_place():
    message = replay_screen(sample_replay(), ReplayPlace(7, by_trick=False), CONTEXT)
    for button in buttons_of(message):
        decoded = button.component_id
        if decoded.verb is Verb.REPLAY:
            assert parse_replay_place(decoded.arg) is not None
            assert (decoded.table_id, decoded.seq) == ("k3f9q2", 4)
    (select,) = selects_of(message)
    places = [parse_replay_place(option.value) for option in select.options]
    assert [place.seat for place in places[:5]] == [None, 0, 1, 2, 3]
    assert None not in places
    assert select.options[0].default


def test_place_beyond_the_hand_shows_its_end():
    assert "Step 33 of 33" in at(500)


def swap_hidden_hands(deal: Deal, seat: int) -> Deal:
    """Exchange two hands that are hidden from the seat."""
    a, b = (other for other in range(4) if other not in (seat, (seat + 2) % 4))
    hands = list(deal.hands)
    hands[a], hands[b] = hands[b], hands[a]
    return replace(deal, hands=tuple(hands))


@pytest.mark.parametrize("seat", range(4))
def test_seats_replay_does_not_depend_on_hidden_hands(seat):
    whole = sample_replay()
    for step, moment in enumerate(whole.moments[:-1]):
        other = replace(
            moment, game=replace(moment.game, deal=swap_hidden_hands(moment.game.deal, seat))
        )
        swapped = replace(whole, moments=(*whole.moments[:step], other, *whole.moments[step + 1 :]))
        place = ReplayPlace(step, by_trick=False, seat=seat)
        for shown in (CONTEXT, RenderContext()):  # as text and as a picture
            assert replay_screen(whole, place, shown) == replay_screen(swapped, place, shown)
        if moment.game.deal.phase is Phase.CALL:
            opened = replace(place, seat=None)
            assert replay_screen(whole, opened, CONTEXT) != replay_screen(swapped, opened, CONTEXT)


def test_exchange_is_hidden_from_other_seats():
    rules = rules_of("88")
    for seed in range(40):
        found = replay_of(rules, seed)
        for step, moment in enumerate(found.moments):
            action = moment.action
            if getattr(action, "take", ()) and moment.game.deal.phase is not Phase.OVER:
                other = (action.seat + 1) % 4
                open_text = text_of(replay_screen(found, ReplayPlace(step, False), CONTEXT))
                text = text_of(replay_screen(found, ReplayPlace(step, False, other), CONTEXT))
                assert "put back" in open_text
                assert "put back" not in text
                assert "swapped" in text
                assert "Left over" not in text
                return
    raise AssertionError("nobody swapped")


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_replay_screens_keep_the_limits(game_id):
    rules = rules_of(game_id)
    found = replay_of(rules, 3, LONG)
    for step in range(0, len(found.moments), 3):
        for seat in (None, 0):
            place = ReplayPlace(step, step % 2 == 0, seat)
            for shown in (CONTEXT, RenderContext()):
                check(replay_screen(found, place, shown, may_share=True))
    check(replay_screen(found, ReplayPlace(999), CONTEXT))


def test_shared_hand_is_a_film_with_all_hands_open():
    message = shared_hand(sample_replay(), "Ana", RenderContext())
    (picture,) = (part for part in parts_of(message) if isinstance(part, Picture))
    assert isinstance(picture.drawing, Film)
    frames = picture.drawing.frames
    assert len(frames) == 34
    assert [sum(map(len, frame.hands)) for frame in (frames[0], frames[6], frames[-1])] == [
        28,
        27,
        0,
    ]
    assert [len(frame.table.trick) for frame in (frames[8], frames[9], frames[-1])] == [3, 4, 4]
    assert not [
        part
        for part in parts_of(shared_hand(sample_replay(), "Ana", WORDS))
        if isinstance(part, Picture)
    ]


def test_sharing_is_offered_only_in_a_channel():
    alone = replay_screen(sample_replay(), ReplayPlace(), CONTEXT)
    assert not ids_of(alone, Verb.SHARE)
    for step, what in ((0, ""), (3, "3:to")):  # the hand, or a moment of it
        message = replay_screen(sample_replay(), ReplayPlace(step), CONTEXT, may_share=True)
        assert list(ids_of(message, Verb.SHARE)) == [what]


@pytest.mark.slow
def test_seats_replay_shows_that_seats_panel_picture():
    for step in (0, 7, 12):
        place = ReplayPlace(step, by_trick=False, seat=2)
        message = replay_screen(sample_replay(), place, RenderContext())
        (picture,) = (part for part in parts_of(message) if isinstance(part, Picture))
        game = sample_replay().moments[step].game
        assert isinstance(picture.drawing, PanelPicture)
        assert {held.tile for held in picture.drawing.hand.tiles} == set(game.deal.hands[2])
        assert 0 < len(picture.alt) <= 1024
