"""The contents of pictures: plain values, with every word given by the caller.

`TablePicture` holds public facts only: it has no field for a domino that only one player may see. A
player's own view is a `PanelPicture`: the same table, and that player's `Hand`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from texas42.engine import Suit, Tile

SEAT_COUNTS = (3, 4, 6, 8)
SIDE_COUNTS = (2, 3)
MOST_IN_HAND = 14
MOST_LEFT_OVER = 6
MOST_NOTES = 2


def has_composition(seats: int, sides: int) -> bool:
    """Return True if a table with this many seats and sides can be painted."""
    return seats in SEAT_COUNTS and sides in SIDE_COUNTS


class Colors(StrEnum):
    """The palette of a picture; the second one keeps the sides apart for color-blind players."""

    STANDARD = "standard"
    COLOR_BLIND_SAFE = "color-blind-safe"


class Size(StrEnum):
    """The size of a picture: a board, a panel, a lobby or score, all hands open, or a strip."""

    BOARD = "board"
    PANEL = "panel"
    LOBBY = "lobby"
    OPEN = "open"
    STRIP = "strip"

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return 600 if self is Size.STRIP else 680, _HEIGHTS[self]


_HEIGHTS = {Size.BOARD: 600, Size.PANEL: 760, Size.LOBBY: 430, Size.OPEN: 660, Size.STRIP: 140}


class Stance(StrEnum):
    """How a domino of the hand is shown."""

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

    `total`: its marks or points in the game. `points`: those of this hand; None if points don't
    matter. `goal`: what it needs to make or set the bid; None without such a number. `asks` says
    what it must do where no points matter ("every trick"). `tricks`: how many it has taken.
    """

    name: str
    total: int
    points: int | None = None
    goal: int | None = None
    asks: str = ""
    tricks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """The wooden rail at the top of every picture.

    `title` and `detail` name the contract and the bid ("sixes", "30"), `trump` shows it; `bidder`
    is the bidder's seat. A full bar is `bar` points. With `in_marks`, low totals are written as the
    strokes of `word`; others are numbers. A side whose name can't be written is shown by its
    players' avatars. Without a `target` the hand stands alone, and totals are left out.
    """

    sides: tuple[Side, ...]
    target: int | None
    bar: int
    title: str = ""
    detail: str = ""
    bidder: int | None = None
    trump: Suit | None = None
    in_marks: bool = True
    word: str = "ALL"

    def __post_init__(self) -> None:
        if len(self.sides) not in SIDE_COUNTS:
            raise ValueError("a game has two or three sides")
        if (self.target is not None and self.target < 1) or self.bar < 1:
            raise ValueError("a game ends at one mark at least, and a hand has points")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPicture:
    """A seat: its player, and the words in front of it.

    `avatar` names one of the avatars given with the picture; a changed image gets a new name.
    Without it the seat shows the name's initial, or a robot for a computer player. `shown` replaces
    the name on the plate ("You"). `words` are what the seat said ("pass", "35"), `standing` marks
    the standing bid. `waiting`: it is their turn; `sits_out`: their dominoes lie face down.
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
    """A domino of the trick, with `words` beside it ("led").

    `count`: what it adds to the trick; `winning`: it is winning the trick.
    """

    seat: int
    tile: Tile
    count: int = 0
    trump: bool = False
    winning: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTile:
    """A domino outside the trick that the reader sees."""

    tile: Tile
    count: int = 0
    trump: bool = False
    stance: Stance = Stance.RESTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftovers:
    """The dominoes left over at the deal, in the middle; `words` name them.

    They lie face down, or are in `face_up` while everyone may see them.
    """

    number: int
    words: str = ""
    face_up: tuple[HandTile, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_LEFT_OVER:
            raise ValueError("one to six dominoes are left over")
        if len(self.face_up) not in (0, self.number):
            raise ValueError("either all or none of them lie face up")


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDownHand:
    """A player's dominoes that lie face up: a hand laid down, or shown doubles."""

    seat: int
    tiles: tuple[HandTile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One player's own dominoes, and the left-over ones while that player may see them.

    During an exchange, taken dominoes are in `tiles` and given ones in `left_over`, both with
    `Stance.MOVED`. `words` name the left-over ones. `dealt`: the hand's initial size, which fixes
    the dominoes' size.
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
    """The table as everyone may see it; painted alone it is the board, 680 × 600.

    `seats` go clockwise, seat `bottom` is painted at the bottom. `trick` is in the order of play.
    `words` are in the middle ("fives"), `notes` in the upper corners, two at most: how dominoes
    rank ("doubles low"). `bidding`: the seat in turn has an empty place for a bid,
    not for a domino.

    Raises ValueError for an impossible table: a wrong number of seats, an unknown seat or side, two
    dominoes of one seat in a trick.
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    bottom: int = 0
    trick: tuple[TrickTile, ...] = ()
    words: str = ""
    notes: tuple[str, ...] = ()
    bidding: bool = False
    left_over: Leftovers | None = None
    laid_down: LaidDownHand | None = None
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.BOARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        _check_places(len(self.seats), [self.bottom, *(played.seat for played in self.trick)])
        if len(self.notes) > MOST_NOTES:
            raise ValueError("a table has two upper corners")
        if len({played.seat for played in self.trick}) != len(self.trick):
            raise ValueError("a seat plays one domino to a trick")
        if self.laid_down is not None:
            _check_places(len(self.seats), [self.laid_down.seat])


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPicture:
    """A player's own view, 680 × 760: the table, and below it their hand."""

    table: TablePicture
    hand: Hand
    size: ClassVar[Size] = Size.PANEL


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHands:
    """A moment of a finished hand: each seat's remaining dominoes and its play.

    `dealt`: the hand's initial size, which fixes the dominoes' size.
    """

    table: TablePicture
    hands: tuple[tuple[HandTile, ...], ...]
    dealt: int

    def __post_init__(self) -> None:
        if len(self.hands) != len(self.table.seats):
            raise ValueError("every seat has a hand")
        if max(self.dealt, *map(len, self.hands)) > MOST_IN_HAND:
            raise ValueError("a hand has at most fourteen dominoes")

    @property
    def size(self) -> Size:
        """A lower picture where its dominoes stay as large, so that a replay fits a phone."""
        return Size.OPEN if len(self.hands) <= 4 and self.dealt <= 7 else Size.PANEL


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPicture:
    """A table before its first shake, from above, 680 × 430; seat 0 is painted at the bottom.

    The name of an open seat says so; `open_seats` are painted as empty chairs.
    """

    seats: tuple[SeatPicture, ...]
    open_seats: frozenset[int] = frozenset()
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.LOBBY

    def __post_init__(self) -> None:
        if len(self.seats) not in SEAT_COUNTS:
            raise ValueError("a table has 3, 4, 6 or 8 seats")
        _check_places(len(self.seats), self.open_seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTrick:
    """A finished trick: each seat's domino (None if it did not play); its points if they matter."""

    tiles: tuple[Tile | None, ...]
    leader: int
    winner: int
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPicture:
    """A finished hand as a sheet: a column per seat, a row per trick.

    `headline` is the outcome, `detail` adds to it; the avatars of the seats in `about` precede the
    headline, for names that can't be written. `unplayed`: each seat's dominoes left at the end,
    shown dimmed; those in `counts` and `trumps` are marked.
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    headline: str
    detail: str = ""
    tricks: tuple[ResultTrick, ...] = ()
    unplayed: tuple[tuple[Tile, ...], ...] = ()
    counts: frozenset[Tile] = frozenset()
    trumps: frozenset[Tile] = frozenset()
    about: tuple[int, ...] = ()
    size: Size = Size.BOARD
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        _check_places(
            len(self.seats),
            [
                *self.about,
                *(trick.winner for trick in self.tricks),
                *(trick.leader for trick in self.tricks),
            ],
        )
        columns = {len(trick.tiles) for trick in self.tricks}
        if columns - {len(self.seats)} or len(self.unplayed) not in (0, len(self.seats)):
            raise ValueError("every seat has a column")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePicture:
    """The score after a hand, a game or a match: every side with its players and total.

    `winner`, once there is one, has a star. The avatars of the seats in `about` precede the
    headline. `totals` replace each side's marks or points ("2 games"). `deciding`: the trick that
    decided the last hand, with `deciding_words` before it ("Trick 6").
    """

    scoreboard: Scoreboard
    seats: tuple[SeatPicture, ...]
    winner: int | None
    headline: str
    detail: str = ""
    about: tuple[int, ...] = ()
    totals: tuple[str, ...] = ()
    deciding: tuple[TrickTile, ...] = ()
    deciding_words: str = ""
    size: Size = Size.BOARD
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        _check_seats(self.seats, self.scoreboard)
        named = (*self.about, *(played.seat for played in self.deciding))
        _check_places(len(self.seats), named)
        sides = len(self.scoreboard.sides)
        if self.winner is not None and not 0 <= self.winner < sides:
            raise ValueError("no such side won")
        if len(self.totals) not in (0, sides):
            raise ValueError("every side has a total")


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
