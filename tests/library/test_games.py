"""The shipped games."""

import pytest

from texas42.engine import format_tile
from texas42.library import UnknownGame, game, games, load_rules, presets


@pytest.mark.parametrize(
    ("name", "seats", "sides", "tiles", "hand", "left", "total", "least"),
    [
        ("42", 4, 2, 28, 7, 0, 42, 30),
        ("88", 6, 2, 56, 9, 2, 88, 60),
        ("80", 4, 2, 42, 10, 2, 80, 60),
        ("79", 6, 2, 56, 9, 2, 79, 50),
        ("84x6", 6, 2, 56, 9, 2, 88, 60),
        ("84x8", 8, 2, 56, 7, 0, 84, 60),
        ("big-game", 4, 2, 45, 11, 1, 66, 42),
        ("moon", 3, 3, 22, 7, 1, 7, 4),
        ("moon4", 4, 2, 28, 7, 0, 7, 3),
    ],
)
def test_game_has_the_numbers_of_its_source(
    name: str, seats: int, sides: int, tiles: int, hand: int, left: int, total: int, least: int
) -> None:
    spec = game(name)
    assert (spec.seats, spec.sides, len(spec.tiles)) == (seats, sides, tiles)
    assert (spec.hand_size, spec.kitty_size, spec.total) == (hand, left, total)
    assert spec.min_bid == least
    assert seats * hand + left == tiles


def test_games_are_listed_in_family_order() -> None:
    names = ["42", "88", "80", "79", "84x6", "84x8", "big-game", "moon", "moon4"]
    assert [spec.id for spec in games()] == names


def test_80_and_moon_play_without_blanks() -> None:
    assert not any(tile.low == 0 for tile in game("80").tiles)
    assert [format_tile(t) for t in game("moon").tiles if t.low == 0] == ["00"]
    assert not any(tile.low == 0 for tile in load_rules("moon", {"moon_set": 21}).game.tiles)


def test_equal_tiles_are_adjacent() -> None:
    tiles = game("88").tiles
    assert tiles == tuple(sorted(tiles))
    assert tiles[::2] == tiles[1::2]


def test_partners_sit_opposite_and_sides_alternate() -> None:
    spec = game("42")
    assert [spec.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [game("88").side_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [game("moon").side_of(seat) for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("name", ["43", "", "84", "Moon", "options"])
def test_unknown_game_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        presets(name)
    assert caught.value.name == name


def test_every_preset_has_a_description_for_players() -> None:
    for spec in games():
        for preset in presets(spec.id):
            assert preset.title
            assert preset.summary.endswith(".")
