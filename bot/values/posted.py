"""The messages that the bot has posted and keeps up to date, as the store records them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

EVERYBODY = 0
"""The reader of a message that everybody in its channel sees."""
NO_MESSAGE = 0
"""The id of a message that is gone: its entry only counts the occasions."""
ONE_LINE = "one line"
"""The digest of a card that was shrunk; the digests of contents are hexadecimal."""


class PostedKind(StrEnum):
    """What a message shows: `about` and `part` of its key depend on it."""

    BOARD = "board"  # a hand at a table, later its result; about a table, part: the hand
    HAND = "hand"  # a player's dominoes, in their DM; about a table, part: the hand
    PING = "ping"  # of the player in turn; about a table
    HELD_SEATS = "held seats"  # to those for whom a lobby holds seats; about it, reader: of a DM
    INVITATION = "invitation"  # about a table, part: when it was asked for; reader: of a DM
    EVENT = "event"  # about an event, part: the round
    DAY = "day"  # a person's daily hand, in their DM; about a day, as yyyy-mm-dd
    DAY_BOARD = "day board"  # about a day, part: the server
    WEEK_BOARD = "week board"  # about the day that the week ends with, part: the server
    PLAN = "plan"  # about a plan, part: the number of its date, from 1
    PLAN_CALL = "plan call"  # the mention before a plan's date, with the same part
    VOTE = "vote"  # about a vote
    REPORTS = "reports"  # reader: the host; part: the number of the first report
    WELCOME = "welcome"  # part: the server
    SHARED = "shared"  # reader: who shared it; about what, part: the channel
    TRIAL = "trial"  # whether posting works; part: the channel, or in the DM of a reader


class PostedState(StrEnum):
    """What is still to be done with a message."""

    LIVE = "live"  # it is kept up to date
    RETIRING = "retiring"  # it is to lose its buttons: a newer one has taken its place
    DELETING = "deleting"  # it is to be deleted: a newer one has taken its place
    OVER = "over"  # nothing but to redraw it without a person who deleted their data


@dataclass(frozen=True, slots=True)
class PostedKey:
    """What a message is about, for whom, and which occasion of it: a hand, a round, a server."""

    kind: PostedKind
    about: str
    part: int = 0
    user_id: int = EVERYBODY


@dataclass(frozen=True, slots=True)
class Posted:
    """A message on Discord, unique by key and occasion.

    `occasion` counts, from 1, the messages posted under the same key, deleted ones included.
    `guild_id`: 0 in a DM. `digest` identifies its content, so that nothing is sent twice; it is
    empty while the content is unknown. `at`: when it was posted, in Unix seconds.
    """

    key: PostedKey
    occasion: int
    guild_id: int
    channel_id: int
    message_id: int
    digest: str = ""
    state: PostedState = PostedState.LIVE
    at: float = 0.0
