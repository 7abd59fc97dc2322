"""What a picture of the board shows: public facts only, with every word given.

The values here hold no hand. The one place for tiles that nobody has played is
`SeatPicture.revealed`, which is refused before the hand is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine import Tile
from bot.render.signs import Sign

__all__ = [
    "BoardPicture",
    "Fact",
    "Line",
    "Mode",
    "PlayedTile",
    "Scoring",
    "SeatPicture",
    "SidePicture",
    "TakenTrick",
]

SEAT_COUNTS = (3, 4, 6, 8)
"""How many seats a table can have."""
SIDE_COUNTS = (2, 3)
"""How many sides can play against each other."""


class Mode(StrEnum):
    """What the middle of the table shows: calls, tiles played, or the hands at the end."""

    BIDDING = "bidding"
    PLAY = "play"
    TRICK_END = "trick-end"
    RESULT = "result"


class Scoring(StrEnum):
    """Whether the game is written as marks, stroke by stroke, or as numbers.

    Marks become numbers too where the target is above seven or three sides play.
    """

    MARKS = "marks"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words about the position.

    Where `seat` is given, "{name}" in the text stands for that seat's name as it can be
    drawn: a name without any drawable letter becomes the seat's position.
    """

    text: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the top bar: a small heading ("Trump") and its words ("fives").

    `sign` stands before the words where the same sign marks tiles or seats below.
    """

    heading: str
    line: Line
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat and what everybody knows of it.

    `position` is where it sits in a word ("North", "Seat 5"); `note` a few words on its
    part in the hand; `call` what it has called so far ("" for nothing yet), `high_call`
    that this is the standing bid. `tiles_left` counts the tiles in hand, `revealed` are
    the tiles that were dealt, shown only in Mode.RESULT.
    """

    name: str
    position: str
    side: int
    tiles_left: int
    note: str = ""
    shaker: bool = False
    bidder: bool = False
    turn: bool = False
    computer: bool = False
    sitting_out: bool = False
    call: str = ""
    high_call: bool = False
    revealed: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedTile:
    """A tile of the trick on the table.

    `trump`: it is a trump; `winning`: it has the trick so far; `called`: the end, 0 to 8,
    that its leader called as the suit where that is not the high one; `count`: what the tile
    adds to its trick in this game.
    """

    seat: int
    tile: Tile
    trump: bool = False
    winning: bool = False
    called: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A finished trick: its tiles in the order of play, and what it brought.

    Without tiles it is shown face down, as under marks all but the last two lie.
    """

    size: int
    points: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class SidePicture:
    """A side: its name, its total of the game (marks or points), and this hand.

    `points` are those taken in this hand, None where they are not counted; `needed` what the
    side needs of them to make or to set the bid, None where points do not decide.
    """

    name: str
    total: int
    points: int | None = 0
    needed: int | None = None
    tricks: tuple[TakenTrick, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """One picture of the table.

    `seats` go clockwise, and with four of them seat 0 is at the top; `sides` by their
    number. `facts` are the headings of the top bar (trump, bid, suit led), at most three;
    `headline` and `detail` stand in the middle of the table. `tricks_in_hand` is how many
    tricks a hand has, `target` the total that wins the game.

    ValueError: another number of seats or sides, a hand without tricks, more than three
    facts, a seat or side that is not there, two tiles of one seat in a trick, or tiles
    revealed before the hand is over.
    """

    title: str
    mode: Mode
    scoring: Scoring
    target: int
    tricks_in_hand: int
    seats: tuple[SeatPicture, ...]
    sides: tuple[SidePicture, ...]
    facts: tuple[Fact, ...] = ()
    headline: Line = Line("")
    detail: Line = Line("")
    trick: tuple[PlayedTile, ...] = ()

    def __post_init__(self) -> None:
        if len(self.seats) not in SEAT_COUNTS or len(self.sides) not in SIDE_COUNTS:
            raise ValueError("a table has 3, 4, 6 or 8 seats and 2 or 3 sides")
        if self.tricks_in_hand < 1:
            raise ValueError("a hand has tricks")
        if len(self.facts) > 3:
            raise ValueError("the top bar holds three facts")
        if any(not 0 <= seat.side < len(self.sides) for seat in self.seats):
            raise ValueError("a seat's side is not at this table")
        played = [played.seat for played in self.trick]
        named = [line.seat for line in self._lines() if line.seat is not None]
        if any(not 0 <= seat < len(self.seats) for seat in played + named):
            raise ValueError("no such seat at this table")
        if len(set(played)) != len(played):
            raise ValueError("a seat plays one tile to a trick")
        if self.mode is not Mode.RESULT and any(seat.revealed for seat in self.seats):
            raise ValueError("hands are shown only when the hand is over")

    def _lines(self) -> tuple[Line, ...]:
        """Every line that may name a seat."""
        return (*(fact.line for fact in self.facts), self.headline, self.detail)
