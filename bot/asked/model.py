"""Stored questions and votes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NO_MESSAGE = 0
AT_ONCE = 0.0
"""When a vote is due that was changed, closed, or not yet posted."""


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """A moment of a finished hand when a seat is about to play."""

    table_id: str
    hand_no: int
    step: int


@dataclass(frozen=True, slots=True)
class AskedBidding:
    """A hand that is about to bid. All fields are in record notation, for the store."""

    rules: Mapping[str, object]
    hand: tuple[str, ...]
    calls: tuple[str, ...] = ()
    total: tuple[int, int] = (0, 0)


Question = AskedBidding | PlayQuestion


@dataclass(frozen=True, slots=True)
class DueVote:
    """A vote to look at; `due_at`: since when, 0 if it was changed or not yet posted."""

    vote_id: str
    guild_id: int
    due_at: float


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote in a channel.

    `host_id`: the asker; None once their data is deleted. `message_id`: `NO_MESSAGE` until it is
    posted. `counts`: the number of votes by choice, in record notation. `closed`: voting is over,
    and the answer is due. `shown`: the `tally` that the message shows.
    """

    vote_id: str
    guild_id: int
    channel_id: int
    host_id: int | None
    question: Question
    closes_at: float
    message_id: int = NO_MESSAGE
    closed: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    shown: str = ""

    @property
    def tally(self) -> str:
        """The counts in one line; empty without votes."""
        return tally_of(self.counts)


def tally_of(counts: Mapping[str, int]) -> str:
    """Write counts by choice in one line; empty without votes."""
    return " ".join(f"{choice}:{count}" for choice, count in sorted(counts.items()))
