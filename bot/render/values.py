"""What a picture shows: plain values, with every word given by the caller.

`TablePicture` holds public facts alone: it has no field for a domino that only one player may
see. A player's own view is a `PanelPicture`: the same table, and that player's `Hand`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.engine import Suit, Tile

__all__ = [
    "Colors",
    "GameOverPicture",
    "Hand",
    "HandTile",
    "LaidDown",
    "LeftOver",
    "OpenHands",
    "PanelPicture",
    "ResultPicture",
    "ResultTrick",
    "Scoreboard",
    "SeatPicture",
    "Side",
    "Size",
    "Stance",
    "TablePicture",
    "TrickTile",
    "has_composition",
]

SEAT_COUNTS = (3, 4, 6, 8)
SIDE_COUNTS = (2, 3)
MOST_IN_HAND = 14
MOST_LEFT_OVER = 6


def has_composition(seats: int, sides: int) -> bool:
    """Return whether a table of so many seats and sides can be drawn."""
    return seats in SEAT_COUNTS and sides in SIDE_COUNTS


class Colors(StrEnum):
    """The palette of a picture; the second one keeps the sides apart for color-blind players."""

    STANDARD = "standard"
    COLOR_BLIND_SAFE = "color-blind-safe"


class Size(StrEnum):
    """How large a picture is: a board 680 × 600, a panel 680 × 760."""

    BOARD = "board"
    PANEL = "panel"

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return 680, 760 if self is Size.PANEL else 600


class Stance(StrEnum):
    """How a domino lies in the hand."""

    RESTING = "resting"
    """Bright, in line: nothing is asked of the player now."""
    READY = "ready"
    """Bright, standing up: it may be played or given back."""
    DIMMED = "dimmed"
    """Dark, sunk: it may not be played."""
    MOVED = "moved"
    """Ringed: it has just crossed between the hand and the left-over dominoes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side's line on the scoreboard.

    `total` are its marks or points of the game, `points` those of this hand: None where points
    do not matter. `goal` is what it needs to make or to set the bid, None where there is no such
    number. `tricks` counts the tricks it has taken.
    """

    name: str
    total: int
    points: int | None = None
    goal: int | None = None
    tricks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """The wooden rail on top of every picture.

    `title` and `detail` say what is played and for what bid ("sixes", "30"), `trump` draws it;
    `bidder` is the seat whose bid it is. A full bar is `bar` points. Up to seven marks are
    written as the strokes of ALL when `in_marks`; everything else is a number. A side whose name
    cannot be written is shown by its players' avatars.
    """

    sides: tuple[Side, ...]
    target: int
    bar: int
    title: str = ""
    detail: str = ""
    bidder: int | None = None
    trump: Suit | None = None
    in_marks: bool = True

    def __post_init__(self) -> None:
        if len(self.sides) not in SIDE_COUNTS:
            raise ValueError("a game has two or three sides")
        if self.target < 1 or self.bar < 1:
            raise ValueError("a game ends at one mark at least, and a hand has points")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPicture:
    """A seat: who plays there, and the words before it.

    `avatar` names an image of the avatars that are given with the picture; another image has
    another name. Without it the seat shows the name's initial, a computer player a plain sign.
    `shown` stands on the plate in place of the name ("You").
    `words` are what the seat said ("pass", "35"), `standing` marks the bid that stands. `waiting`
    is the seat in turn; `sits_out` lays its dominoes face down.
    """

    name: str
    side: int
    shown: str = ""
    avatar: str = ""
    computer: bool = False
    words: str = ""
    standing: bool = False
    waiting: bool = False
    sits_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTile:
    """A domino of the trick; `words` stand beside it ("led").

    `count` is what it adds to the trick, `winning` that it has the trick so far.
    """

    seat: int
    tile: Tile
    count: int = 0
    trump: bool = False
    winning: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTile:
    """A domino that one player alone sees."""

    tile: Tile
    count: int = 0
    trump: bool = False
    stance: Stance = Stance.RESTING


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOver:
    """The dominoes left over at the deal, face down in the middle; `words` say what they are."""

    number: int
    words: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_LEFT_OVER:
            raise ValueError("one to six dominoes are left over")


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDown:
    """A hand that its player has laid down, for all to see."""

    seat: int
    tiles: tuple[HandTile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One player's own dominoes, and the left-over ones while that player may see them.

    In an exchange each domino is given where it would lie: one that was taken in `tiles`, one
    that was given back in `left_over`, both with `Stance.MOVED`. `words` name the left-over ones.
    `dealt` is how many dominoes the hand began with: it keeps them the same size all along.
    """

    tiles: tuple[HandTile, ...]
    left_over: tuple[HandTile, ...] = ()
    words: str = ""
    dealt: int = 0

    def __post_init__(self) -> None:
        if max(len(self.tiles), self.dealt) > MOST_IN_HAND or len(self.left_over) > MOST_LEFT_OVER:
            raise ValueError("a hand has at most fourteen dominoes, and at most six are left over")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePicture:
    """The table as everybody may see it; drawn alone it is the board, 680 × 600.

    `seats` go clockwise, seat `bottom` is drawn at the bottom. `trick` is in the order of play.
    `words` stand in the middle ("fives"). `bidding` leaves an open place for a bid, and not for
    a domino, before the seat in turn.

    Raises ValueError for a table that cannot be: another number of seats, a seat or side that
    is not there, two dominoes of one seat in a trick.
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    bottom: int = 0
    trick: tuple[TrickTile, ...] = ()
    words: str = ""
    bidding: bool = False
    left_over: LeftOver | None = None
    laid_down: LaidDown | None = None
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        _check_places(len(self.seats), [self.bottom, *(played.seat for played in self.trick)])
        if len({played.seat for played in self.trick}) != len(self.trick):
            raise ValueError("a seat plays one domino to a trick")
        if self.laid_down is not None:
            _check_places(len(self.seats), [self.laid_down.seat])


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPicture:
    """A player's own view, 680 × 760: the table, and below it their hand."""

    table: TablePicture
    hand: Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHands:
    """A moment of a finished hand, 680 × 760: each seat with what it held and what it played.

    `dealt` is how many dominoes a hand began with: it keeps them the same size all along.
    """

    table: TablePicture
    hands: tuple[tuple[HandTile, ...], ...]
    dealt: int

    def __post_init__(self) -> None:
        if len(self.hands) != len(self.table.seats):
            raise ValueError("every seat has a hand")
        if max(self.dealt, *map(len, self.hands)) > MOST_IN_HAND:
            raise ValueError("a hand has at most fourteen dominoes")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTrick:
    """A finished trick: the domino of each seat, None for one that did not play, and its worth."""

    tiles: tuple[Tile | None, ...]
    winner: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPicture:
    """A finished hand as a sheet: a column a seat, a row a trick.

    `headline` says how it ended, `detail` adds to it; the avatars of the seats in `about` stand
    before the headline, for names that cannot be written. `unplayed` are the dominoes of each
    seat that the hand ended without, shown dimmed; those in `counts` are marked.
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    headline: str
    detail: str = ""
    tricks: tuple[ResultTrick, ...] = ()
    unplayed: tuple[tuple[Tile, ...], ...] = ()
    counts: frozenset[Tile] = frozenset()
    about: tuple[int, ...] = ()
    size: Size = Size.BOARD
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        _check_places(len(self.seats), [*self.about, *(trick.winner for trick in self.tricks)])
        columns = {len(trick.tiles) for trick in self.tricks}
        if columns - {len(self.seats)} or len(self.unplayed) not in (0, len(self.seats)):
            raise ValueError("every seat has a column")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOverPicture:
    """The end of a game: every side with its players and its total, the winner starred.

    The avatars of the seats in `about` stand before the headline.
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    winner: int
    headline: str
    detail: str = ""
    about: tuple[int, ...] = ()
    size: Size = Size.BOARD
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        _check_places(len(self.seats), self.about)
        if not 0 <= self.winner < len(self.scoreboard.sides):
            raise ValueError("no such side won")


def _check_seats(seats: tuple[SeatPicture, ...], scoreboard: Scoreboard) -> None:
    if len(seats) not in SEAT_COUNTS:
        raise ValueError("a table has 3, 4, 6 or 8 seats")
    if any(not 0 <= seat.side < len(scoreboard.sides) for seat in seats):
        raise ValueError("a seat's side is not at this table")
    if scoreboard.bidder is not None:
        _check_places(len(seats), [scoreboard.bidder])


def _check_places(seats: int, named: Iterable[int]) -> None:
    if any(not 0 <= seat < seats for seat in named):
        raise ValueError("no such seat at this table")
