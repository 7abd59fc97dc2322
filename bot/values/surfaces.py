"""The Discord messages that the bot keeps up to date, as the store records them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SurfaceKind(StrEnum):
    """The purpose of a message."""

    BOARD = "board"  # the board of a hand, later its result
    HAND = "hand"  # a player's tiles, in their DM
    PING = "ping"  # the ping of the player in turn


@dataclass(frozen=True, slots=True)
class Surface:
    """A message about a table, unique by table, kind, user and hand.

    `user_id` is 0 if everyone can see it. `digest` identifies its content, so that nothing is sent
    twice. `occasion` counts, from 1, the messages posted under the same key, deleted ones included.
    """

    table_id: str
    kind: SurfaceKind
    user_id: int
    hand_no: int
    channel_id: int
    message_id: int
    digest: str = ""
    occasion: int = 1


@dataclass(frozen=True, slots=True)
class EventSurface:
    """The message of one round of an event.

    `occasion` counts, from 1, the messages posted for the same round.
    """

    event_id: str
    round_no: int
    channel_id: int
    message_id: int
    digest: str = ""
    occasion: int = 1


@dataclass(frozen=True, slots=True)
class SharedMessage:
    """A message in a channel with a result that a person shared; it names them.

    `about`: what it is about, if that may be shared only once in a channel.
    """

    user_id: int
    channel_id: int
    message_id: int
    guild_id: int
    at: float
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Redraw:
    """A message that names a deleted user: the board of a table's hand, or that of an event.

    Without either, it is a direct message to that user, or a message that they shared, which will
    be deleted.
    """

    channel_id: int
    message_id: int
    table_id: str | None = None
    hand_no: int = 0
    event_id: str | None = None
