"""The quarantine of bots that open many DMs, as documented under Create DM."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from discord_sandbox.api.spam_guard import NEW_DMS, WINDOW_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.sandbox.conftest import ask
from tests.support.patience import TexasSandbox

QUARANTINED = (403, 20026)
OK = (200, None)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    people = [f"P{number}" for number in range(NEW_DMS + 2)]
    async with TexasSandbox(people=people, limits=False) as place:
        yield place


async def _create_dm(
    sandbox: Sandbox, http: aiohttp.ClientSession, person: SimulatedUser
) -> tuple[int, int | None]:
    body = {"recipient_id": person.id}
    status, answer = await ask(sandbox, http, "POST", "/users/@me/channels", body)
    return status, answer.get("code")


async def _write(
    sandbox: Sandbox, http: aiohttp.ClientSession, channel: str | None
) -> tuple[int, int | None]:
    path = f"/channels/{channel}/messages"
    body = {"content": "x"}
    status, answer = await ask(sandbox, http, "POST", path, body)
    return status, answer.get("code")


async def test_bot_that_opens_many_dms_in_an_hour_is_quarantined(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    *most, last, another = sandbox.people
    assert {await _create_dm(sandbox, http, person) for person in most} == {OK}
    assert await _create_dm(sandbox, http, most[0]) == OK  # already open, so it does not count
    assert await _create_dm(sandbox, http, last) == QUARANTINED
    sandbox.clock.move(WINDOW_SECONDS)
    assert await _create_dm(sandbox, http, another) == QUARANTINED
    assert (last.dm, another.dm) == (None, None)


async def test_dms_opened_an_hour_apart_do_not_add_up(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    *most, last, another = sandbox.people
    for person in most:
        assert await _create_dm(sandbox, http, person) == OK
    sandbox.clock.move(WINDOW_SECONDS)
    assert {await _create_dm(sandbox, http, person) for person in (last, another)} == {OK}


async def test_quarantined_bot_reaches_only_users_it_has_messaged(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    known, stranger, *_ = sandbox.people
    for person in (known, stranger):
        assert await _create_dm(sandbox, http, person) == OK
    assert await _write(sandbox, http, known.dm) == OK
    sandbox.spam_guard.quarantined = True
    assert await _write(sandbox, http, known.dm) == OK
    assert await _write(sandbox, http, stranger.dm) == QUARANTINED
    assert await _write(sandbox, http, sandbox.channel_id) == OK
    sandbox.spam_guard.quarantined = False
    assert await _write(sandbox, http, stranger.dm) == OK
