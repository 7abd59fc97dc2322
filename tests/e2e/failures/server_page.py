"""A server's settings, as a manager opens and changes them."""

from __future__ import annotations

from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button

BUTTON = 2


async def open_settings(stage: Stage, manager: SimulatedUser) -> Json:
    outcome = await manager.command("admin settings", stage.channel)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def open_posts(stage: Stage, manager: SimulatedUser) -> Json:
    """Open the page with what is posted."""
    screen = await open_settings(stage, manager)
    return (await manager.click(screen, button(screen, "server", "posts"))).message or {}


async def choose(person: SimulatedUser, screen: Json, verb: str, *values: str) -> Json:
    """Choose the given options in this verb's list, and return the screen afterwards."""
    parts = [c for c in walk(screen["components"]) if c["type"] != BUTTON]
    lists = [c for c in parts if f"42:{verb}:" in str(c.get("custom_id"))]
    fitting = [c for c in lists if c["type"] != 3 or values[0] in str(c["options"])]
    outcome = await person.click(screen, str(fitting[0]["custom_id"]), values)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def open_setup(stage: Stage, manager: SimulatedUser) -> Json:
    outcome = await manager.command("admin setup", stage.channel)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message
