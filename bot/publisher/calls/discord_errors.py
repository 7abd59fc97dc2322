"""Classifies the errors of Discord calls. No other module names discord.py's exceptions.

Callers catch `DISCORD_ERRORS` and act on `failure_of`, or let the error propagate: the component
router explains it to the waiting user.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

from bot.tables.errors import DiscordBusy, DiscordDown, DiscordError, DiscordRefused
from bot.tables.views import Note

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
SURELY_DISCORDS = (
    discord.HTTPException,
    discord.RateLimited,
    discord.InvalidData,
    aiohttp.ClientError,
)
DISCORD_ERRORS = (*SURELY_DISCORDS, OSError)
RETRY_SECONDS = 5.0
MOST_TRIES = 3
"""Attempts in all after unexpected refusals."""
LONGEST_TEXT = 300

NEWS_PAUSE_SECONDS = 1_200.0
"""How long to wait if Discord names no time: it allows three edits an hour (reported)."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
TOO_MANY_NEWS_EDITS = 20022  # of a message in an announcement channel
TOO_MANY_OLD_EDITS = 30046  # of a message older than an hour
ALREADY_ANSWERED = 40060
DM_CLOSED = 50007  # the user takes no direct messages from members of the server
TOKEN_OVER = 50027
THREAD_ARCHIVED = 50083
NO_MUTUAL_SERVER = 50278
CANNOT_DM = frozenset({DM_CLOSED, NO_MUTUAL_SERVER})
TOO_LATE = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, TOKEN_OVER})
GONE = TOO_LATE | CANNOT_DM | {UNKNOWN_MESSAGE}
OF_FILES = frozenset({0, 40005, 50035, 50045, 50046})
"""Codes of a 400 or 413 that a file may have caused, which is too large or can't be read."""
# documentation: Opcodes and Status Codes, "JSON Error Codes"
NOTES: Mapping[int, Note] = {
    UNKNOWN_CHANNEL: Note.PLACE_GONE,
    UNKNOWN_GUILD: Note.PLACE_GONE,
    40004: Note.SENDING_OFF,
    50001: Note.NOT_ALLOWED,
    50008: Note.WRONG_CHANNEL,
    50013: Note.NOT_ALLOWED,
    50024: Note.WRONG_CHANNEL,
    50035: Note.BAD_REQUEST,
    THREAD_ARCHIVED: Note.LOCKED,
    160005: Note.LOCKED,
    160006: Note.TOO_MANY_THREADS,
    160007: Note.TOO_MANY_NEWS_THREADS,
    200000: Note.AUTOMOD,
    400001: Note.NO_UPLOADS,
}


