"""Contents of the pictures that are not tables: plain values, with all words given.

Leaderboards, profiles, and the card of "What would you bid?".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.render.values import Colors, HandTile, SeatPicture, Size

MOST_ROWS = 7
MOST_BARS = 8
MOST_ASKED = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """A line of a leaderboard.

    `faces`: the people it is about, one or two; shown alone if `name` is empty or can't be written.
    `figure` ranks the line, `detail` is its basis ("34 games"). `own` marks the reader's line;
    `apart` one from another page.
    """

    rank: str
    faces: tuple[SeatPicture, ...]
    name: str
    figure: str
    detail: str = ""
    own: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPicture:
    """A page of a leaderboard: up to six lines and the reader's own; ValueError if it is empty."""

    title: str
    detail: str
    rows: tuple[StandingRow, ...]
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.BOARD

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise ValueError("a leaderboard shows one to seven lines")

    @property
    def faces(self) -> tuple[SeatPicture, ...]:
        """Return every person shown."""
        return tuple(face for row in self.rows for face in row.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class BidBar:
    """Bids of one size: how many, and how many made; `figure` writes both."""

    label: str
    bids: int
    made: int
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilePicture:
    """A person's rating over their last games, oldest first, and their bids by size.

    One of the two may be missing; ValueError without both, and for a rating of only one game.
    """

    face: SeatPicture
    detail: str
    rating_title: str = ""
    ratings: tuple[int, ...] = ()
    bids_title: str = ""
    bids: tuple[BidBar, ...] = ()
    colors: Colors = Colors.STANDARD

    def __post_init__(self) -> None:
        if len(self.ratings) == 1 or not (self.ratings or self.bids):
            raise ValueError("a chart shows two ratings at least, or bids")
        if len(self.bids) > MOST_BARS or any(bar.made > bar.bids for bar in self.bids):
            raise ValueError("at most eight sizes of bids, and none made more often than bid")

    @property
    def size(self) -> Size:
        """As large as a panel where both charts are shown, as a board for one."""
        return Size.PANEL if self.ratings and self.bids else Size.BOARD

    @property
    def faces(self) -> tuple[SeatPicture, ...]:
        """Return the one person shown."""
        return (self.face,)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBid:
    """A line of a card: a choice, and how long its bar is, from 0 to 1.

    `figure` writes the bar's length, `votes` how many people chose it. `ringed`: the expert's.
    """

    label: str
    share: float
    figure: str
    votes: str = ""
    ringed: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError("a bar is at most whole")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPicture:
    """A hand that is about to bid or to play, and a bar for each choice, 680 x 760.

    `around`: what the seats at the left, across and at the right called or played, "" for nothing;
    `ahead`: which of them has the high bid, or is winning the trick. `said` stands there where
    nobody has. `voted` stands in place of the bars. ValueError with more lines than the card has
    room for.
    """

    title: str
    detail: str
    said: str = ""
    around: tuple[str, str, str] = ("", "", "")
    ahead: int | None = None
    bids: tuple[AskedBid, ...] = ()
    voted: str = ""
    tiles: tuple[HandTile, ...]
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.PANEL
    faces: ClassVar[tuple[SeatPicture, ...]] = ()

    def __post_init__(self) -> None:
        if len(self.bids) > MOST_ASKED:
            raise ValueError("a card shows up to nine choices")
        if bool(self.bids) is bool(self.voted):
            raise ValueError("a card shows either choices or how many have voted")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBar:
    """How many people made the same choice: made hands above the line, set hands below it."""

    label: str
    made: int
    set: int = 0
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPicture:
    """The end of a daily hand, without any dominoes from the hands.

    `beside`: short lines to the right of the score. `tricks`: `w` for ours, `l` for theirs, `-` if
    not played. `words` replace everybody's results until the day closes; ValueError without both.
    """

    title: str
    detail: str
    score: str
    score_words: str
    beside: tuple[str, ...]
    tricks: str
    words: str = ""
    bids_title: str = ""
    bids: tuple[FieldBar, ...] = ()
    leads_title: str = ""
    leads: tuple[FieldBar, ...] = ()
    you: str = ""
    streak: int = 0
    streak_words: str = ""
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.BOARD
    faces: ClassVar[tuple[SeatPicture, ...]] = ()

    def __post_init__(self) -> None:
        if not (self.words or self.bids):
            raise ValueError("a day shows its field, or says when that comes")


@dataclass(frozen=True, slots=True, kw_only=True)
class StripPicture:
    """The shared result of a daily hand: who took each trick, and how the bid ended."""

    title: str
    result: str
    tricks: str
    colors: Colors = Colors.STANDARD
    size: ClassVar[Size] = Size.STRIP
    faces: ClassVar[tuple[SeatPicture, ...]] = ()
