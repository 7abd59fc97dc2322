"""Seating the next round, with fixed or rotating partners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.model import Event, Partners
from bot.events.rounds import next_round, whist_round

from .samples import event, play_round


def test_fixed_pairs_start_in_draw_order() -> None:
    assert next_round(event(8)) == (((0, 1), (2, 3)), ((4, 5), (6, 7)))


def test_winners_move_up_and_losers_stay_except_at_table_one() -> None:
    after = play_round(event(12), 0, 1, 0)
    # table one: 0-1 beat 2-3; table two: 6-7 beat 4-5; table three: 8-9 beat 10-11
    one, two, three = (set(pairs) for pairs in next_round(after))
    assert one == {(0, 1), (6, 7)}
    assert two == {(4, 5), (8, 9)}
    assert three == {(10, 11), (2, 3)}


@given(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=1, max_size=9))
def test_fixed_pairs_stay_together_two_to_a_table(rounds: list[list[int]]) -> None:
    found: Event = event(16)
    for winners in rounds:
        found = play_round(found, *winners)
        pairs = [pair for table in next_round(found) for pair in table]
        assert sorted(pairs) == [(n, n + 1) for n in range(0, 16, 2)]


def test_rotating_partners_follow_the_whist_schedule_whoever_wins() -> None:
    found = event(8, Partners.ROTATING)
    for round_no in range(1, 10):
        assert next_round(found) == whist_round(8, round_no)
        found = play_round(found, 0, round_no % 2)


def test_next_round_requires_all_games_to_be_over() -> None:
    from dataclasses import replace

    found = play_round(event(8), 0, 1)
    going_on = replace(found, games=(found.games[0], replace(found.games[1], winner=None)))
    with pytest.raises(ValueError, match="winner"):
        next_round(going_on)
