"""Why the bot can't connect to Discord: a sentence for the host, and whether waiting helps."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

import aiohttp
import discord

from bot.runtime.errors import StartError, Unreachable

LINK_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    discord.GatewayNotFound,
    discord.LoginFailure,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    OSError,
)
"""The errors of discord.py if it can't reach Discord or Discord rejects the bot."""
OF_THIS_MACHINE = frozenset(
    {errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOENT, errno.ENOMEM}
    | {errno.ENOSPC, errno.EROFS, errno.EIO}
)
"""Operating system errors that have nothing to do with the network."""
MOST_LETTERS = 200
BANNED_PAUSE_SECONDS = 60.0

_DISALLOWED_INTENTS = 4014
_LOGIN_REFUSED = "Discord refuses DISCORD_TOKEN; copy it again from the Developer Portal"
_NEW_VERSION = "install a newer version of the bot"
_CLOSED = {
    4004: (
        "Discord no longer accepts DISCORD_TOKEN because the token was reset; "
        "copy the new one from the Developer Portal"
    ),
    4010: "Discord refuses this process's shards; correct SHARD_COUNT and SHARD_IDS",
    4011: "the bot is in too many servers for its shards; raise SHARD_COUNT, or leave it empty",
    4012: f"Discord has retired the API version that this bot uses; {_NEW_VERSION}",
    4013: f"Discord does not know the intents that this bot asks for; {_NEW_VERSION}",
    _DISALLOWED_INTENTS: f"Discord does not allow the intents that this bot needs; {_NEW_VERSION}",
}
"""Explanations of gateway close codes after which reconnecting is useless."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the bot can't connect now.

    `seconds`: how long it lasts, if Discord says so; otherwise `pause` is the least time to wait.
    """

    sentence: str
    seconds: float | None = None
    pause: float = 0.0


def trouble_of(error: Exception, now: float) -> Trouble:
    """Explain why discord.py failed to connect at this Unix time.

    Raises StartError if the host must change something first.
    """
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, Exception):
        return trouble_of(error.__cause__, now)
    if isinstance(error, discord.LoginFailure):
        raise StartError(_LOGIN_REFUSED)
    if isinstance(error, discord.PrivilegedIntentsRequired):
        raise StartError(_CLOSED[_DISALLOWED_INTENTS])
    if isinstance(error, discord.ConnectionClosed):
        if error.code in _CLOSED:
            raise StartError(_CLOSED[error.code])
        raise Unreachable(f"Discord closed the connection (code {error.code})")
    if isinstance(error, discord.RateLimited):
        return _rate_limit(error.retry_after, now)
    if isinstance(error, discord.HTTPException):
        return _refusal(error, now)
    if isinstance(error, (aiohttp.ClientError, OSError)):
        why = _first_line(getattr(error, "strerror", None) or str(error) or type(error).__name__)
        if getattr(error, "errno", None) in OF_THIS_MACHINE:
            named = getattr(error, "filename", None)
            what = f"{named}: {why}" if named else why
            return Trouble(f"this machine prevents the bot from connecting to Discord: {what}")
        return Trouble(f"Discord cannot be reached: {why}; check the network and DISCORD_API_BASE")
    return Trouble(f"Discord's gateway refused the connection ({type(error).__name__})")


def _refusal(error: discord.HTTPException, now: float) -> Trouble:
    if error.status == HTTPStatus.UNAUTHORIZED:
        raise StartError(_LOGIN_REFUSED)
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Trouble(f"Discord is down (status {error.status})")
    if error.status != HTTPStatus.TOO_MANY_REQUESTS:
        return Trouble(f"Discord refused the bot's request: {describe_error(error)}")
    seconds = requested_pause(error)
    if "Via" in error.response.headers and seconds is not None:
        return _rate_limit(seconds, now)
    banned = "Discord has banned this machine's address for too many requests"
    if seconds is None:
        return Trouble(f"{banned} and does not say for how long", pause=BANNED_PAUSE_SECONDS)
    return Trouble(f"{banned} until {date(now + seconds)}", seconds)


def _rate_limit(seconds: float, now: float) -> Trouble:
    return Trouble(f"Discord rate-limits this bot until {date(now + seconds)}", seconds)


def requested_pause(error: Exception) -> float | None:
    """Return the seconds that Discord asks the bot to wait; None if it names none."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException):
        try:
            return float(error.response.headers["Retry-After"])
        except (KeyError, ValueError):
            return None
    return None


def describe_error(error: Exception) -> str:
    """Format Discord's own error: status, code, and text."""
    if isinstance(error, discord.HTTPException):
        return _first_line(f"status {error.status}, code {error.code}, {error.text or 'no reason'}")
    return _first_line(str(error) or type(error).__name__)


def _first_line(text: str) -> str:
    return " ".join(text.split("\n", 1)[0].split())[:MOST_LETTERS]


def date(seconds: float) -> str:
    """Format a Unix time for the host."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
