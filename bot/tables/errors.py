"""Refusals: of the table service, and of what people ask beside a table, also by Discord.

Each has the facts for a sentence, no wording. `number`: the table's, None where it has no place.
Those of the daily hand and of questions are `TableError`s, too, and stand in `daily/errors.py` and
`asked/errors.py`. Not among them: the events' `EventError`, and the engine's `IllegalAction` for an
act that breaks the game's rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .model import Place, Status
from .views import Note, SeatLine


class TableError(Exception):
    """A request that was refused, or that failed."""


@dataclass
class NoSuchTable(TableError):
    """The table does not exist, or has ended; `number` is known if it has ended."""

    number: int | None = None


class NeedsServer(TableError):
    """The request works in a server, and this is a direct message."""


@dataclass
class TableElsewhere(TableError):
    """A person's own tables are elsewhere, in these places.

    `paused`: none is in play; the only one may have lost its channel.
    """

    places: tuple[Place, ...]
    paused: bool = False


@dataclass
class NotSeated(TableError):
    """The user is not seated at the table."""

    number: int | None


@dataclass
class InNextHand(TableError):
    """The user joins at the next shake; until then a computer plays the seat."""

    number: int | None


@dataclass
class HandSeen(TableError):
    """The user has seen a seat's tiles, so they can't take another before the next shake."""

    seat: SeatLine


@dataclass
class NotHost(TableError):
    """The user is not the host of the table."""

    host: str


@dataclass
class SeatTaken(TableError):
    """The seat is taken. `by` is the occupant's name, `free` lists the open seats."""

    by: str
    free: tuple[SeatLine, ...] = ()


@dataclass
class SeatHeld(TableError):
    """The seat, or each open one, is held for others until a time. `free` lists the rest."""

    names: tuple[str, ...]
    until: float
    free: tuple[SeatLine, ...] = ()


@dataclass
class NoSuchSeat(TableError):
    """The table has only `count` seats."""

    count: int


@dataclass
class TableFull(TableError):
    """No seat is open."""

    number: int | None


@dataclass
class AlreadySeated(TableError):
    """The user sits at another live table; `place` is None if that has none."""

    table_id: str
    place: Place | None


class ThreadRefusal(StrEnum):
    """The reason why no thread can be opened in a channel."""

    KIND = "kind"  # channel type without threads
    RIGHTS = "rights"  # missing permissions
    SERVER_FULL = "server_full"  # Discord's limit of active threads per server
    NEWS_FULL = "news_full"  # the same limit for announcement channels
    OTHER = "other"


@dataclass
class NoThread(TableError):
    """No thread can be opened in a channel. `missing`: Discord's names of the permissions."""

    channel: str
    why: ThreadRefusal
    missing: tuple[str, ...] = ()


@dataclass
class ChannelBusy(TableError):
    """The channel already has a table. `no_thread`: why a thread can't be opened there either."""

    number: int
    no_thread: NoThread | None = None


@dataclass
class WrongStatus(TableError):
    """The request is not possible in the table's current status; `number` as in `Table`."""

    number: int | None
    status: Status


@dataclass
class GameGoesOn(TableError):
    """A table is set up in its lobby, or after its game or match."""

    number: int | None
    match: bool


@dataclass
class SeatsOpen(TableError):
    """The hand cannot begin: `count` seats are open."""

    count: int


@dataclass
class TooManyPeople(TableError):
    """The game has `seats` seats, fewer than the `people` who sit here."""

    seats: int
    people: int


@dataclass
class NotYourTurn(TableError):
    """It is not the user's turn; `name` is the player in turn, or None."""

    name: str | None


@dataclass
class NotProven(TableError):
    """The claim is not granted. `leads`: True if the claimer is on lead, as the rules require."""

    leads: bool


class NoLayingDown(TableError):
    """The hand is of deals that people play to the end, such as the lesson."""


class NothingToClaim(TableError):
    """In this contract taking tricks loses, so there is nothing to claim."""


@dataclass
class NotAsked(TableError):
    """No claim awaits this user's answer. `claimer`: the name of a current claimer, if any."""

    claimer: str | None


@dataclass
class NotInThisChannel(TableError):
    """Tables of this server open only in these channels, by Discord id."""

    channels: tuple[int, ...]


