"""Why the table service refuses. Each has a code and what a sentence needs; no wording here.

    TableError
    +-- NoSuchTable          no such table, or it is closed
    +-- TableElsewhere       the person's tables are in other channels
    +-- NotSeated            a watcher pressed a player's button
    +-- InNextHand           the person's seat is theirs from the next shake
    +-- HandSeen             has seen this hand's tiles, so sits nowhere else before the next
    +-- NotHost              only the host, or a manager of the server
    +-- SeatTaken            somebody sits there
    +-- NoSuchSeat           the table has fewer seats
    +-- TableFull
    +-- AlreadySeated        sits at another live table
    +-- ChannelBusy          a table lives in this channel
    +-- WrongStatus          not possible at this point of the table's life
    +-- SeatsOpen            start with empty seats
    +-- NotYourTurn
    +-- NotProven            the rest cannot be shown to be the leader's
    +-- NothingToClaim       nobody wants every trick in this contract
    +-- NotAsked             no claim waits for this person's answer
    +-- WhichTable           several tables could be meant
    +-- NotInThisChannel     the server's managers let tables open elsewhere
    +-- NoHost               the server's managers let others open tables
    +-- NotManager           only for who may manage the server
    +-- NoLeaderboard        the server's managers keep none
    +-- CannotPost           the bot lacks permissions in the channel
    +-- NoThread             no thread can be opened in the channel
    +-- EventTable           the event's host ends it, not its players
    +-- RuleTooHigh          a house rule's number is too high for a table
    +-- NoSuchHand           no finished hand that this person may see
    +-- NotInGame            the coach is for those who played in the game
    +-- GameNotOver          and speaks when it is over
    +-- UnknownButton        a button of another version of the program
    +-- NoLongerKept         the proof of a hand that is too old
    +-- ReviewNotReady       the review takes longer, or too many are being made
    +-- NoShakeWords         nothing that counts was typed for the shake
    +-- StillBusy            the last request of this kind is still running
    +-- TooFast              asked too often in a short time
    +-- DiscordError         Discord did not do its part
    |   +-- DiscordDown      it does not answer
    |   +-- DiscordBusy      it asks the bot to wait
    |   +-- DiscordRefused   it refused
    +-- TryAgain             the store did not save; nothing has changed

An act that the rules forbid raises the engine's own `IllegalAction`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .model import Status
from .views import Note, SeatLine


class TableError(Exception):
    """A request that the table service refuses."""


@dataclass
class NoSuchTable(TableError):
    """There is no such table any more. `number` is known where the table has ended."""

    number: int | None = None


@dataclass
class TableElsewhere(TableError):
    """There is no table in this channel. `channels` are those of the person's own tables."""

    channels: tuple[int, ...]


@dataclass
class NotSeated(TableError):
    """Only those who sit at the table may do this."""

    number: int


@dataclass
class InNextHand(TableError):
    """The person plays from the next hand on; until then a computer plays the seat."""

    number: int


@dataclass
class HandSeen(TableError):
    """The person has seen the tiles of a seat in this hand: no other one before the next shake."""

    seat: SeatLine


@dataclass
class NotHost(TableError):
    """Only the host of the table may do this."""

    host: str


@dataclass
class SeatTaken(TableError):
    """Somebody sits there. `by` is a name, `free` the seats still open."""

    by: str
    free: tuple[SeatLine, ...] = ()


@dataclass
class NoSuchSeat(TableError):
    """The table has only `count` seats."""

    count: int


@dataclass
class TableFull(TableError):
    """No seat is open."""

    number: int


@dataclass
class AlreadySeated(TableError):
    """The person sits at another live table."""

    table_id: str
    number: int
    channel_id: int
    guild_id: int | None = None


class ThreadRefusal(StrEnum):
    """Why no thread can be opened in a channel."""

    KIND = "kind"  # channels of this type have none
    RIGHTS = "rights"  # the bot lacks permissions there
    SERVER_FULL = "server_full"  # as many active threads as Discord allows a server
    NEWS_FULL = "news_full"  # the same, of the server's announcement channels
    OTHER = "other"


