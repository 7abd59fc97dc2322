"""Seating the next round, with fixed or rotating partners."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.model import Event, Partners
from bot.events.rounds import draw_entries, next_round, whist_round

from .samples import event, play_round, with_wishes


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
    found = play_round(event(8), 0, 1)
    going_on = replace(found, games=(found.games[0], replace(found.games[1], winner=None)))
    with pytest.raises(ValueError, match="winner"):
        next_round(going_on)


def people_at(found: Event) -> list[int]:
    """Count the people at each table of the next round."""
    people = {entry.number for entry in found.people}
    return [len(people & {*ours, *theirs}) for ours, theirs in next_round(found)]


@pytest.mark.parametrize("partners", Partners)
@given(people=st.integers(4, 20), seed=st.integers(0, 2**32), couples=st.integers(0, 3))
def test_nobody_sits_alone_with_computers_while_another_table_has_three_people(
    partners: Partners, people: int, seed: int, couples: int
) -> None:
    randomness = Random(seed)
    tables = randomness.randint(max(2, -(-people // 4)), max(2, people // 2))
    found = event(people, partners, min(8, tables))
    if partners is Partners.FIXED:
        wishes = {f"p{2 * n + 1}": 2 * n + 2 for n in range(min(couples, people // 2))}
        found = with_wishes(found, **wishes)
    found = replace(found, entries=draw_entries(found, randomness.randrange))
    for _ in range(6):
        counts = people_at(found)
        assert not (min(counts) <= 1 and max(counts) >= 3), counts
        found = play_round(found, *(randomness.randrange(2) for _ in counts))
        entries = tuple(
            replace(entry, user_id=None) if entry.user_id and not randomness.randrange(9) else entry
            for entry in found.entries
        )
        found = replace(found, entries=entries)


def test_four_people_at_two_tables_sit_two_and_two() -> None:
    for seed in range(30):
        found = event(4, Partners.ROTATING)
        drawn = replace(found, entries=draw_entries(found, Random(seed).randrange))
        assert people_at(drawn) == [2, 2]


def test_chosen_partners_stay_together_where_tables_trade_a_pair() -> None:
    found = with_wishes(event(6, tables=3), p1=2, p3=4)
    drawn = replace(found, entries=draw_entries(found, Random(4).randrange))
    users = [{drawn.entries[n].user_id for n in pair} for t in next_round(drawn) for pair in t]
    assert {1, 2} in users
    assert {3, 4} in users
