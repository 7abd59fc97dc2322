"""Points discord.py at a sandbox, and runs a client against it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from discord_sandbox.server import Sandbox


@contextlib.contextmanager
def discord_at(sandbox: Sandbox) -> Iterator[None]:
    """Redirect discord.py's REST, gateway and CDN traffic to the sandbox."""
    before = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)
    Route.BASE = sandbox.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    Asset.BASE = sandbox.cdn_base
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@contextlib.asynccontextmanager
async def logged_in(sandbox: Sandbox) -> AsyncIterator[discord.Client]:
    """Log a client in for REST requests, without a gateway connection."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    with discord_at(sandbox):
        await client.login(sandbox.token)
        try:
            yield client
        finally:
            await client.close()


@contextlib.asynccontextmanager
async def running(client: discord.Client, sandbox: Sandbox) -> AsyncIterator[asyncio.Task[Any]]:
    """Run a client on the sandbox; it is ready when the block begins."""
    with discord_at(sandbox):
        await client.login(sandbox.token)
        task = asyncio.create_task(client.connect())
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            done, _ = await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
            if task in done:
                await task
            while any(guild.unavailable for guild in client.guilds):  # noqa: ASYNC110
                await asyncio.sleep(0)  # they follow; discord.py does not wait for them for long
            yield task
        finally:
            ready.cancel()
            await client.close()
            with contextlib.suppress(asyncio.CancelledError):
                await task
