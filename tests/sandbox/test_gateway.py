"""The gateway: identify, heartbeats, resume, invalid sessions, shards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running
from tests.support.patience import PATIENCE, TexasSandbox

Json = dict[str, Any]
PLAIN = (1 << 0) | (1 << 9) | (1 << 12)


class Raw:
    """A minimal gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def get(self) -> Json:
        message = await self.socket.receive(timeout=PATIENCE)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return message.json()

    async def event(self, name: str) -> Json:
        while True:
            frame = await self.get()
            if frame["t"] == name:
                return frame

    async def closed(self) -> int:
        while not self.socket.closed:
            await self.socket.receive(timeout=PATIENCE)
        assert self.socket.close_code is not None
        return self.socket.close_code

    async def identify(self, intents: int = PLAIN, **fields: Any) -> Json:
        data = {"token": self.token, "intents": intents, "properties": {}, **fields}
        await self.send(2, data)
        return (await self.event("READY"))["d"]


@asynccontextmanager
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.gateway_url}/?v=10&encoding=json") as socket,
    ):
        client = Raw(socket, sandbox.token)
        assert (await client.get())["op"] == 10
        yield client


async def test_bot_becomes_ready_with_its_server(sandbox: Sandbox, bot: DemoBot) -> None:
    guild = bot.get_guild(int(sandbox.guild_id))
    assert guild.name == "Texas"
    assert [channel.name for channel in guild.text_channels] == ["dominoes", "general"]
    assert guild.me.guild_permissions.send_messages
    assert {command["name"] for command in sandbox.commands.all()} >= {"table", "bid", "play"}


async def test_heartbeat_is_acknowledged(sandbox: Sandbox) -> None:
    async with raw(sandbox) as client:
        await client.send(1, None)
        assert (await client.get())["op"] == 11


async def test_silent_client_is_timed_out() -> None:
    async with TexasSandbox(heartbeat_interval=0.02) as sandbox, raw(sandbox) as client:
        await client.identify()
        assert await client.closed() == 4009


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "x", "intents": 0}, 4004),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": 0, "shard": [2, 2]}, 4010),
        (3, {}, 4003),
        (6, {"session_id": "x", "seq": 0, "token": "x"}, 4004),
    ],
)
async def test_invalid_first_payload_closes_with_its_code(
    sandbox: Sandbox, op: int, data: Json, code: int
) -> None:
    async with raw(sandbox) as client:
        await client.send(op, {"token": sandbox.token, **data})
        assert await client.closed() == code


async def test_protocol_violation_closes_with_its_code(sandbox: Sandbox) -> None:
    async with raw(sandbox) as client:
        await client.identify()
        await client.send(99, None)
        assert await client.closed() == 4001
    async with raw(sandbox) as client:
        await client.socket.send_str("no json")
        assert await client.closed() == 4002
    async with raw(sandbox) as client:
        for _ in range(121):
            await client.send(1, None)
        assert await client.closed() == 4008


async def test_dropped_connection_resumes_and_replays_events(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    await sandbox.disconnect()
    ana.say(sandbox.channel_id, "said while you were away")
    await bot.wait_for("resumed", timeout=PATIENCE)
    assert [message.channel.name for message in bot.seen] == ["dominoes"]
    assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)


