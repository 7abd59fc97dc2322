"""Settings chosen by a server's managers apply wherever a table is opened."""

from __future__ import annotations

import pytest

from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.server_page import choose, open_posts, open_settings
from tests.sandbox.sent_ids import watch_ids
from tests.support.stage import Stage, text


def _roles_of(stage: Stage, person: SimulatedUser) -> tuple[list[str], str]:
    """Return a person's roles, and a role of the server that they can be given."""
    members = stage.sandbox.state.guilds[stage.sandbox.guild_id].members
    return members[person.id]["roles"], members[stage.sandbox.state.bot_id]["roles"][0]


async def _event(stage: Stage, person: SimulatedUser) -> str:
    """Open an event, close it again, and return the answer to the opening."""
    outcome = await person.command("event open", stage.channel)
    await person.command("event close", stage.channel)
    return text(outcome.message)


async def test_only_managers_can_see_and_change_the_settings(
    stage: Stage, eve: SimulatedUser
) -> None:
    verbs = ("server:-:0:threads/on", "server-channels:-:0", "server-role:-:0")
    for custom_id in (*verbs, "server-event-role:-:0", "server-daily:-:0", "server-welcome:-:0"):
        outcome = await stage.forge(eve, f"42:{custom_id}")
        assert "Only people with **Manage Server**" in text(outcome.message)
    found = await stage.store.servers.server_settings(int(stage.sandbox.guild_id))
    assert (found.threads, found.channels, found.host_role) == (False, (), None)


async def test_managers_decide_where_and_by_whom_tables_are_opened(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    other = stage.sandbox.add_channel("games")
    screen = await choose(ana, await open_settings(stage, ana), "server-channels", other)
    refused = await eve.command("table open", stage.channel)
    assert text(refused.message) == f"Tables in this server open in <#{other}>."
    assert "Tables in this server" in text((await stage.forge(eve, "42:now:-:0")).message)
    assert "Tables in this" in text((await eve.command("event open", stage.channel)).message)
    screen = await choose(ana, screen, "server-channels")  # none: anywhere
    roles, role = _roles_of(stage, eve)
    await choose(ana, screen, "server-role", role)
    refused = await eve.command("table open", stage.channel)
    assert f"<@&{role}> opens tables." in text(refused.message)
    assert f"<@&{role}> opens events." in await _event(stage, eve)
    roles.append(role)
    assert "is open" in text((await eve.command("table open", stage.channel)).message)
    assert "You're in!" in await _event(stage, eve)


async def test_chosen_channel_and_roles_are_shown_by_ids_that_no_page_rounds(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = watch_ids(monkeypatch)
    _, role = _roles_of(stage, ana)
    screen = await choose(ana, await open_settings(stage, ana), "server-channels", stage.channel)
    await choose(ana, screen, "server-role", role)
    again = await open_settings(stage, ana)
    shown = [c["default_values"] for c in walk(again["components"]) if c.get("default_values")]
    assert {"id": stage.channel, "type": "channel"} in shown[0]
    assert {"id": role, "type": "role"} in [each for chosen in shown for each in chosen]
    assert sent.wrong == set()


async def test_managers_choose_who_can_open_events(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    only_managers = "In this server only people with **Manage Server** open events."
    screen = await choose(ana, await open_settings(stage, ana), "server", "events/managers")
    assert only_managers in await _event(stage, eve)
    assert "is open" in text((await eve.command("table open", stage.channel)).message)
    screen = await choose(ana, screen, "server", "events/role")
    assert only_managers in await _event(stage, eve)  # no role yet
    roles, role = _roles_of(stage, eve)
    screen = await choose(ana, screen, "server-event-role", role)
    assert f"<@&{role}> opens events. You can join" in await _event(stage, eve)
    roles.append(role)
    assert "You're in!" in await _event(stage, eve)
    screen = await choose(ana, screen, "server", "events/managers")
    assert only_managers in await _event(stage, eve)
    assert "You're in!" in await _event(stage, ana)
    roles.remove(role)
    screen = await choose(ana, screen, "server-role", role)
    await choose(ana, screen, "server", "events/anyone")
    assert "You're in!" in await _event(stage, eve)


async def test_server_defaults_apply_unless_overridden(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    screen = await open_settings(stage, ana)
    for value in ("game/moon", "threads/on", "pictures/off"):
        screen = await choose(ana, screen, "server", value)
    await choose(ana, await open_posts(stage, ana), "server", "leaderboards/off")
    opened = await eve.command("table open", stage.channel)
    (table,) = await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))
    assert table.game == "moon"
    place = table.known_place
    assert place.channel_id != place.home_channel_id
    assert f"<#{place.channel_id}>" in text(opened.message)
    boards = await eve.command("leaderboard", stage.channel)
    assert "This server keeps no leaderboard." in text(boards.message)
    assert stage.bot.services.publisher.uploads.are_possible(place.channel_id) is False
