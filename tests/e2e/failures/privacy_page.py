"""The pages about a person's data, and what follows a deletion."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.upkeep.reports import EDIT_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, text


async def wait_cleaned(stage: Stage) -> None:
    """Wait until old messages are deleted or redrawn."""
    while await stage.store.redraws.next_redraw_at() is not None:  # noqa: ASYNC110 - another task works
        await asyncio.sleep(0)


async def page(person: SimulatedUser, stage: Stage) -> Json:
    outcome = await person.command("privacy", stage.channel)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


def dms(person: SimulatedUser) -> str:
    """Return the text of a person's direct messages."""
    found = person.messages(person.dm) if person.dm else []
    return "\n".join(map(text, found))


async def delivered(stage: Stage, holds: Callable[[], bool]) -> None:
    """Wait until the bot's loop has delivered reports, however often it must retry.

    A test that delivered them itself would do so beside the loop.
    """
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await stage.later(EDIT_SECONDS)
            await asyncio.sleep(0.005)