@dataclass
class NoHost(TableError):
    """Only people with this role, by Discord id, may open tables in this server."""

    role: int


@dataclass
class NoEventHost(TableError):
    """Only people with this role, by Discord id, may open events here; if None, only managers."""

    role: int | None


@dataclass
class NotManager(TableError):
    """The user may not manage the server."""


class MaySayNothing(TableError):
    """The user may not write in this channel, so the bot posts nothing there for them."""


@dataclass
class NoLeaderboard(TableError):
    """This server has leaderboards turned off."""


@dataclass
class CannotPost(TableError):
    """The bot may not post in a channel. `missing`: Discord's names of the permissions."""

    channel: str
    missing: tuple[str, ...]


@dataclass
class NoChat(TableError):
    """Messages can't be posted in a channel of this type, for instance a forum."""

    channel: str


class EventTable(TableError):
    """The table belongs to an event and ends with it."""


@dataclass
class RuleTooHigh(TableError):
    """The number of the house rule `option` exceeds `most`, the limit at a table."""

    option: str
    most: int


@dataclass
class PresetsFull(TableError):
    """The server has saved as many presets as it can."""

    most: int


class NoPresetName(TableError):
    """The name for a preset has nothing that can be seen."""


@dataclass
class NameTaken(TableError):
    """Another preset of the server has this name."""

    name: str


class NoSuchPreset(TableError):
    """The server's preset was deleted."""


class UnknownButton(TableError):
    """The button is unknown to this version of the program."""


class OutdatedCommand(TableError):
    """The typed command, or a choice in it, has another form in this version of the program."""


class NoSuchHand(TableError):
    """The finished hand does not exist, or this user may not see it."""


class PlayedByOlderRules(NoSuchHand):
    """The finished hand can't be replayed: a rule has changed since it was played."""


class NotInGame(TableError):
    """The user did not play in that game."""


class GameNotOver(TableError):
    """That game is still in progress."""


@dataclass
class HintsOff(TableError):
    """People play each other here without hints; `fixed`: in an event or a match."""

    fixed: bool


@dataclass
class ReviewNotReady(TableError):
    """The review of a hand is not ready; `begun`: True if it is running."""

    begun: bool


class NoLongerKept(TableError):
    """The table ended so long ago that only its results remain."""


class DealtAsLesson(TableError):
    """The hand was a lesson, dealt by a published shake, so there is nothing to prove."""


class NoShakeWords(TableError):
    """The words for the shake have neither letters nor digits."""


class RequestKind(StrEnum):
    """The kinds of rate-limited requests; `tables/limits.py` sets the rates."""

    PRESS = "press"  # any button or command
    COMPLETION = "completion"  # choices offered while a command is typed
    OPEN = "open"  # a table or an event
    INVITE = "invite"
    THREAD = "thread"
    BOARD = "board"  # a board posted again
    HINT = "hint"
    CLAIM = "claim"
    REVIEW = "review"
    OWN_DATA = "own data"  # a person's data: shown, copied, deleted
    REPLAY = "replay"
    HISTORY = "history"  # a person's games, or the hands of one
    RESULTS = "results"  # a leaderboard or a profile
    RECORD = "record"  # a record or a proof
    SHAKE = "shake"  # words for the shake
    SHARE = "share"  # a replay or a hand posted to a channel
    ASK = "ask"  # the chances of a hand
    DIAGNOSE = "diagnose"  # what the bot needs in a channel


class StillBusy(TableError):
    """The user's last request of this kind is still running."""


@dataclass
class TooFast(TableError):
    """Rate limited; retry in `seconds`. `everyone`: the limit of the whole server was reached."""

    seconds: int
    everyone: bool


@dataclass
class ShutOut(TableError):
    """The host has blocked this user, or this server if `everyone`."""

    everyone: bool


class DiscordError(TableError):
    """A Discord call failed."""


class DiscordDown(DiscordError):
    """Discord does not respond."""


@dataclass
class DiscordBusy(DiscordError):
    """Discord asks the bot to wait for some seconds."""

    seconds: int


@dataclass
class DiscordRefused(DiscordError):
    """Discord refused. `note`: the known reason, or None; `code`: Discord's error code."""

    note: Note | None
    code: int


class TryAgain(TableError):
    """The change was not saved; nothing has changed."""