@dataclass
class NoThread(TableError):
    """No thread can be opened in a channel. `missing`: Discord's names of the permissions."""

    channel: str
    why: ThreadRefusal
    missing: tuple[str, ...] = ()


@dataclass
class ChannelBusy(TableError):
    """A table lives in this channel. `no_thread`: why another one can't have a thread there."""

    number: int
    no_thread: NoThread | None = None


@dataclass
class WrongStatus(TableError):
    """This can't be done at the present point of the table's life."""

    number: int
    status: Status


@dataclass
class SeatsOpen(TableError):
    """A hand cannot begin with empty seats. `count` of them are open."""

    count: int


@dataclass
class NotYourTurn(TableError):
    """Somebody else is in turn; `name` is None when nobody is."""

    name: str | None


@dataclass
class NotProven(TableError):
    """A claim that is not granted. `leads`: whether the claimer is to lead, as the rules want."""

    leads: bool


class NothingToClaim(TableError):
    """A claim in a contract where every trick is a loss."""


@dataclass
class NotAsked(TableError):
    """No claim waits for this person's answer. `claimer`: the name of whoever claims, if any."""

    claimer: str | None


@dataclass
class WhichTable(TableError):
    """Several tables could be meant, or none. `numbers` lists them."""

    numbers: tuple[int, ...] = field(default=())


@dataclass
class NotInThisChannel(TableError):
    """Tables of this server open in these channels, by Discord's ids."""

    channels: tuple[int, ...]


@dataclass
class NoHost(TableError):
    """Only people with this role, by Discord's id, open tables and events in this server."""

    role: int


@dataclass
class NotManager(TableError):
    """Only people who may manage the server do this."""


@dataclass
class NoLeaderboard(TableError):
    """The managers of this server keep no leaderboard."""


@dataclass
class CannotPost(TableError):
    """The bot may not post in a channel. `missing`: Discord's names of the permissions."""

    channel: str
    missing: tuple[str, ...]


class EventTable(TableError):
    """The table belongs to an event, which goes on with it."""


@dataclass
class RuleTooHigh(TableError):
    """The number of the house rule `option` is higher than `most`, the highest at a table."""

    option: str
    most: int


class UnknownButton(TableError):
    """A button that this version of the program does not know."""


class NoSuchHand(TableError):
    """There is no such finished hand, or none that this person may see."""


class NotInGame(TableError):
    """The person who asks did not play in that game."""


class GameNotOver(TableError):
    """That game still goes on."""


@dataclass
class ReviewNotReady(TableError):
    """The review of a hand is not there yet; `begun` says that it is being made."""

    begun: bool


class NoLongerKept(TableError):
    """The table has ended so long ago that only its results are kept."""


class NoShakeWords(TableError):
    """What was typed for the shake has no letter and no digit."""


class Limited(StrEnum):
    """What people may not ask for without end; how often is said in `tables/limits.py`."""

    PRESS = "press"  # any button or command
    OPEN = "open"  # a table or an event
    THREAD = "thread"
    BOARD = "board"  # a board posted anew
    HINT = "hint"
    CLAIM = "claim"
    REVIEW = "review"
    OWN_DATA = "own data"  # what is kept of a person: shown, copied, deleted
    REPLAY = "replay"
    RECORD = "record"  # a record or a proof
    SHAKE = "shake"  # words for the shake
    SHARE = "share"  # a moment or a hand shown to a channel


class StillBusy(TableError):
    """The same person's last request of this kind is still being worked on."""


@dataclass
class TooFast(TableError):
    """Asked too often. In `seconds` it would do; `everyone`: all of a server asked so much."""

    seconds: int
    everyone: bool


@dataclass
class ShutOut(TableError):
    """The host has shut this person out, or `everyone` of this server."""

    everyone: bool


class DiscordError(TableError):
    """Discord did not do what was asked for."""


class DiscordDown(DiscordError):
    """Discord does not answer."""


@dataclass
class DiscordBusy(DiscordError):
    """Discord asks the bot to wait so many seconds."""

    seconds: int


@dataclass
class DiscordRefused(DiscordError):
    """Discord refused. `note`: why, None where nobody foresaw it; `code`: Discord's own."""

    note: Note | None
    code: int


class TryAgain(TableError):
    """The act was not saved; nothing has changed."""
