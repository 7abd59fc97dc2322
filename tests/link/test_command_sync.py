"""Refused command syncs log a warning and are retried."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.link.command_sync import CommandSync

from .conftest import JumpingClock, refused

DAILY = refused(400, {"message": "Max number of daily application command creates", "code": 30034})
OLD = {"table": 1}
NEW = {"table": 1, "bid": 2}


class Tree:
    """A command tree whose sync raises these errors before it succeeds."""

    def __init__(self, *refusals: Exception, there: dict[str, int] | None = None) -> None:
        self.refusals = list(refusals)
        self.there = there or {}
        self.syncs = 0

    async def sync(self) -> list[Any]:
        self.syncs += 1
        if self.refusals:
            raise self.refusals.pop(0)
        self.there = NEW
        return await self.fetch_commands()

    async def fetch_commands(self) -> list[Any]:
        return [SimpleNamespace(name=name, id=number) for name, number in self.there.items()]


class Registering:
    """A command sync, and the ids that it stores."""

    def __init__(self, tree: Any, clock: JumpingClock) -> None:
        self.noted: list[dict[str, int]] = []
        self.sync = CommandSync(tree, clock, lambda ids: self.noted.append(dict(ids)))

    async def wait_for_bot(self) -> None:
        """Wait until Discord has accepted the commands."""
        async with asyncio.timeout(10):
            while self.noted[-1:] != [NEW]:  # noqa: ASYNC110 - a retry tells nobody
                await asyncio.sleep(0)


@pytest.fixture
async def registering(clock: JumpingClock) -> AsyncIterator[Any]:
    made: list[Registering] = []

    def make(tree: Tree) -> Registering:
        made.append(Registering(tree, clock))
        return made[-1]

    yield make
    for each in made:
        await each.sync.stop()


async def test_commands_are_registered_and_their_ids_stored(registering: Any) -> None:
    tree = Tree()
    bot = registering(tree)
    await bot.sync.start(register=True)
    assert (tree.syncs, bot.noted) == (1, [NEW])


async def test_one_process_registers_the_commands_and_the_others_fetch_them(
    registering: Any,
) -> None:
    tree = Tree(there=OLD)
    bot = registering(tree)
    await bot.sync.start(register=False)
    assert (tree.syncs, bot.noted) == (0, [OLD])


@pytest.mark.parametrize(
    "error", [DAILY, refused(403), refused(503), discord.RateLimited(82_800.0), OSError("gone")]
)
async def test_refused_sync_keeps_the_registered_commands(
    registering: Any, error: Exception
) -> None:
    bot = registering(Tree(error, there=OLD))
    await bot.sync.start(register=True)
    assert bot.noted == [OLD]


async def test_refused_sync_is_retried_with_growing_pauses(
    registering: Any, clock: JumpingClock, caplog: pytest.LogCaptureFixture
) -> None:
    bot = registering(Tree(*[DAILY] * 3, there=OLD))
    await bot.sync.start(register=True)
    await bot.wait_for_bot()
    assert 30 <= clock.slept[0] <= 60 <= clock.slept[1] <= 120 <= clock.slept[2] <= 240
    first = caplog.records[0].getMessage()
    assert "code 30034, Max number of daily application command creates" in first
    assert "until then people have the 1 registered earlier" in first
    assert caplog.records[-1].getMessage() == "Discord accepted the slash commands"


async def test_sync_waits_as_long_as_discord_asks(registering: Any, clock: JumpingClock) -> None:
    bot = registering(Tree(discord.RateLimited(82_800.0)))
    await bot.sync.start(register=True)
    await bot.wait_for_bot()
    assert clock.slept == [82_800.0]
