"""House rules that managers save stand first in every list, also after a restart."""

from __future__ import annotations

from bot.tables.loaded import with_match
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.stage import Json, Stage, buttons, press, text
from texas42.library import load_rules


async def name_it(person: SimulatedUser, opened: ActionResult, name: str) -> Json:
    """Enter a name in the form that a press opened, and return the answer."""
    assert opened.modal is not None
    (field,) = [label["component"]["custom_id"] for label in opened.modal.components]
    outcome = await person.submit(opened.modal, {field: name})
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def house_page(stage: Stage, person: SimulatedUser, table: str) -> Json:
    return (await stage.forge(person, f"42:house:{table}:0")).message or {}


async def save(stage: Stage, ana: SimulatedUser, table: str, name: str) -> Json:
    """Save the rules of a table as a manager."""
    page = await house_page(stage, ana, table)
    return await name_it(ana, await press(ana, page, "save-preset"), name)


async def test_saved_rules_stand_first_in_every_list_also_after_a_restart(unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        ana, bo = stage.people[:2]
        table = await stage.lobby(game="42", preset="house", options="renege=forfeit; target=3")
        said = text(await save(stage, ana, table, "Friday night"))
        assert "Saved as **Friday night**, first in this server's lists." in said
        assert (await ana.command("table close", stage.channel)).ok
    async with stage.running():
        for option in ("game", "preset"):
            offered = await bo.autocomplete("table open", stage.channel, option, "")
            assert offered[0]["name"].startswith("Friday night · ")
        key = offered[0]["value"]
        assert (await bo.command("table open", stage.channel, game=key)).ok
        (opened,) = await stage.tables.live_tables(channel_id=int(stage.channel))
        assert opened.rules == {"preset": "house", "target": 3, "renege": "forfeit"}
        menu = (await stage.forge(bo, f"42:menu:{opened.table_id}:0")).message
        (games,) = buttons(menu, "game")
        assert games["options"][0]["value"] == key
        page = await house_page(stage, bo, opened.table_id)
        (presets,) = buttons(page, "set-preset")
        assert (presets["options"][0]["value"], presets["options"][0]["default"]) == (key, True)
        assert not buttons(page, "save-preset")


async def test_only_managers_save_change_and_delete_presets(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.lobby(eve)
    await save(stage, ana, table, "Friday")
    (preset,) = (await stage.bot.services.presets.offered(int(stage.sandbox.guild_id))).of_server
    only = "Only people with **Manage Server**"
    forged = [f"save-preset:{table}:0"]
    forged += [f"server-presets:-:0:{preset.preset_id}/{step}" for step in ("rename", "yes")]
    for custom_id in (*forged, "server-presets:-:0"):
        assert only in text((await stage.forge(eve, f"42:{custom_id}")).message)
    assert (await stage.bot.services.presets.offered(preset.guild_id)).of_server == (preset,)


async def test_manager_renames_changes_and_deletes_a_preset(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby()
    await save(stage, ana, table, "Friday")
    shown = (await ana.command("admin rules", stage.channel)).message
    (listed,) = buttons(shown, "server-presets")
    (option,) = listed["options"]
    assert option["label"] == "Friday"
    page = (await ana.click(shown, listed["custom_id"], [option["value"]])).message
    opened = await press(ana, page, "server-presets", f"{option['value']}/rename")
    assert "Type a name for these rules" in text(await name_it(ana, opened, "\u2800"))
    page = (await stage.forge(ana, f"42:server-presets:-:0:{option['value']}")).message
    opened = await press(ana, page, "server-presets", f"{option['value']}/rename")
    assert "### Monday" in text(await name_it(ana, opened, "Monday"))
    changed = await ana.command(
        "admin rules", stage.channel, preset="monday", options="nello=any; sevens"
    )
    assert "Saved." in text(changed.message)
    assert "Sevens" in text(changed.message)
    asked = await press(ana, changed.message, "server-presets", f"{option['value']}/delete")
    gone = await press(ana, asked.message, "server-presets", f"{option['value']}/yes")
    assert "Deleted Monday." in text(gone.message)
    assert "No presets yet." in text(gone.message)
    unknown = await ana.command("admin rules", stage.channel, preset="monday")
    assert "This server has no such preset." in text(unknown.message)


async def test_deleted_preset_is_no_longer_the_servers_default(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(preset="house")
    await save(stage, ana, table, "Friday")
    await ana.command("table close", stage.channel)
    guild = int(stage.sandbox.guild_id)
    (preset,) = (await stage.bot.services.presets.offered(guild)).of_server
    screen = (await ana.command("admin settings", stage.channel)).message
    listed = next(c for c in buttons(screen, "server") if f"game/{preset.key}" in str(c))
    outcome = await ana.click(screen, listed["custom_id"], [f"game/{preset.key}"])
    assert outcome.ok
    assert (await ana.command("table open", stage.channel)).ok
    (opened,) = await stage.tables.live_tables(channel_id=int(stage.channel))
    assert opened.rules["preset"] == "house"
    await ana.command("table close", stage.channel)
    await stage.bot.services.presets.remove(guild, preset.preset_id)
    assert (await ana.command("table open", stage.channel)).ok
    (opened,) = await stage.tables.live_tables(channel_id=int(stage.channel))
    assert opened.rules == {"preset": "straight-marks"}
    assert (await ana.command("admin settings", stage.channel)).ok


async def test_event_of_a_preset_plays_matches_of_its_length(
    stage: Stage, ana: SimulatedUser
) -> None:
    guild = int(stage.sandbox.guild_id)
    rules = with_match(load_rules("42", {"preset": "house"}), 3)
    await stage.bot.services.presets.save(guild, "Friday", rules)
    opened = await ana.command("event open", stage.channel, game="Friday")
    assert "You're in!" in text(opened.message)
    shown = (await ana.command("event status", stage.channel)).message
    assert "best of 3" in text(shown)
    for person in stage.people[1:4]:
        assert (await person.command("event join", stage.channel)).ok
    assert (await ana.command("event start", stage.channel)).ok
    tables = await stage.tables.live_tables(guild_id=guild)
    assert [table.best_of for table in tables] == [3, 3]
