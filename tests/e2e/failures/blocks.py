"""The list of whom the host has blocked."""

from __future__ import annotations

import asyncio

from bot.upkeep.host_jobs import EVERY_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, text


async def heard(stage: Stage, person: SimulatedUser, *, blocked: bool) -> None:
    """Wait until the bot has loaded the block list."""
    await stage.later(EVERY_SECONDS)
    async with asyncio.timeout(10):
        while ("have blocked" in await help_of(stage, person)) is not blocked:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def help_of(stage: Stage, person: SimulatedUser) -> str:
    return text((await person.command("help", stage.channel)).message)
