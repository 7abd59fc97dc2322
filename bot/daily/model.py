"""Stored days, hands and boards, all immutable."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class StoredDay:
    """One day, with the secret from which everybody is dealt the same hand.

    `key`: hashes the ids of people who deleted their data and may not play again; dropped when the
    day closes. `offered`: False if the experts could not play on this machine. `closes_at`: set if
    the day closes later than usual. `excused`: an outage took so much of the closed day that
    missing it breaks no streak.
    """

    date: date
    commitment: str
    opened_at: float
    secret: bytes = field(repr=False)
    key: bytes | None = field(repr=False)
    closed_at: float | None = None
    offered: bool = True
    closes_at: float | None = None
    excused: bool = False

    @property
    def is_closed(self) -> bool:
        """True once the secret may be shown."""
        return self.closed_at is not None

    def closing(self, usual: float) -> float:
        """Return when the day closes; `usual`: the calendar's closing time."""
        return usual if self.closes_at is None else self.closes_at


@dataclass(frozen=True, slots=True)
class DayOutcome:
    """How a person's hand ended.

    `score`: their side's points minus the other side's. `taken`: the points that their side took.
    `bid`: the winning bid, in record notation. `ours`: their side bid it. `tricks`: a letter for
    each trick: `w` if their side won it, `l` if it lost it, `-` if it was not played. `lead`: the
    first lead, if it was theirs. `par`: their score with best play by all from the first lead on;
    None until computed.
    """

    score: int
    taken: int
    bid: str
    ours: bool
    made: bool
    tricks: str
    lead: str | None = None
    par: int | None = None


@dataclass(frozen=True, slots=True)
class StoredHand:
    """One person's hand of a day.

    `version`: the version of the experts. `acts`: all bids and plays in order, in record notation.
    `guild_id`: the server where the person began the hand; None in a DM. `wake_at`: when an expert
    is due, in Unix seconds; None in the person's turn.
    """

    date: date
    user_id: int
    name: str
    version: str
    begun_at: float
    acts: tuple[str, ...] = ()
    finished_at: float | None = None
    outcome: DayOutcome | None = None
    guild_id: int | None = None
    wake_at: float | None = None

    @property
    def is_finished(self) -> bool:
        """True once the hand is over."""
        return self.outcome is not None

    @property
    def is_stripped(self) -> bool:
        """True if the hand is so old that only its result is stored."""
        return self.is_finished and not self.acts

    @property
    def seq(self) -> int:
        """The number of the next act, from 1."""
        return len(self.acts) + 1


@dataclass(frozen=True, slots=True)
class Result:
    """A person's finished hand of a closed day."""

    date: date
    version: str
    outcome: DayOutcome


@dataclass(frozen=True, slots=True)
class Field:
    """Counts of everybody's results on a day.

    `scores`: the number of people with each score, by version of the experts. `bids`: the bid,
    whether the person's own side bid it, how many hands had it, and how many of these made it.
    `leads`: the person's first lead, and how often it was led. Bids and leads are those of one
    version, the most common first.
    """

    scores: Mapping[str, Mapping[int, int]]
    bids: tuple[tuple[str, bool, int, int], ...]
    leads: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class StoredField:
    """Everybody's results of a day with one version of the experts. `lowest`: the lowest score."""

    version: str
    lowest: int
    field: Field


@dataclass(frozen=True, slots=True)
class DaysPlayed:
    """The data behind a person's streak.

    `offered`: the days with a hand, the newest first. `finished`: the days whose hand the person
    has finished. `forgiven`: the days that don't break a streak if they are missed, because they
    are still open, or because of an outage.
    """

    offered: Sequence[date]
    finished: Collection[date]
    forgiven: Collection[date]


@dataclass(frozen=True, slots=True)
class DayFacts:
    """The data behind a person's standing on a closed day.

    `own`: their results of that week and month. `lowest`: the lowest score of each closed day of
    the week that anybody finished. `still_open`: the days not yet closed.
    """

    field: Field
    own: Sequence[Result]
    lowest: Mapping[date, int]
    still_open: Collection[date]


NO_MESSAGE = 0
"""The message id of a board that is not posted yet."""
DELETED = "deleted"
"""What is stored in place of a board's digest once somebody has deleted its message."""
EVERY_SERVER = 0
"""The server of a due board that stands for the boards of all servers."""


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A board in a server's channel, of a day or of the week that ends with that day.

    `shown`: a digest of its contents; empty if unknown.
    """

    date: date
    guild_id: int
    week: bool
    channel_id: int
    message_id: int = NO_MESSAGE
    shown: str = ""


@dataclass(frozen=True, slots=True)
class DueBoard:
    """A board to look at, of a day or of the week that ends with that day.

    `tries`: how often it was looked at and stayed due. `mark`: what the look has seen; it ends
    nothing that was marked since.
    """

    date: date
    guild_id: int
    week: bool
    due_at: float
    tries: int
    mark: str


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person on a server's leaderboards who finished a hand that they began there."""

    user_id: int
    name: str
    version: str
    outcome: DayOutcome


@dataclass(frozen=True, slots=True)
class WeekPlayer:
    """A person who finished enough of a week's hands on a server.

    `name`: in the newest of them. `total`: a missed day counts as its lowest score. `days`: how
    many hands they finished.
    """

    user_id: int
    name: str
    total: int
    days: int


@dataclass(frozen=True, slots=True)
class ServerDay:
    """What a server's board of a day is built from.

    `channel_id`: where a new board belongs; None if the server wants none. `people`: in finishing
    order.
    """

    board: StoredBoard | None
    channel_id: int | None
    day: StoredDay | None
    people: Sequence[Finisher]


@dataclass(frozen=True, slots=True)
class ServerWeek:
    """What a server's board of a week is built from.

    `is_followed`: the server had a board of one of its days. `people`: by their first hand.
    """

    board: StoredBoard | None
    channel_id: int | None
    is_followed: bool
    people: Sequence[WeekPlayer]
