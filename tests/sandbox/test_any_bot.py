"""The sandbox serves a bot that isn't ours, and knows nothing of 42."""

import argparse
import asyncio
import re
import sys
from pathlib import Path

import discord
import pytest

import discord_sandbox
from discord_sandbox.__main__ import read_fault
from discord_sandbox.server import Sandbox
from tests.support.discord_at import running
from tests.support.patience import unhurried

FOLDER = Path(discord_sandbox.__path__[0])
OUR_WORDS = re.compile(r"\b(42|texas|domino(es)?|trump)\b", re.IGNORECASE)


class Pinger(discord.Client):
    async def on_message(self, message: discord.Message) -> None:
        if message.content == "ping":
            await message.channel.send("pong")


async def test_bot_of_ten_lines_plays_ping_pong() -> None:
    client = Pinger(intents=discord.Intents(guilds=True, dm_messages=True))
    async with unhurried(Sandbox(bot="Pinger")) as sandbox, running(client, sandbox):
        ana = sandbox.people[0]
        chat = ana.open_dm()
        ana.say(chat, "ping")
        await ana.wait_for(lambda message: message["content"] == "pong", chat)
        assert client.user is not None
        assert client.user.name == "Pinger"
        (guild,) = client.guilds
        assert guild.name == "Server"
        assert [role.name for role in guild.me.roles] == ["@everyone", "Pinger"]
        assert not sandbox.refusals


def test_sandbox_knows_nothing_of_the_game() -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix in {".py", ".js", ".html", ".md"}]
    found = {
        path.name: words
        for path in files
        if (words := OUR_WORDS.findall(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_typed_fault_has_a_status_a_number_of_times_and_a_pattern() -> None:
    fault = read_fault("503x2 POST /channels/*/messages")
    assert (fault.status, fault.times) == (503, 2)
    assert fault.pattern == "POST /channels/*/messages"
    assert read_fault("404 GET /gateway/bot").times > 1000
    for wrong in ("", "POST /x", "503", "503xa GET /x", "503 GET"):
        with pytest.raises(argparse.ArgumentTypeError, match="isn't a fault"):
            read_fault(wrong)


async def test_started_sandbox_prints_its_page_token_and_addresses() -> None:
    arguments = ("-m", "discord_sandbox", "--bot", "Pinger", "--fault", "503 GET /gateway/bot")
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=FOLDER.parent, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        lines = [(await process.stdout.readline()).decode().strip() for _ in range(5)]
    finally:
        process.terminate()
        await process.wait()
    names = [line.split(":")[0] for line in lines]
    assert names == ["Page", "Token", "API", "Gateway", "CDN"]
    assert re.search(r"http://127\.0\.0\.1:\d+/s/\S+", lines[0])
