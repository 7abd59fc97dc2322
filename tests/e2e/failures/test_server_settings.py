"""Settings chosen by a server's managers apply wherever a table is opened."""

from __future__ import annotations

from bot.sandbox.checks.components import walk
from bot.sandbox.client.simulated_user import SimulatedUser

from .stage import Json, Stage, text


async def _opened(stage: Stage, manager: SimulatedUser) -> Json:
    outcome = await manager.command("admin settings", stage.channel)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def _choose(person: SimulatedUser, screen: Json, verb: str, *values: str) -> Json:
    """Choose the given options in this verb's list, and return the screen afterwards."""
    lists = [c for c in walk(screen["components"]) if f"42:{verb}:" in str(c.get("custom_id"))]
    fitting = [c for c in lists if c["type"] != 3 or values[0] in str(c["options"])]
    outcome = await person.click(screen, str(fitting[0]["custom_id"]), values)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def test_only_managers_can_see_and_change_the_settings(
    stage: Stage, eve: SimulatedUser
) -> None:
    for custom_id in ("42:server:-:0:threads/on", "42:server-channels:-:0", "42:server-role:-:0"):
        outcome = await stage.forge(eve, custom_id)
        assert "Only people with **Manage Server**" in text(outcome.message)
    found = await stage.store.server_settings(int(stage.sandbox.guild_id))
    assert (found.threads, found.channels, found.host_role) == (False, (), None)


async def test_managers_decide_where_and_by_whom_tables_are_opened(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    other = stage.sandbox.add_channel("games")
    screen = await _choose(ana, await _opened(stage, ana), "server-channels", other)
    refused = await eve.command("table open", stage.channel)
    assert text(refused.message) == f"Tables in this server open in <#{other}>."
    assert "Tables in this server" in text((await stage.forge(eve, "42:now:-:0")).message)
    assert "Tables in this" in text((await eve.command("event open", stage.channel)).message)
    screen = await _choose(ana, screen, "server-channels")  # an empty choice means anywhere
    members = stage.sandbox.state.guilds[stage.sandbox.guild_id].members
    (role, *_) = members[stage.sandbox.state.bot_id]["roles"]
    await _choose(ana, screen, "server-role", role)
    refused = await eve.command("table open", stage.channel)
    assert f"<@&{role}> opens tables and events" in text(refused.message)
    assert "opens tables" in text((await eve.command("event open", stage.channel)).message)
    members[eve.id]["roles"].append(role)
    assert "is open" in text((await eve.command("table open", stage.channel)).message)


async def test_server_defaults_apply_unless_overridden(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    screen = await _opened(stage, ana)
    for value in ("game/moon", "threads/on", "pictures/off", "leaderboards/off"):
        screen = await _choose(ana, screen, "server", value)
    opened = await eve.command("table open", stage.channel)
    (table,) = await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))
    assert table.game == "moon"
    assert table.channel_id != table.home_channel_id
    assert f"<#{table.channel_id}>" in text(opened.message)
    boards = await eve.command("leaderboard", stage.channel)
    assert "This server keeps no leaderboard." in text(boards.message)
    assert stage.bot.services.publisher.uploads.are_possible(table.channel_id) is False
