"""A user's choices under /settings take effect at their table."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.values.pace import Pace
from bot.values.preferences import Pings
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, buttons, press, text
from texas42.engine import Phase


def lists(message: Json | None) -> dict[str, str]:
    """Map each setting's name to the id of its list."""
    found = [c for c in buttons(message, "settings") if "options" in c]
    return {str(c["options"][0]["value"]).partition("/")[0]: str(c["custom_id"]) for c in found}


def states(message: Json | None) -> dict[str, str]:
    """Map each setting to its current value, as its list shows."""
    options = [option for c in buttons(message, "settings") for option in c.get("options", ())]
    return dict(str(option["value"]).split("/", 1) for option in options if option.get("default"))


async def turn(person: SimulatedUser, message: Json | None) -> Json:
    """Turn to the other page of the settings."""
    assert message is not None
    pages = [c for c in buttons(message, "settings") if not c.get("options")]
    other = next(str(c["custom_id"]) for c in pages if not c.get("disabled"))
    outcome = await person.click(message, other)
    assert outcome.message is not None
    return outcome.message


async def all_states(stage: Stage, person: SimulatedUser) -> dict[str, str]:
    """Map every setting to its current value, as both pages show."""
    shown = (await person.command("settings", stage.channel)).message
    return states(shown) | states(await turn(person, shown))


async def choose(person: SimulatedUser, message: Json | None, name: str, value: str) -> Json:
    """Choose a value of a setting and return the screen afterwards."""
    if name not in lists(message):
        message = await turn(person, message)
    assert message is not None
    outcome = await person.click(message, lists(message)[name], [f"{name}/{value}"])
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def set_to(stage: Stage, person: SimulatedUser, name: str, value: str) -> Json:
    """Change one setting of a user by command."""
    shown = (await person.command("settings", stage.channel)).message
    return await choose(person, shown, name, value)


async def test_each_setting_can_be_changed_and_changed_back(
    stage: Stage, eve: SimulatedUser
) -> None:
    before = {"dms": "on", "pictures": "on", "colors": "off", "confirm": "off", "pace": "off"}
    before |= {"forced": "off", "pings": "late", "quiet-from": "off", "boards": "on"}
    before |= {"opponents": "off", "invitations": "off"}
    assert await all_states(stage, eve) == before
    after = {"dms": "off", "pictures": "off", "colors": "on", "confirm": "on", "pace": "fast"}
    after |= {"forced": "on", "pings": "never", "quiet-from": "off", "boards": "off"}
    after |= {"opponents": "expert", "invitations": "on"}
    shown = (await eve.command("settings", stage.channel)).message
    for name, value in after.items():
        shown = await choose(eve, shown, name, value)
    assert await all_states(stage, eve) == after
    kept = await stage.store.people.preferences(int(eve.id))
    assert (kept.dms, kept.pictures, kept.on_leaderboards) == (False, False, False)
    assert (kept.asks_first, kept.plays_forced, kept.safe_colors) == (True, True, True)
    assert (kept.pace, kept.pings, kept.opponents) == (Pace.FAST, Pings.NEVER, "expert")
    assert (await eve.command("table open", stage.channel)).ok
    (table,) = await stage.tables.live_tables(channel_id=int(stage.channel))
    assert table.pace is Pace.FAST
    for name, value in before.items():
        shown = await choose(eve, shown, name, value)
    assert await all_states(stage, eve) == before


async def test_hands_by_dm_follow_the_setting(stage: Stage) -> None:
    bo = stage.people[1]
    dm = bo.open_dm()
    await set_to(stage, bo, "dms", "off")
    await stage.start_game(bo)
    assert bo.messages(dm) == []
    for value, count in (("on", 1), ("off", 0)):
        await set_to(stage, bo, "dms", value)
        await stage.wait_until_quiet()
        assert len(bo.messages(dm)) == count


async def test_setting_of_another_version_is_explained(stage: Stage, eve: SimulatedUser) -> None:
    await stage.forge(eve, "42:settings:-:0:sounds/off")
    assert "older version" in stage.ephemeral_texts(eve)[-1]


async def test_pings_follow_the_setting_and_quiet_hours(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    person = await stage.in_turn(table)
    await set_to(stage, person, "pings", "never")
    await stage.later(25.0)
    assert not _calls(stage)
    await set_to(stage, person, "pings", "late")
    await stage.wait_until_quiet()
    assert person.id in _calls(stage)[0]
    zone = (await person.command("settings", stage.channel, time_zone="Atlantis")).message
    assert "I don't know the time zone Atlantis" in text(zone)
    hour = datetime.fromtimestamp(stage.clock.now(), ZoneInfo("Asia/Tokyo")).hour
    named = (await person.command("settings", stage.channel, time_zone="Tokyo")).message
    assert "Your time zone: Tokyo." in text(named)
    shown = await set_to(stage, person, "quiet-from", str(hour))
    await choose(person, shown, "quiet-until", str((hour + 2) % 24))
    await stage.wait_until_quiet()
    assert not _calls(stage)
    for other in stage.people[:4]:
        if other is not person:
            await set_to(stage, other, "pings", "always")
    await press(person, await stage.panel(person), "call")
    await stage.wait_until_quiet()
    assert (await stage.in_turn(table)).id in _calls(stage)[0]


def _calls(stage: Stage) -> list[str]:
    """List the existing pings to a player whose turn it is."""
    return [said for said in stage.channel_texts() if "it's your turn" in said]


async def test_player_with_confirmation_on_confirms_a_domino(stage: Stage) -> None:
    people = stage.people[1:4]
    table = await stage.start_game(*people)
    while (view := await stage.view(table)).view.phase is not Phase.PLAY:  # type: ignore[union-attr]
        person = await stage.in_turn(table)
        await stage.act_by_rule(table, int(person.id))
    person = await stage.in_turn(table)
    panel = await stage.panel(person)
    await set_to(stage, person, "confirm", "on")  # the panel already exists
    asked = (await press(person, panel, "play")).message
    assert text(asked).startswith("### Play ")
    assert (await stage.view(table)).seq == view.seq
    panel = (await press(person, asked, "hand")).message
    assert buttons(panel, "play")
    asked = (await press(person, panel, "play")).message
    yes = button(asked, "play-it")
    assert asked is not None
    await person.click(asked, yes)
    assert (await stage.view(table)).seq == view.seq + 1
    again = await stage.forge(person, yes)  # pressed twice
    assert "earlier turn" in text(again.message)
    assert (await stage.view(table)).seq == view.seq + 1
