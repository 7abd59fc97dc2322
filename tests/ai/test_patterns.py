"""A pattern appears only if a seat has a choice, and covers the plays that follow it."""

from __future__ import annotations

import pytest

from tests.ai.positions import position
from texas42.ai.rules.patterns import Pattern, plays_by_pattern
from texas42.engine import PlayTile, format_tile

from .sound_positions import FOLLOWING, LEADING, SPECIAL, Play

SHOWN = (
    (Pattern.AWAY_FROM_DOUBLE, "2", "22 21 42 20 | 62 32 52 31", "66 61 43 40 51", "61"),
    (Pattern.TRUMPS_LEFT_OUT, "5", "", "55 65 54 53 66 41 20", "66 41 20"),
    (Pattern.TRUMPS_FOR_BIDDER, "2", "31 33 30 10", "62 53 43 21 40 60", "62 21"),
    (Pattern.COUNT_LED, "2", "31 33 30 10", "64 53 43 41 50 40", "64 41 50"),
    (Pattern.OVER_PARTNER, "4", "61 66 60", "42 20 30 10 31 53 22", "42"),
    (Pattern.TRICK_LET_GO, "5", "66 61 64", "51 20 30 10 31 42 22", "20 30 10 31 42 22"),
    (Pattern.COUNT_TO_THEM, "5", "66 61 62", "41 20 30 10 31 42 22", "41"),
    (Pattern.COUNT_KEPT, "5", "55 51", "54 50 20 30 10 31 42", "54"),
)


@pytest.mark.parametrize(("pattern", "contract", "plays", "hand", "shown"), SHOWN)
def test_pattern_covers_the_plays_that_follow_it(
    pattern: Pattern, contract: str, plays: str, hand: str, shown: str
) -> None:
    found = plays_by_pattern(position(Play("", contract, plays, hand, ""), seed=0))
    assert {format_tile(play.tile) for play in found[pattern]} == set(shown.split())


@pytest.mark.parametrize("case", [*FOLLOWING, *LEADING], ids=lambda case: case.name)
def test_forced_play_has_no_pattern(case: Play) -> None:
    view = position(case, seed=0)
    legal = {play for play in view.legal if isinstance(play, PlayTile)}
    assert all(plays and plays < legal for plays in plays_by_pattern(view).values())


@pytest.mark.parametrize("case", [each for each in SPECIAL if each.contract[0] in "ns"])
def test_contracts_without_points_have_no_patterns(case: Play) -> None:
    assert not plays_by_pattern(position(case, seed=0))
