"""Days and hands as the store keeps them. They are frozen: a change is a new value."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class StoredDay:
    """One day: its secret, from which everybody is dealt the same hand.

    `key` marks who may not play again after deleting their data; it is gone once the day is closed.
    `offered`: False if the installation could not offer the hand.
    """

    date: date
    commitment: str
    opened_at: float
    secret: bytes = field(repr=False)
    key: bytes | None = field(repr=False)
    closed_at: float | None = None
    offered: bool = True

    @property
    def is_closed(self) -> bool:
        """True once the secret may be shown."""
        return self.closed_at is not None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a person's hand ended.

    `score`: their side's points minus the others'. `taken`: the points that their side took.
    `bid`: the bid that stood, as in a record; `ours`: their side made it. `tricks`: who took each,
    `w` for their side, `l` for the others, `-` if it was not played. `lead`: the first lead, if it
    was theirs. `par`: their score with best play by all from the first lead on, once computed.
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

    `version`: of the experts that they play with. `acts`: everything bid and played, in order, as
    in a record. `guild_id`: the server where it was begun, None in a DM.
    """

    date: date
    user_id: int
    name: str
    version: str
    begun_at: float
    acts: tuple[str, ...] = ()
    finished_at: float | None = None
    outcome: Outcome | None = None
    guild_id: int | None = None

    @property
    def is_finished(self) -> bool:
        """True once it is over."""
        return self.outcome is not None

    @property
    def is_stripped(self) -> bool:
        """True if it is so old that only its result is kept."""
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
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Field:
    """How everybody ended a day, counted.

    `scores`: how many people have each score, by version of the experts. `bids`: the bid, whether
    it was their own side's, how many played it and how many of them made it; `leads`: what was led
    first by the person, and how often; both of one version, the most common first.
    """

    scores: Mapping[str, Mapping[int, int]]
    bids: tuple[tuple[str, bool, int, int], ...]
    leads: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DayFacts:
    """What a person's standing on a closed day is made of.

    `own`: their results of closed days around it. `lowest`: the lowest score of each closed day of
    the week that somebody finished. `offered`: the days that were offered, the newest first;
    `finished`: those whose hand the person has finished; `still_open`: those not closed.
    """

    field: Field
    own: Sequence[Result]
    lowest: Mapping[date, int]
    offered: Sequence[date]
    finished: Collection[date]
    still_open: Collection[date]


NO_MESSAGE = 0
"""In place of the id of a board's message that is not posted yet."""


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A board of a day that stands in a server's channel, or of the week that ends with the day.

    `shown`: a digest of what it shows, empty if that is not certain.
    """

    date: date
    guild_id: int
    week: bool
    channel_id: int
    message_id: int = NO_MESSAGE
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Finisher:
    """Somebody who stands on a server's leaderboards and finished a hand that they began there."""

    guild_id: int
    user_id: int
    name: str
    date: date
    version: str
    outcome: Outcome
