"""Each connection failure has its message and exit status."""

from __future__ import annotations

import errno
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.link.troubles import trouble_of
from bot.runtime.errors import StartError, Unreachable

from .conftest import NOON, refused

HOUR = 3600.0
BANNED = "Discord has banned this machine's address for too many requests"


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


def gateway_not_found(cause: Exception) -> discord.GatewayNotFound:
    error = discord.GatewayNotFound()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "sentence", "seconds"),
    [
        (refused(503, "upstream connect error"), "Discord is down (status 503)", None),
        (gateway_not_found(refused(502)), "Discord is down (status 502)", None),
        (
            refused(429, "error code: 1015", Retry_After="3600"),
            f"{BANNED} until 2026-08-04 13:00 UTC",
            HOUR,
        ),
        (
            refused(429, "<!DOCTYPE html>\n<title>Access denied</title>"),
            f"{BANNED} and does not say for how long",
            None,
        ),
        (
            discord.RateLimited(23 * HOUR),
            "Discord rate-limits this bot until 2026-08-05 11:00 UTC",
            23 * HOUR,
        ),
        (
            refused(429, {"message": "slow down", "code": 0}, Retry_After="60", Via="1.1 google"),
            "Discord rate-limits this bot until 2026-08-04 12:01 UTC",
            60.0,
        ),
        (
            refused(403, {"message": "Missing Access", "code": 50001}),
            "Discord refused the bot's request: status 403, code 50001, Missing Access",
            None,
        ),
        (
            aiohttp.ClientOSError(111, "Connection refused"),
            "Discord cannot be reached: Connection refused; check the network and DISCORD_API_BASE",
            None,
        ),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "this machine prevents the bot from connecting to Discord: Too many open files",
            None,
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "/etc/ssl/cert.pem"),
            "this machine prevents the bot from connecting to Discord: /etc/ssl/cert.pem: "
            "Permission denied",
            None,
        ),
        (
            TimeoutError(),
            "Discord cannot be reached: TimeoutError; check the network and DISCORD_API_BASE",
            None,
        ),
    ],
)
def test_temporary_trouble_has_its_cause_and_its_end(
    error: Exception, sentence: str, seconds: float | None
) -> None:
    trouble = trouble_of(error, NOON)
    assert (trouble.sentence, trouble.seconds) == (sentence, seconds)


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (discord.LoginFailure("x"), "DISCORD_TOKEN"),
        (refused(401, {"message": "401: Unauthorized", "code": 0}), "DISCORD_TOKEN"),
        (closed(4004), "DISCORD_TOKEN because the token was reset"),
        (closed(4010), "SHARD_COUNT and SHARD_IDS"),
        (closed(4011), "raise SHARD_COUNT"),
        (closed(4012), "install a newer version"),
        (closed(4013), "install a newer version"),
        (discord.PrivilegedIntentsRequired(0), "install a newer version"),
    ],
)
def test_permanent_trouble_ends_the_start_with_instructions(error: Exception, named: str) -> None:
    with pytest.raises(StartError, match=named) as ended:
        trouble_of(error, NOON)
    assert not isinstance(ended.value, Unreachable)


def test_other_close_codes_may_succeed_at_the_next_start() -> None:
    with pytest.raises(Unreachable, match="code 4999"):
        trouble_of(closed(4999), NOON)
