"""Channel types: which have messages and threads, and what Discord refuses in the others."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from discord_sandbox.state.channel_types import (
    CATEGORY,
    FORUM,
    MEDIA,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
)
from discord_sandbox.state.permissions import Permission
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import Board, DemoBot
from tests.support.discord_at import running

KINDS = {
    TEXT: discord.TextChannel,
    NEWS: discord.TextChannel,
    VOICE: discord.VoiceChannel,
    STAGE: discord.StageChannel,
    FORUM: discord.ForumChannel,
    MEDIA: discord.ForumChannel,
    CATEGORY: discord.CategoryChannel,
}


async def write(sandbox: Sandbox, http: aiohttp.ClientSession, channel: str) -> tuple[int, int]:
    """Send a message; return the status and Discord's code, 0 on success."""
    status, body = await ask(
        sandbox, http, "POST", f"/channels/{channel}/messages", {"content": "x"}
    )
    return status, body.get("code", 0)


async def start(
    sandbox: Sandbox, http: aiohttp.ClientSession, channel: str, **body: Any
) -> tuple[int, Any]:
    """Start a thread; return the status, and Discord's code or the thread's type."""
    path = f"/channels/{channel}/threads"
    status, answer = await ask(sandbox, http, "POST", path, {"name": "T", **body})
    return status, answer["code"] if "code" in answer else answer["type"]


@pytest.mark.parametrize("kind", KINDS)
async def test_bot_sees_channels_of_every_type(sandbox: Sandbox, kind: int) -> None:
    before = sandbox.add_channel("before", kind=kind)
    client = DemoBot()
    async with running(client, sandbox):
        after = sandbox.add_channel("after", kind=kind)
        await client.wait_for("guild_channel_create")
        for channel in (before, after):
            assert isinstance(client.get_channel(int(channel)), KINDS[kind])


@pytest.mark.parametrize("kind", [TEXT, NEWS, VOICE, STAGE])
async def test_bot_can_write_in_channels_with_a_chat(
    sandbox: Sandbox, http: aiohttp.ClientSession, kind: int
) -> None:
    channel = sandbox.add_channel("place", kind=kind)
    assert await write(sandbox, http, channel) == (200, 0)


@pytest.mark.parametrize("kind", [CATEGORY, FORUM, MEDIA])
async def test_channel_without_a_chat_refuses_messages_and_commands(
    sandbox: Sandbox, http: aiohttp.ClientSession, ana: SimulatedUser, kind: int
) -> None:
    """Opcodes and Status Codes, "JSON Error Codes": 50008."""
    channel = sandbox.add_channel("place", kind=kind)
    assert await write(sandbox, http, channel) == (400, 50008)
    with pytest.raises(ImpossibleAction, match="no chat"):
        ana.say(channel, "x")


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_voice_chat_requires_connect(
    sandbox: Sandbox, http: aiohttp.ClientSession, kind: int
) -> None:
    """Message Resource, "Get Channel Messages": voice channels also require CONNECT."""
    channel = sandbox.add_channel("place", kind=kind)
    sandbox.deny(channel, Permission.CONNECT)
    assert await write(sandbox, http, channel) == (403, 50001)
    status, _ = await ask(sandbox, http, "GET", f"/channels/{channel}/messages")
    assert status == 403


