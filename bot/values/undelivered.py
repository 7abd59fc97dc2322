"""Messages that nobody waits for, and that Discord refused for good."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UndeliveredKind(StrEnum):
    """What a refused message shows."""

    VOTE = "vote"
    EVENT = "event"
    PLAN = "plan"
    DAILY_BOARD = "daily-board"
    WELCOME = "welcome"


class Delivery(StrEnum):
    """What became of a message that nobody waits for."""

    SENT = "sent"
    GONE = "gone"  # the message was deleted, or its channel
    REFUSED = "refused"  # for good; whom it concerns will read why


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A message in a channel that Discord refused for good.

    `key`: the id of what it shows, unique by kind. `user_id`: whom to tell; None for the managers,
    who read it in the server's settings. `reason`: the publisher's note; empty once the message
    got through. `code`: Discord's error code, 0 if nothing was requested. `rights`: the bot's
    permission bits in the channel at the last try, empty if unknown. `tries`: refused requests
    since the reason last changed. `at`: the time of the last one. `told`: the user has been told.
    """

    kind: UndeliveredKind
    key: str
    guild_id: int
    channel_id: int
    user_id: int | None = None
    reason: str = ""
    code: int = 0
    rights: str = ""
    tries: int = 0
    at: float = 0.0
    told: bool = False
