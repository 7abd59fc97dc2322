"""Tables without a channel: their people play by DM alone."""

from __future__ import annotations

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, buttons, press

BROKE = "Something broke"


def _direct(person: SimulatedUser, table: str) -> list[Json]:
    """Return the messages of a table in a person's DM, but not the private answers."""
    found = person.messages(person.dm or "") if person.dm else []
    return [m for m in found if not m["flags"] & 64 and f":{table}:" in str(m["components"])]


async def _table_of(stage: Stage, person: SimulatedUser) -> str:
    (table,) = await stage.tables.tables_of(int(person.id))
    return table.table_id


async def _play_now(stage: Stage, ana: SimulatedUser) -> str:
    """Press Play now under the help in a DM, and return the table."""
    dm = ana.open_dm()
    shown = (await ana.command("help", dm)).message
    await press(ana, shown, "now")
    await stage.wait_until_quiet()
    return await _table_of(stage, ana)


async def test_play_now_in_a_dm_deals_a_hand_there(stage: Stage, ana: SimulatedUser) -> None:
    table = await _play_now(stage, ana)
    row = (await stage.live(table)).table
    assert (row.place, row.guild_id, row.number) == (None, None, None)
    assert (row.status, row.alone) == (Status.PLAYING, True)
    (shown,) = _direct(ana, table)
    assert "dominoes" in str(shown).lower() or buttons(shown, "play") or buttons(shown, "call")
    assert not stage.public(table)


async def test_whole_game_alone_in_a_dm_is_one_message_over_a_restart(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await _play_now(stage, ana)
    (first,) = _direct(ana, table)
    await stage.play_hand(table)
    (shown,) = _direct(ana, table)
    assert shown["id"] == first["id"]
    assert button(shown, "ready")
    assert not stage.public(table)
