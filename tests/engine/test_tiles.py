"""Tiles and their notation."""

import pytest

from texas42.engine import NotationError, Tile, format_tile, parse_tile


def test_tile_needs_its_higher_end_first() -> None:
    with pytest.raises(ValueError, match="no such domino"):
        Tile(4, 6)


@pytest.mark.parametrize(("high", "low"), [(9, 0), (1, -1)])
def test_ends_are_blank_to_eight(high: int, low: int) -> None:
    with pytest.raises(ValueError, match="no such domino"):
        Tile(high, low)


def test_counts_are_tiles_with_five_or_ten_pips() -> None:
    every = [Tile(high, low) for high in range(9) for low in range(high + 1)]
    counts = {format_tile(tile): tile.count for tile in every if tile.count}
    assert counts == {"50": 5, "41": 5, "32": 5, "64": 10, "55": 10, "73": 10, "82": 10}


def test_double_has_two_equal_ends() -> None:
    assert Tile(3, 3).is_double
    assert not Tile(3, 2).is_double


def test_tile_has_only_its_two_ends() -> None:
    assert [pip for pip in range(7) if Tile(6, 4).has(pip)] == [4, 6]


def test_tile_is_parsed_in_either_order() -> None:
    assert parse_tile("46") == parse_tile("64") == Tile(6, 4)
    assert format_tile(parse_tile("46")) == "64"


@pytest.mark.parametrize("text", ["", "6", "6-4", "644", "93", "6x", "6４", " 64"])
def test_invalid_tile_is_rejected(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tile(text)


def test_tiles_sort_like_their_text() -> None:
    every = [Tile(high, low) for high in range(9) for low in range(high + 1)]
    assert [format_tile(t) for t in sorted(every)] == sorted(format_tile(t) for t in every)


def test_tile_hashes_are_unique() -> None:
    every = [Tile(high, low) for high in range(9) for low in range(high + 1)]
    assert len({hash(tile) for tile in every}) == len(every) == 45