class Recovery(Enum):
    """What to do after a Discord call has failed."""

    OFFLINE = "offline"  # try again soon: the connection broke, or Discord is down
    LATER = "later"  # try again once the rate limit is over
    GONE = "gone"  # give up: the message, the token or the DM is gone
    FINAL = "final"  # give up: a retry cannot succeed, and `Failure.note` says why
    UNEXPECTED = "unexpected"  # try `MOST_TRIES` times in all: an unknown refusal


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed Discord call.

    `status`: of the response, None without one. `code`: Discord's, 0 without one. `text` is safe
    to log. `wait`: seconds until the next try. `note`: the explanation for players.
    """

    recovery: Recovery
    status: int | None = None
    code: int = 0
    text: str = ""
    wait: float = RETRY_SECONDS
    note: Note | None = None

    @property
    def is_temporary(self) -> bool:
        """True if a retry may succeed, however many have failed."""
        return self.recovery in (Recovery.OFFLINE, Recovery.LATER)

    @property
    def connection_broke(self) -> bool:
        """True if it is unknown whether Discord has carried out the request."""
        return self.recovery is Recovery.OFFLINE and self.status is None

    def __str__(self) -> str:
        if self.recovery is Recovery.LATER:
            return f"too many requests, next try in {self.wait:.0f} s"
        if self.status is None:
            return f"no answer from Discord ({self.text})"
        return f"Discord says {self.status}, {self.code}: {self.text}"


def failure_of(error: BaseException) -> Failure:
    """Classify one of `DISCORD_ERRORS`."""
    if isinstance(error, discord.RateLimited):
        return Failure(Recovery.LATER, wait=error.retry_after)
    if isinstance(error, discord.HTTPException):
        return _refusal(error)
    if isinstance(error, discord.InvalidData):
        return Failure(Recovery.UNEXPECTED, status=200, text=_in_one_line(str(error)))
    return Failure(Recovery.OFFLINE, text=_in_one_line(str(error) or type(error).__name__))


def discord_failure(error: BaseException | None) -> Failure | None:
    """Classify an error that surely comes from a Discord call, else return None.

    A bare OSError may come from anywhere.
    """
    return failure_of(error) if isinstance(error, SURELY_DISCORDS) else None


def as_table_error(failure: Failure) -> DiscordError:
    """Convert a failure to an error that services raise and the presenter explains."""
    if failure.recovery is Recovery.OFFLINE:
        return DiscordDown()
    if failure.recovery is Recovery.LATER:
        return DiscordBusy(math.ceil(failure.wait))
    return DiscordRefused(failure.note, failure.code)


def is_deleted(error: BaseException) -> bool:
    """Return True if a message of a channel has been deleted."""
    return failure_of(error).code == UNKNOWN_MESSAGE


def is_place_gone(error: BaseException) -> bool:
    """Return True if a channel or its server has been deleted."""
    return failure_of(error).note is Note.PLACE_GONE


def is_out_of_reach(error: BaseException) -> bool:
    """Return True if a private message is deleted or closed to the bot, or its token expired."""
    failure = failure_of(error)
    gone = failure.recovery is Recovery.GONE or failure.code == UNKNOWN_CHANNEL
    return gone or failure.status in (401, 404)


def uploads_refused(error: BaseException) -> bool:
    """Return True if Discord refuses files in this server."""
    return failure_of(error).note is Note.NO_UPLOADS


def picture_refused(error: BaseException) -> bool:
    """Return True if Discord may take the same request without its picture.

    Where files are refused in general, see `uploads_refused`.
    """
    failure = failure_of(error)
    return failure.status in (400, 413) and failure.code in OF_FILES


def retry_rank(error: BaseException) -> int:
    """Rank an error by how likely a retry succeeds; of several errors, the highest counts."""
    if not isinstance(error, DISCORD_ERRORS):
        return 1
    failure = failure_of(error)
    return 2 if failure.is_temporary else int(failure.recovery is not Recovery.FINAL)


async def quietly(sending: Awaitable[T], what: str) -> T | None:
    """Await a call that no one depends on; log a failure and return None."""
    try:
        return await sending
    except DISCORD_ERRORS as error:
        _LOG.info("%s failed: %s", what, failure_of(error))
        return None


def _refusal(error: discord.HTTPException) -> Failure:
    status = error.status
    code = error.code
    text = _in_one_line(error.text)
    note = NOTES.get(code)
    if status == 429:
        return Failure(Recovery.LATER, status, code, text, _retry_after(error, RETRY_SECONDS))
    if code == TOO_MANY_NEWS_EDITS:
        return Failure(Recovery.LATER, status, code, text, _retry_after(error, NEWS_PAUSE_SECONDS))
    if status >= 500 or status == 408:
        return Failure(Recovery.OFFLINE, status, code, text)
    if code in GONE:
        return Failure(Recovery.GONE, status, code, text)
    recovery = Recovery.UNEXPECTED if note is None else Recovery.FINAL
    return Failure(recovery, status, code, text, note=note)


def _retry_after(error: discord.HTTPException, otherwise: float) -> float:
    """Return the seconds that a refusal asks for; Cloudflare sends them only in the header."""
    headers = getattr(error.response, "headers", {})
    try:
        return float(headers["Retry-After"])
    except (KeyError, ValueError):
        return otherwise


def _in_one_line(text: str) -> str:
    """Quote and truncate a text, escaping line breaks and control characters."""
    return repr(text[:LONGEST_TEXT])
