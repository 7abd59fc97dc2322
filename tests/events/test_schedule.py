"""Rotating partners: the whist schedule."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.events.rounds import whist_round

SIZES = pytest.mark.parametrize("count", [8, 12, 16, 20, 24, 28, 32])


@SIZES
def test_nobody_plays_twice_in_a_round_and_nobody_sits_out(count: int) -> None:
    for round_no in range(1, count):
        tables = whist_round(count, round_no)
        assert len(tables) == count // 4
        seated = [person for pairs in tables for pair in pairs for person in pair]
        assert sorted(seated) == list(range(count))


@SIZES
def test_everybody_is_partner_once_and_opponent_twice_of_everybody_else(count: int) -> None:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for round_no in range(1, count):
        for ours, theirs in whist_round(count, round_no):
            partners.update(map(frozenset, (ours, theirs)))
            opponents.update(frozenset((a, b)) for a in ours for b in theirs)
    everybody = {frozenset((a, b)) for a in range(count) for b in range(a)}
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@SIZES
def test_the_schedule_begins_anew_when_it_is_through(count: int) -> None:
    assert whist_round(count, count) == whist_round(count, 1)


@pytest.mark.parametrize("count", [0, 4, 6, 10, 36])
def test_there_is_no_schedule_for_other_numbers(count: int) -> None:
    with pytest.raises(ValueError, match=str(count)):
        whist_round(count, 1)
