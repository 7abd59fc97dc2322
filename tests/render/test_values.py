import dataclasses
import types
import typing
from dataclasses import replace

import pytest

from bot.render import (
    Hand,
    HandTile,
    LaidDownHand,
    Leftovers,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    ScorePicture,
    SeatPicture,
    Side,
    TablePicture,
    TrickTile,
)
from texas42.engine import Tile

BOARD = Scoreboard(sides=(Side(name="us", total=0), Side(name="them", total=1)), target=7, bar=42)
SEATS = tuple(SeatPicture(name=name, side=number % 2) for number, name in enumerate("ABCD"))
TABLE = TablePicture(scoreboard=BOARD, seats=SEATS)
RESULT = ResultPicture(scoreboard=BOARD, seats=SEATS, headline="A made 30")
TILE = Tile(6, 4)


def test_a_table_has_no_field_for_a_hidden_domino():
    """Only the trick, face-up dominoes of a player, and a shown kitty hold dominoes."""
    assert set(_holding_tiles(TablePicture)) == {
        "TrickTile.tile",
        "LaidDownHand.tiles.HandTile.tile",
        "Leftovers.face_up.HandTile.tile",
    }


def _holding_tiles(value: object, path: tuple[str, ...] = ()) -> typing.Iterator[str]:
    """Yield the fields through which a value can contain a domino."""
    if value is Tile:
        yield ".".join(path)
    elif dataclasses.is_dataclass(value):
        hints = typing.get_type_hints(value)
        for field in dataclasses.fields(value):
            name = () if value is TablePicture else (value.__name__, field.name)
            yield from _holding_tiles(hints[field.name], (*path, *name))
    elif isinstance(value, types.UnionType) or typing.get_origin(value) is not None:
        for inner in typing.get_args(value):
            yield from _holding_tiles(inner, path)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": SEATS[:2]},
        {"seats": (*SEATS[:3], replace(SEATS[3], side=2))},
        {"bottom": 4},
        {"trick": (TrickTile(seat=4, tile=TILE),)},
        {"trick": (TrickTile(seat=1, tile=TILE), TrickTile(seat=1, tile=TILE))},
        {"laid_down": LaidDownHand(seat=-1, tiles=())},
        {"scoreboard": replace(BOARD, bidder=4)},
    ],
)
def test_impossible_table_is_refused(wrong):
    with pytest.raises(ValueError, match="seat"):
        replace(TABLE, **wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"sides": BOARD.sides[:1]}, {"sides": BOARD.sides * 2}, {"target": 0}, {"bar": 0}],
)
def test_impossible_scoreboard_is_refused(wrong):
    with pytest.raises(ValueError, match=r"sides|game"):
        replace(BOARD, **wrong)


def test_hands_and_kitty_have_a_size_limit():
    held = HandTile(tile=TILE)
    Hand(tiles=(held,) * 14, left_over=(held,) * 6)
    for tiles, left_over in ((15, 0), (7, 7)):
        with pytest.raises(ValueError, match="at most fourteen"):
            Hand(tiles=(held,) * tiles, left_over=(held,) * left_over)
    for number in (0, 7):
        with pytest.raises(ValueError, match="left over"):
            Leftovers(number=number)
    with pytest.raises(ValueError, match="all or none"):
        Leftovers(number=2, face_up=(held,))


@pytest.mark.parametrize(
    "wrong",
    [
        {"tricks": (ResultTrick(tiles=(TILE,), leader=0, winner=0, points=1),)},
        {"tricks": (ResultTrick(tiles=(TILE,) * 4, leader=0, winner=4, points=1),)},
        {"tricks": (ResultTrick(tiles=(TILE,) * 4, leader=4, winner=0, points=1),)},
        {"unplayed": ((TILE,),)},
        {"about": (4,)},
    ],
)
def test_impossible_result_is_refused(wrong):
    with pytest.raises(ValueError, match="seat"):
        replace(RESULT, **wrong)


def test_winner_must_be_a_side_of_the_game():
    with pytest.raises(ValueError, match="side"):
        ScorePicture(scoreboard=BOARD, seats=SEATS, winner=2, headline="they win")