async def test_interaction_during_an_outage_arrives_on_resume(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    await sandbox.disconnect()
    outcome = await ana.command("bid", sandbox.channel_id, call=30)
    assert outcome.ok
    assert sandbox.gateway.resumes == 1


async def test_reconnect_request_is_followed(sandbox: Sandbox, bot: DemoBot) -> None:
    sandbox.reconnect()
    await bot.wait_for("resumed", timeout=PATIENCE)
    assert sandbox.gateway.identifies == 1


async def test_resumable_session_is_resumed(sandbox: Sandbox, bot: DemoBot) -> None:
    sandbox.invalidate(resumable=True)
    await bot.wait_for("resumed", timeout=PATIENCE)


async def test_invalid_session_identifies_again(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    sandbox.invalidate()
    await bot.wait_for("connect", timeout=PATIENCE)
    assert sandbox.gateway.identifies == 2
    assert (await ana.command("bid", sandbox.channel_id, call=30)).ok


async def test_unknown_session_is_invalid(sandbox: Sandbox) -> None:
    async with raw(sandbox) as client:
        await client.send(6, {"token": sandbox.token, "session_id": "gone", "seq": 3})
        assert await client.get() == {"op": 9, "d": False, "s": None, "t": None}
        assert (await client.identify())["shard"] == [0, 1]


async def test_resume_replays_exactly_the_missed_events(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    async with raw(sandbox) as client:
        ready = await client.identify()
        ana.say(sandbox.channel_id, "one")
        seq = (await client.event("MESSAGE_CREATE"))["s"]
        client.socket._writer.transport.abort()
    ana.say(sandbox.channel_id, "two")
    async with raw(sandbox) as client:
        again = {"token": sandbox.token, "session_id": ready["session_id"], "seq": seq}
        await client.send(6, again)
        frames = [await client.get(), await client.get()]
        assert [(f["t"], f["s"]) for f in frames] == [
            ("MESSAGE_CREATE", seq + 1),
            ("RESUMED", seq + 2),
        ]


async def test_servers_are_split_between_shards_and_shard_0_gets_the_dms(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    second = sandbox.add_guild("Oklahoma", [ana])
    while int(second) >> 22 & 1 == int(sandbox.guild_id) >> 22 & 1:
        sandbox.clock.move(0.001)
        second = sandbox.add_guild("Oklahoma", [ana])
    async with raw(sandbox) as zero, raw(sandbox) as one:
        for index, client in enumerate((zero, one)):
            ready = await client.identify(shard=[index, 2])
            mine = {str(guild["id"]) for guild in ready["guilds"]}
            assert all((int(guild) >> 22) % 2 == index for guild in mine)
            for _ in mine:
                await client.event("GUILD_CREATE")
        ana.say(ana.open_dm(), "hello")
        assert (await zero.event("MESSAGE_CREATE"))["d"]["channel_id"] == ana.dm
        home = (zero, one)[(int(sandbox.guild_id) >> 22) % 2]
        ana.say(sandbox.channel_id, "hello")
        assert (await home.event("MESSAGE_CREATE"))["d"]["guild_id"] == sandbox.guild_id


class Sharded(discord.AutoShardedClient):
    """Two shards that identify at the same time."""

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        pass

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"shard {interaction.guild_id}")


async def test_discord_py_runs_two_shards(
    sandbox: Sandbox, http: aiohttp.ClientSession, ana: SimulatedUser
) -> None:
    path = f"/applications/{sandbox.state.bot_id}/commands"
    await ask(sandbox, http, "POST", path, {"name": "where", "description": "x"})
    client = Sharded(intents=discord.Intents(PLAIN), shard_count=2)
    async with running(client, sandbox):
        assert {s.shard for s in sandbox.gateway.sessions.values()} == {(0, 2), (1, 2)}
        guild = client.get_guild(int(sandbox.guild_id))
        assert guild.shard_id == (guild.id >> 22) % 2
        for channel, told in ((sandbox.channel_id, guild.id), (ana.open_dm(), None)):
            outcome = await ana.command("where", channel)
            assert outcome.message["content"] == f"shard {told}"


async def test_events_require_intents_and_content_is_hidden(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    async with raw(sandbox) as client:
        await client.identify(intents=1)
        ana.say(sandbox.channel_id, "unheard")
        thread = sandbox.add_channel("new")
        assert (await client.event("CHANNEL_CREATE"))["d"]["id"] == thread
    async with raw(sandbox) as client:
        await client.identify()
        ana.say(sandbox.channel_id, "secret")
        frame = await client.event("MESSAGE_CREATE")
        assert frame["d"]["content"] == ""
        assert frame["d"]["member"]["flags"] == 0
        ana.say(sandbox.channel_id, f"hello <@{sandbox.state.bot_id}>")
        assert (await client.event("MESSAGE_CREATE"))["d"]["content"].startswith("hello")


async def test_bot_loses_a_server_that_kicks_it(sandbox: Sandbox, bot: DemoBot) -> None:
    sandbox.state.remove_guild(sandbox.guild_id)
    await bot.wait_for("guild_remove", timeout=PATIENCE)
    assert not bot.guilds


async def test_identify_replaces_the_sessions_of_a_dead_process(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    async with raw(sandbox) as client:
        await client.identify()
        client.socket._writer.transport.abort()
    async with raw(sandbox) as client:
        await client.identify()
        assert len(sandbox.gateway.sessions) == 1
        ana.say(sandbox.channel_id, "hello")
        assert await client.event("MESSAGE_CREATE")


async def test_two_connected_sessions_receive_the_same_events(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    async with raw(sandbox) as first, raw(sandbox) as second:
        await first.identify()
        await second.identify()
        ana.say(sandbox.channel_id, "hello")
        assert await first.event("MESSAGE_CREATE")
        assert await second.event("MESSAGE_CREATE")


async def test_resetting_the_token_closes_the_connection_and_invalidates_the_old_one(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Opcodes and Status Codes, "Gateway Close Event Codes": 4004, authentication failed."""
    async with raw(sandbox) as client:
        await client.identify()
        await sandbox.reset_token()
        assert await client.closed() == 4004
    assert await ask(sandbox, http, "GET", "/users/@me") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )


async def test_omitted_field_is_missing_from_one_payload(
    sandbox: Sandbox, ana: SimulatedUser
) -> None:
    async with raw(sandbox) as client:
        await client.identify()
        sandbox.gateway.omit_field("MESSAGE_CREATE", "author")
        for _ in range(2):
            ana.say(sandbox.channel_id, "x")
        first = (await client.event("MESSAGE_CREATE"))["d"]
        second = (await client.event("MESSAGE_CREATE"))["d"]
    assert "author" not in first
    assert second["author"]["id"] == ana.id


async def test_identifies_are_counted_for_a_day(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Gateway, "Session Start Limit": the number left, until it is reset."""

    async def limit() -> Json:
        _, found = await ask(sandbox, http, "GET", "/gateway/bot")
        return found["session_start_limit"]

    assert (await limit())["remaining"] == 1_000
    async with raw(sandbox) as client:
        await client.identify()
    sandbox.clock.move(3_600.0)
    told = await limit()
    assert (told["total"], told["remaining"], told["max_concurrency"]) == (1_000, 999, 1)
    assert 82_700_000 < told["reset_after"] <= 82_800_000
    sandbox.clock.move(82_800.0)
    assert (await limit())["remaining"] == 1_000


async def test_one_identify_too_many_ends_all_sessions_and_resets_the_token(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Gateway, "Session Start Limit": all sessions end, and the token is reset."""
    sandbox.gateway.starts.total = 1
    async with raw(sandbox) as first, raw(sandbox) as second:
        await first.identify()
        await second.send(2, {"token": second.token, "intents": PLAIN, "properties": {}})
        assert await second.closed() == 4004
        assert await first.closed() == 4004
    assert not sandbox.gateway.sessions
    assert (await ask(sandbox, http, "GET", "/users/@me"))[0] == 401


async def test_identify_out_of_turn_is_an_invalid_session(sandbox: Sandbox) -> None:
    """Gateway, "Rate Limiting": max_concurrency shards in five seconds, by their id."""
    starts = sandbox.gateway.starts
    starts.paced = True
    starts.concurrency = 2
    identify = {"token": sandbox.token, "intents": PLAIN, "properties": {}}
    async with raw(sandbox) as zero, raw(sandbox) as one, raw(sandbox) as two:
        await zero.identify(shard=[0, 3])
        await one.identify(shard=[1, 3])
        await two.send(2, {**identify, "shard": [2, 3]})
        assert await two.get() == {"op": 9, "d": False, "s": None, "t": None}
        sandbox.clock.move(5.0)
        assert (await two.identify(shard=[2, 3]))["shard"] == [2, 3]
