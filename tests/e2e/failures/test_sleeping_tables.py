"""Only some of many tables have cached screens; the others are rehydrated from the store."""

from __future__ import annotations

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.policies import BURIED_BY
from tests.support.stage import Json, Stage, text

pytestmark = pytest.mark.e2e
EXPIRED = 16 * 60.0  # after this, no panel can be edited, and a computer has bid 31 for Ana


@pytest.fixture
async def sleeping(stage: Stage) -> str:
    """A table of Ana and Bo evicted from the cache, since Cy and Di have opened others."""
    stage.screens._most = 1  # besides those with panels
    ana, bo, *others = stage.people[:4]
    table = await stage.start_game(bo)
    assert (await ana.command("hand", stage.channel)).ok
    await stage.later(1.0)
    await _open_others(stage, others)
    assert _followed(stage, table), "Ana has a panel there"
    await stage.later(EXPIRED)
    await _open_others(stage, others)
    assert not _followed(stage, table)
    return table


async def _open_others(stage: Stage, people: list[SimulatedUser]) -> None:
    for person in people:
        place = stage.sandbox.add_channel(f"of {person.name}")
        assert (await person.command("table open", place)).ok
        await stage.wait_until_quiet()
        assert (await person.command("table leave", place)).ok
        await stage.wait_until_quiet()


def _followed(stage: Stage, table: str) -> bool:
    return stage.screens.of(table) is not None


def _boards(stage: Stage, table: str) -> list[Json]:
    return [m for m in stage.public(table) if m["flags"] & (1 << 15)]


async def test_play_at_a_sleeping_table_updates_its_existing_screens(
    stage: Stage, sleeping: str
) -> None:
    [board] = _boards(stage, sleeping)
    person = await stage.in_turn(sleeping)
    direct = [m["id"] for m in person.messages(str(person.dm))]
    assert (await person.command("bid", stage.channel, call="35")).ok
    await stage.wait_until_quiet()
    [after] = _boards(stage, sleeping)
    assert after["id"] == board["id"]
    assert "35" in text(after)
    assert [m["id"] for m in person.messages(str(person.dm))] == direct


async def test_deleted_board_of_a_sleeping_table_is_reposted(stage: Stage, sleeping: str) -> None:
    [board] = _boards(stage, sleeping)
    stage.sandbox.delete_message(board)
    await stage.until(sleeping, lambda _: bool(_boards(stage, sleeping)))
    [after] = _boards(stage, sleeping)
    assert after["id"] != board["id"]


async def test_other_messages_in_a_sleeping_tables_channel_can_be_deleted(
    stage: Stage, sleeping: str
) -> None:
    person = stage.people[2]
    person.say(stage.channel, "anyone?")
    stage.sandbox.delete_message(person.messages(stage.channel)[-1])
    await stage.wait_until_quiet()
    assert not _followed(stage, sleeping)


async def test_board_of_a_sleeping_table_buried_by_chat_is_reposted_below(
    stage: Stage, sleeping: str, ana: SimulatedUser
) -> None:
    [board] = _boards(stage, sleeping)
    for number in range(BURIED_BY):
        ana.say(stage.channel, f"word {number}")
    person = await stage.in_turn(sleeping)
    assert (await person.command("bid", stage.channel, call="35")).ok
    await stage.wait_until_quiet()
    [after] = _boards(stage, sleeping)
    assert int(after["id"]) > int(board["id"])


async def test_ended_table_is_not_followed_any_more_once_another_opens(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.lobby()
    assert _followed(stage, table)
    assert (await ana.command("table leave", stage.channel)).ok
    await stage.wait_until_quiet()
    await _open_others(stage, [bo])
    assert not _followed(stage, table)
