"""A replay shows each moment of a finished hand, and to a seat only what that seat saw."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engine import Deal, Game, Phase, Shake, apply, legal_actions
from bot.library import games
from bot.presenter import RenderContext, ReplayPlace, Verb, parse_id, parse_replay_place
from bot.presenter.replay import replay_screen
from bot.publisher.message_limits import check
from bot.records.build import record_of
from bot.records.moments import Moment, moments, trick_ends
from bot.tables.model import Status
from bot.tables.views import Replay

from .tabling import (
    NAMES,
    buttons_of,
    dealt,
    ids_of,
    rules_of,
    sample,
    seat_lines,
    selects_of,
    table_of,
    text_of,
)
from .test_limits import LONG

CONTEXT = RenderContext()


def replay_of(rules, seed: int, names=NAMES) -> Replay:
    """A hand that was played at random."""
    rng = random.Random(seed)
    game = dealt(rules, rng)
    deal = game.deal
    first, actions = Shake(deal.shaker, deal.dealt, deal.undealt), []
    while legal := legal_actions(game):
        actions.append(rng.choice(legal))
        game = apply(game, actions[-1]).game
    steps = moments(record_of(rules, [(first, actions)]), 1)
    assert steps[-1].game == game
    return replay(rules, steps, names)


def replay(rules, steps, names=NAMES) -> Replay:
    table = replace(
        table_of(rules, status=Status.BETWEEN, seats=seat_lines(rules, names)), hand_no=4
    )
    return Replay(table, steps, trick_ends(steps))


def sample_replay() -> Replay:
    """The sample hand of the sources: trick 1 is 1-1 2-1 1-0 3-1."""
    over = sample(99)
    return replay(over.rules, record_steps(over.rules))


def record_steps(rules) -> tuple[Moment, ...]:
    games_ = [sample(step) for step in range(99)]
    seen: list[Game] = []
    for game in games_:
        if not seen or game != seen[-1]:
            seen.append(game)
    first = seen[0].deal
    steps = [Moment(Shake(first.shaker, first.dealt, first.undealt), seen[0])]
    for before, after in pairwise(seen):
        action = next(a for a in legal_actions(before) if apply(before, a).game == after)
        steps.append(Moment(action, after))
    return tuple(steps)


def at(step: int, **changes) -> str:
    place = replace(ReplayPlace(step, by_trick=False), **changes)
    return text_of(replay_screen(sample_replay(), place, CONTEXT))


def test_a_replay_begins_with_the_deal_and_all_hands():
    text = at(0)
    assert "Ana shakes" in text
    for name, tile in (("Ana", "1-1"), ("Bo", "6-5"), ("Cy", "5-5 ★10"), ("Di", "6-6")):
        assert any(line.startswith(f"**{name}** ") and tile in line for line in text.split("\n"))
    assert "Step 0 of 33" in text


def test_each_act_is_told_in_the_words_of_the_table():
    assert "Bo passes." not in at(0)
    assert "**Bo passes.**" in at(1)
    assert "**Cy bids 30.**" in at(2)
    assert "names ones" in at(5)
    assert "leads 1-1" in at(6)
    assert "plays 2-1" in at(7)
    assert "wins trick 1" in at(9)


def test_the_end_says_how_the_hand_came_out():
    assert "bid 32" in at(33)


def test_steps_by_trick_stop_at_the_deal_the_first_lead_and_each_end_of_a_trick():
    assert sample_replay().trick_ends == (0, 5, 9, 13, 17, 21, 25, 29, 33)


def test_the_buttons_lead_on_and_back_and_stop_at_the_ends():
    message = replay_screen(sample_replay(), ReplayPlace(9, by_trick=True, seat=2), CONTEXT)
    assert ids_of(message, Verb.REPLAY) == {
        "0:t2:first": True,
        "5:t2:back": True,
        "13:t2:next": True,
        "33:t2:last": True,
        "9:p2:unit": True,
    }
    first = ids_of(replay_screen(sample_replay(), ReplayPlace(), CONTEXT), Verb.REPLAY)
    assert [arg for arg, on in first.items() if not on] == ["0:to:first", "0:to:back"]


@pytest.mark.parametrize("arg", ["x", "5", "5:q1", "5:t9", "-1:to", "5:to:", "1234:to"])
def test_a_place_that_is_none_is_refused(arg):
    assert parse_replay_place(arg) is None


def test_every_button_and_option_reads_back_as_a_place():
    message = replay_screen(sample_replay(), ReplayPlace(7, by_trick=False), CONTEXT)
    for button in buttons_of(message):
        decoded = parse_id(button.custom_id)
        if decoded.verb is Verb.REPLAY:
            assert parse_replay_place(decoded.arg) is not None
            assert (decoded.table_id, decoded.seq) == ("k3f9q2", 4)
    (select,) = selects_of(message)
    assert [parse_replay_place(option.value).seat for option in select.options] == [
        None,
        0,
        1,
        2,
        3,
    ]
    assert select.options[0].default


def test_a_place_beyond_the_hand_is_its_end():
    assert "Step 33 of 33" in at(500)


def others_swapped(deal: Deal, seat: int) -> Deal:
    """The deal with two hidden hands exchanged, as the seat could not tell."""
    a, b = (other for other in range(4) if other not in (seat, (seat + 2) % 4))
    hands = list(deal.hands)
    hands[a], hands[b] = hands[b], hands[a]
    return replace(deal, hands=tuple(hands))


@pytest.mark.parametrize("seat", range(4))
def test_as_one_seat_saw_it_no_other_hand_is_in_the_text(seat):
    whole = sample_replay()
    for step, moment in enumerate(whole.moments[:-1]):
        other = replace(
            moment, game=replace(moment.game, deal=others_swapped(moment.game.deal, seat))
        )
        swapped = replace(whole, moments=(*whole.moments[:step], other, *whole.moments[step + 1 :]))
        place = ReplayPlace(step, by_trick=False, seat=seat)
        assert replay_screen(whole, place, CONTEXT) == replay_screen(swapped, place, CONTEXT)
        if moment.game.deal.phase is Phase.CALL:
            opened = replace(place, seat=None)
            assert replay_screen(whole, opened, CONTEXT) != replay_screen(swapped, opened, CONTEXT)


def test_what_was_swapped_is_shown_to_no_other_seat():
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
def test_no_moment_passes_a_limit(game_id):
    rules = rules_of(game_id)
    found = replay_of(rules, 3, LONG)
    for step in range(0, len(found.moments), 3):
        for seat in (None, 0):
            check(replay_screen(found, ReplayPlace(step, step % 2 == 0, seat), CONTEXT))
    check(replay_screen(found, ReplayPlace(999), CONTEXT))
