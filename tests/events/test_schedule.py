"""The whist schedule for rotating partners."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.events.rounds import whist_round

SIZES = pytest.mark.parametrize("count", [8, 12, 16, 20, 24, 28, 32])


@SIZES
def test_everyone_plays_exactly_once_per_round(count: int) -> None:
    for round_no in range(1, count):
        tables = whist_round(count, round_no)
        assert len(tables) == count // 4
        seated = [person for pairs in tables for pair in pairs for person in pair]
        assert sorted(seated) == list(range(count))


@SIZES
def test_everyone_partners_each_other_once_and_opposes_twice(count: int) -> None:
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
def test_schedule_repeats_after_its_last_round(count: int) -> None:
    assert whist_round(count, count) == whist_round(count, 1)


@pytest.mark.parametrize("count", [0, 4, 6, 10, 36])
def test_other_player_counts_have_no_schedule(count: int) -> None:
    with pytest.raises(ValueError, match=str(count)):
        whist_round(count, 1)
