"""Fixtures: a sandbox and the demo bot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.sandbox.demo_bot import DemoBot
from tests.sandbox.payloads import command, option
from tests.support.discord_at import running
from tests.support.patience import TexasSandbox, unhurried


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with unhurried(TexasSandbox()) as place:
        place.gateway.starts.paced = False
        yield place


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[DemoBot]:
    client = DemoBot()
    async with running(client, sandbox):
        yield client


@pytest.fixture
def ana(sandbox: Sandbox) -> SimulatedUser:
    return sandbox.people[0]


@pytest.fixture
def bo(sandbox: Sandbox) -> SimulatedUser:
    return sandbox.people[1]


@pytest.fixture
async def http(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    """An HTTP session with the bot's token, without discord.py's checks."""
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


async def ask(
    sandbox: Sandbox, http: aiohttp.ClientSession, method: str, path: str, body: Any = None
) -> tuple[int, Any]:
    """Send a request and return the status and the JSON of the response."""
    async with http.request(method, f"{sandbox.api_base}{path}", json=body) as response:
        if response.status == 204:
            return 204, None
        assert response.headers["Content-Type"] == "application/json"
        return response.status, await response.json()


async def call_back(sandbox: Sandbox, http: aiohttp.ClientSession, act: str, body: Any) -> Any:
    """Start an interaction without a bot and answer it by hand."""
    commands = f"/applications/{sandbox.state.bot_id}/commands"
    await ask(sandbox, http, "PUT", commands, [command(options=[option(autocomplete=True)])])
    made = sandbox.commands.all()[0]
    ana = sandbox.people[0]
    request = {"op": act, "channel": sandbox.channel_id, "command": made["id"], "options": []}
    sandbox.actions.handle(ana.id, {**request, "nonce": 1}, lambda _frame: None)
    interaction = list(sandbox.interactions.by_id.values())[-1]
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    return await ask(sandbox, http, "POST", path, body)