@pytest.mark.parametrize(
    ("kind", "wanted", "answer"),
    [
        (TEXT, PUBLIC_THREAD, (201, PUBLIC_THREAD)),
        (TEXT, PRIVATE_THREAD, (201, PRIVATE_THREAD)),
        (TEXT, None, (201, PRIVATE_THREAD)),
        (TEXT, NEWS_THREAD, (400, 50024)),
        (NEWS, NEWS_THREAD, (201, NEWS_THREAD)),
        (NEWS, PUBLIC_THREAD, (400, 50024)),
        (NEWS, PRIVATE_THREAD, (400, 50024)),
        (NEWS, None, (400, 50024)),
        (VOICE, PUBLIC_THREAD, (400, 50024)),
        (STAGE, PUBLIC_THREAD, (400, 50024)),
        (CATEGORY, PUBLIC_THREAD, (400, 50024)),
        (FORUM, PUBLIC_THREAD, (400, 50035)),  # a post needs a message and takes no type
        (MEDIA, None, (400, 50035)),
    ],
)
async def test_channel_type_decides_which_threads_can_start(
    sandbox: Sandbox, http: aiohttp.ClientSession, kind: int, wanted: int | None, answer: object
) -> None:
    """Threads, "Public & Private Threads", and Channels Resource, "Start Thread …"."""
    channel = sandbox.add_channel("place", kind=kind)
    body = {} if wanted is None else {"type": wanted}
    assert await start(sandbox, http, channel, **body) == answer


async def test_thread_in_a_thread_or_a_dm_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, ana: SimulatedUser
) -> None:
    forum = sandbox.add_channel("forum", kind=FORUM)
    post = sandbox.add_post(forum, ana, "Tonight", "Who plays?")
    for channel in (post, ana.open_dm()):
        assert await start(sandbox, http, channel, type=PUBLIC_THREAD) == (400, 50024)


@pytest.mark.parametrize(("kind", "thread"), [(TEXT, PUBLIC_THREAD), (NEWS, NEWS_THREAD)])
async def test_thread_from_a_message_has_its_channels_type(
    sandbox: Sandbox, http: aiohttp.ClientSession, kind: int, thread: int
) -> None:
    channel = sandbox.add_channel("place", kind=kind)
    path = f"/channels/{channel}/messages"
    _, message = await ask(sandbox, http, "POST", path, {"content": "x"})
    path += f"/{message['id']}/threads"
    _, started = await ask(sandbox, http, "POST", path, {"name": "T"})
    assert (started["id"], started["type"]) == (message["id"], thread)


async def test_bot_can_write_in_a_forum_post(
    sandbox: Sandbox, http: aiohttp.ClientSession, ana: SimulatedUser
) -> None:
    forum = sandbox.add_channel("forum", kind=FORUM)
    post = sandbox.add_post(forum, ana, "Tonight", "Who plays?")
    assert await write(sandbox, http, post) == (200, 0)
    assert [message["content"] for message in ana.messages(post)] == ["Who plays?", "x"]
    assert await start(sandbox, http, forum, message={"content": "y"}) == (201, PUBLIC_THREAD)
    sandbox.deny(forum, Permission.SEND_MESSAGES_IN_THREADS)
    assert await write(sandbox, http, post) == (403, 50013)


async def test_archiving_a_thread_makes_room_for_an_active_one(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Threads, "Active & Archived Threads": 160006."""
    sandbox.state.most_threads = 1
    assert await start(sandbox, http, sandbox.channel_id, type=PUBLIC_THREAD) == (201, 11)
    general = sandbox.channels["general"]
    assert await start(sandbox, http, general, type=PUBLIC_THREAD) == (400, 160006)
    (thread,) = sandbox.state.threads_of(sandbox.channel_id)
    sandbox.archive(thread["id"])
    assert await start(sandbox, http, general, type=PUBLIC_THREAD) == (201, 11)


async def test_announcement_threads_have_their_own_limit(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Opcodes and Status Codes, "JSON Error Codes": 160007."""
    news = sandbox.add_channel("news", kind=NEWS)
    sandbox.state.most_news_threads = 0
    assert await start(sandbox, http, news, type=NEWS_THREAD) == (400, 160007)
    assert await start(sandbox, http, sandbox.channel_id, type=PUBLIC_THREAD) == (201, 11)


async def test_commands_and_buttons_work_in_a_voice_chat(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    voice = sandbox.add_channel("Lounge", kind=VOICE)
    board = (await ana.command("table open", voice)).message
    assert (await ana.click(board, "demo:press:0")).ok
    channel = bot.get_channel(int(voice))
    assert isinstance(channel, discord.VoiceChannel)
    await channel.send(view=Board("x"))
