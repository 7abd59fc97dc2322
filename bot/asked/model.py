"""A question that is put to a vote, as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NO_MESSAGE = 0


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """A moment of a finished hand, in which a seat is about to play."""

    table_id: str
    hand_no: int
    step: int


@dataclass(frozen=True, slots=True)
class AskedBidding:
    """A hand that is about to bid, as it is stored: rules as in a record, tiles, calls, score."""

    rules: Mapping[str, object]
    hand: tuple[str, ...]
    calls: tuple[str, ...] = ()
    total: tuple[int, int] = (0, 0)


Question = AskedBidding | PlayQuestion


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote in a channel. `host_id` asked, and is None once their data is deleted.

    `message_id` is `NO_MESSAGE` before it is posted. `counts`: the votes for each choice, in the
    words of a record. `closed`: nobody can vote any more, and the answer is due.
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
