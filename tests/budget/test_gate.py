"""Every request to Discord passes the queue, where it is sent; answers to interactions don't."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import discord
import pytest

from bot.budget.gate import guarded
from bot.budget.kinds import Kind
from bot.budget.queue import RequestQueue
from discord_sandbox.server import Sandbox
from tests.support.discord_at import discord_at
from tests.support.house import HandClock
from tests.support.patience import TexasSandbox


@dataclass
class Seen:
    """A sandbox, a client whose requests pass a queue, and what those were for."""

    sandbox: Sandbox
    clock: HandClock = field(default_factory=HandClock)
    kinds: list[str] = field(default_factory=list)
    refused: list[None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.queue = RequestQueue(self.clock, on_request=self.note)
        api = self.sandbox.api_base
        self.trace = guarded(self.queue, api, lambda: self.refused.append(None))
        self.client = discord.Client(intents=discord.Intents.none(), http_trace=self.trace)

    def note(self, kind: str, _waited: float) -> None:
        self.kinds.append(kind)

    @property
    def channel(self) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(int(self.sandbox.channel_id))


@pytest.fixture
async def seen() -> AsyncIterator[Seen]:
    async with TexasSandbox() as sandbox:
        found = Seen(sandbox)
        with discord_at(sandbox):
            await found.client.login(sandbox.token)
            yield found
            await found.client.close()


async def test_the_connection_goes_before_everything(seen: Seen) -> None:
    await seen.client.http.get_bot_gateway()
    await seen.client.http.get_global_commands(seen.client.application_id or 0)  # a start waits
    assert len(seen.kinds) > 2
    assert set(seen.kinds) == {"connection"}


async def test_each_try_of_a_request_passes(seen: Seen) -> None:
    seen.kinds.clear()
    seen.sandbox.add_fault("POST /channels/*/messages", status=429, retry_after=0.001)
    await seen.channel.send("hello")
    assert seen.kinds == ["rest", "rest"]


async def test_global_limit_stops_the_queue(seen: Seen) -> None:
    seen.sandbox.add_fault("POST /channels/*/messages", status=429, retry_after=0.001, global_=True)
    sending = asyncio.create_task(seen.channel.send("hello"))
    while not seen.refused:  # noqa: ASYNC110 - the answer comes by the network
        await asyncio.sleep(0)
    assert not seen.sandbox.people[0].messages(seen.sandbox.channel_id)
    while not seen.queue.waiting(Kind.REST):  # noqa: ASYNC110 - discord.py tries again
        await asyncio.sleep(0.001)
    assert not sending.done()
    await asyncio.sleep(0)
    seen.clock.move(1.0)
    await sending
    assert len(seen.sandbox.people[0].messages(seen.sandbox.channel_id)) == 1


async def test_limits_that_many_bots_share_and_other_errors_are_no_refusals(seen: Seen) -> None:
    seen.sandbox.add_fault("POST /channels/*/messages", status=429, retry_after=0.001)
    await seen.channel.send("hello")  # the sandbox calls its injected limit a shared one
    with pytest.raises(discord.NotFound):
        await seen.client.get_partial_messageable(1).send("hello")
    assert seen.refused == []


async def test_a_denied_request_is_a_refusal(seen: Seen) -> None:
    seen.sandbox.add_fault("POST /channels/*/messages", code=50013)
    with pytest.raises(discord.Forbidden):
        await seen.channel.send("hello")
    assert len(seen.refused) == 1


async def test_answers_to_interactions_and_files_never_wait(seen: Seen) -> None:
    seen.queue.stop_for(1e9)
    session = aiohttp.ClientSession(trace_configs=[seen.trace])
    async with session, asyncio.timeout(20):
        for method, path in (
            ("POST", "interactions/1/token/callback"),
            ("POST", "webhooks/1/token"),
            ("PATCH", "webhooks/1/token/messages/@original"),
        ):
            address = f"{seen.sandbox.api_base}/{path}"
            async with session.request(method, address, json={}) as response:
                assert response.status >= 400
        async with session.get(f"{seen.sandbox.cdn_base}/attachments/1/2/x.png") as response:
            assert response.status == 404
    assert set(seen.kinds) == {"connection"}


async def test_broken_connection_frees_its_place(clock: HandClock) -> None:
    async with TexasSandbox() as sandbox:
        queue = RequestQueue(clock, per_second=1.2)
        trace = guarded(queue, sandbox.api_base)
        path = f"{sandbox.api_base}/channels/{sandbox.channel_id}/messages"
        sandbox.add_fault("POST /channels/*/messages", reset=True)
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            with pytest.raises(aiohttp.ClientError):
                await session.post(path, json={})
            clock.move(1.0)
            async with asyncio.timeout(20), session.post(path, json={}):
                pass
