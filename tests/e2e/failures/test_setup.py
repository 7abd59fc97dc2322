"""A new server's owner gets from the invitation to the first hand; what they choose applies."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import FORUM
from discord_sandbox.state.permissions import Permission
from tests.e2e.failures.server_page import choose, open_settings, open_setup
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, button, buttons, press, text, until

MOST_PRESSES = 6


async def greeting_in(stage: Stage, person: SimulatedUser, channel: str) -> Json:
    """Wait for the greeting that a new server gets."""
    seen = until(lambda said: "**Texas 42** is here" in said)
    found = await person.wait_for(seen, channel, timeout=PATIENCE)
    await stage.wait_until_quiet()
    return found


async def zone_typed(stage: Stage, person: SimulatedUser) -> str:
    """Return the time in which a plan is completed for a person, as "8:00 PM tomorrow" there."""
    offered = await person.autocomplete("table plan", stage.channel, "when", "tomorrow 8")
    return str(offered[0]["value"])


def tomorrow(stage: Stage, zone: str) -> str:
    now = datetime.fromtimestamp(stage.clock.now(), ZoneInfo(zone))
    return f"{datetime.fromordinal(now.toordinal() + 1):%Y-%m-%d}T20:00"


@pytest.mark.parametrize("system", ["general", None])
async def test_owner_gets_from_the_invitation_to_the_first_hand_in_six_presses(
    stage: Stage, ana: SimulatedUser, system: str | None
) -> None:
    presses = 1  # the invitation
    guild = stage.sandbox.add_guild("Domino Hall", [ana], ["general", "games"], system=system)
    general = stage.sandbox.state.guilds[guild].channels[0]
    welcome = await greeting_in(stage, ana, general)
    presses += 1
    page = (await press(ana, welcome, "server", "setup")).message
    assert "## Set up 42" in text(page)
    presses += 1
    opened = (await press(ana, page, "server-open")).message
    assert text(opened) == f"Table 1 · Texas 42 is open in <#{general}>."
    (table,) = await stage.tables.live_tables(guild_id=int(guild))
    presses += 1
    lobby = await ana.wait_for(lambda m: bool(buttons(m, "start")), general)
    await press(ana, lobby, "start")
    view = await stage.until(table.table_id, lambda view: view.status is Status.PLAYING)
    assert ana.dm is not None
    hand = ana.messages(ana.dm)[-1]
    assert "Your dominoes" in text(hand) or buttons(hand, "call") or buttons(hand, "hand")
    assert view.game_no == 1
    assert presses <= MOST_PRESSES


async def test_nobody_is_greeted_where_the_bot_or_everybody_may_not_write(
    stage: Stage, ana: SimulatedUser
) -> None:
    state = stage.sandbox.state
    guild = stage.sandbox.add_guild("Quiet", [ana], ["rules", "staff", "chat"])
    rules, staff, chat = state.guilds[guild].channels
    await greeting_in(stage, ana, rules)
    server = stage.bot.get_guild(int(guild))
    assert server is not None
    write = str(int(Permission.SEND_MESSAGES))
    everybody = {"id": guild, "type": 0, "allow": "0", "deny": write}
    bots = state.guilds[guild].members[state.bot_id]["roles"][0]
    state.change_channel(
        state.channel(rules),
        {"permission_overwrites": [everybody, {**everybody, "id": bots, "allow": write}]},
    )
    stage.sandbox.deny(staff, Permission.SEND_MESSAGES)
    state.notify("GUILD_DELETE", None, {"id": guild})
    state.notify("GUILD_CREATE", None, state.guild_json(state.guilds[guild]))
    await greeting_in(stage, ana, chat)
    assert len(ana.messages(rules)) == 1  # the first greeting alone
    assert ana.messages(staff) == []


async def test_only_managers_can_set_a_server_up(stage: Stage, eve: SimulatedUser) -> None:
    for custom_id in ("42:server:-:0:setup", "42:server-open:-:0", "42:server:-:2003:zone/UTC"):
        outcome = await stage.forge(eve, custom_id)
        assert "Only people with **Manage Server**" in text(outcome.message)
    assert await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)) == []
    found = await stage.store.servers.server_settings(int(stage.sandbox.guild_id))
    assert found.time_zone is None


async def test_choices_return_to_the_page_where_they_were_made(unlit: Stage) -> None:
    stage = unlit
    ana = stage.people[0]
    games = stage.sandbox.add_channel("games")
    async with stage.running():
        page = await open_setup(stage, ana)
        assert buttons(page, "server-open")
        page = await choose(ana, page, "server-channels", games)
        page = await choose(ana, page, "server", "game/moon")
        assert "## Set up 42" in text(page)
        settings = await choose(ana, await open_settings(stage, ana), "server", "threads/on")
        assert "## Settings of this server" in text(settings)
        (more,) = [c for c in buttons(page, "server") if c["type"] == 2]
        assert "## Settings" in text((await ana.click(page, more["custom_id"])).message)
        page = await open_setup(stage, ana)
    async with stage.running():
        opened = (await press(ana, page, "server-open")).message  # also after a restart
        (table,) = await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))
        place = table.known_place
        assert (table.game, str(place.home_channel_id)) == ("moon", games)
        assert text(opened).endswith(f"is open in <#{place.channel_id}>.")
        again = (await press(ana, page, "server-open")).message
        assert "You still sit at Table 1" in text(again)
        assert len(await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))) == 1


async def test_first_table_opens_where_the_servers_tables_may_open(
    stage: Stage, ana: SimulatedUser
) -> None:
    games, forum = stage.sandbox.add_channel("games"), stage.sandbox.add_channel("f", kind=FORUM)
    page = await choose(ana, await open_setup(stage, ana), "server-channels", forum)
    refused = (await press(ana, page, "server-open")).message
    assert text(refused) == f"Tables in this server open in <#{forum}>."
    page = await choose(ana, await open_setup(stage, ana), "server-channels", forum, games)
    stage.sandbox.deny(games, Permission.SEND_MESSAGES)
    refused = (await press(ana, page, "server-open")).message
    assert "I can't post in #games. Ask a moderator to give me **Send Messages**" in text(refused)
    page = await choose(ana, page, "server-channels", games, stage.channel)
    opened = (await press(ana, page, "server-open")).message
    assert text(opened) == f"Table 1 · Texas 42 is open in <#{stage.channel}>."


async def test_deleted_channels_do_not_keep_the_first_table_from_opening(
    stage: Stage, ana: SimulatedUser
) -> None:
    games = stage.sandbox.add_channel("games")
    page = await choose(ana, await open_setup(stage, ana), "server-channels", games)
    stage.sandbox.delete_channel(games)
    await stage.wait_until_quiet()
    opened = (await press(ana, page, "server-open")).message
    assert text(opened) == f"Table 1 · Texas 42 is open in <#{stage.channel}>."


async def test_servers_time_zone_is_that_of_people_without_one(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    choices = stage.bot.services.publisher.choices
    await choices.choose(int(bo.id), time_zone="Asia/Tokyo")
    assert await zone_typed(stage, ana) == tomorrow(stage, "America/Chicago")
    typed = await ana.command("admin settings", stage.channel, time_zone="auckland")
    assert "## Settings of this server" in text(typed.message)
    for person, zone in ((ana, "Pacific/Auckland"), (bo, "Asia/Tokyo")):
        assert await zone_typed(stage, person) == tomorrow(stage, zone)
    wrong = await ana.command("admin settings", stage.channel, time_zone="Atlantis")
    assert "I don't know the time zone Atlantis" in text(wrong.message)
    page = await open_setup(stage, ana)
    (zones,) = [c for c in buttons(page, "server") if "zone/" in str(c)]
    assert [o["label"] for o in zones["options"] if o.get("default")] == ["Time zone: Auckland"]
    await choose(ana, page, "server", "zone/Europe/London")
    assert await zone_typed(stage, ana) == tomorrow(stage, "Europe/London")


async def test_quiet_hours_keep_the_servers_time_zone_as_the_persons(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await ana.command("admin settings", stage.channel, time_zone="Europe/London")
    shown = (await bo.command("settings", stage.channel)).message
    page = (await bo.click(shown or {}, button(shown, "settings", "notices"))).message or {}
    await choose(bo, page, "settings", "quiet-from/22")
    people = stage.bot.services.preferences
    assert (await people.preferences(int(bo.id))).time_zone == "Europe/London"
    await ana.command("admin settings", stage.channel, time_zone="Asia/Tokyo")
    assert (await people.preferences(int(bo.id))).time_zone == "Europe/London"
