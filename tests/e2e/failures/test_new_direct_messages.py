"""New DM channels are limited: a player over the limit plays at the table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, press, text

OPEN_DM = "POST /users/@me/channels"
HERE = "your dominoes come here for now: press My hand."
HOUR = 3600.0


@pytest.fixture
def settings() -> dict[str, Any]:
    """Two new DMs an hour, without anyone being played for during that hour."""
    return {"new_dms_per_hour": 2, "nudge_seconds": 10 * HOUR, "takeover_seconds": 10 * HOUR}


def _dms(person: SimulatedUser) -> list[str]:
    return [] if person.dm is None else [text(m) for m in person.messages(person.dm)]


async def _next_hand(stage: Stage, table: str) -> None:
    """Pass for everyone at the table itself, and start the next hand."""
    hand = (await stage.view(table)).hand_no
    for _ in range(4):
        person = await stage.in_turn(table)
        await press(person, await stage.panel(person), "call", "pass")
    for person in stage.people[:4]:
        assert (await stage.forge(person, f"42:ready:{table}:0")).ok
    await stage.wait_until_quiet()
    view = await stage.view(table)
    assert (view.hand_no, view.status) == (hand + 1, Status.PLAYING)


async def test_player_over_the_dm_limit_gets_the_hand_at_the_table_and_a_dm_later(
    stage: Stage,
) -> None:
    stage.sandbox.spam_guard.most = 2  # the bot may not even try a third one
    table = await stage.start_game(*stage.people[1:4])
    players = stage.people[:4]
    there = [person for person in players if _dms(person)]
    waiting = [person for person in players if not _dms(person)]
    assert (len(there), len(waiting)) == (2, 2)
    told = [words for words in stage.channel_texts() if HERE in words]
    assert len(told) == 1
    assert {p.mention for p in players if p.mention in told[0]} == {p.mention for p in waiting}
    notice = next(m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"])
    for person in waiting:
        assert "**Your dominoes:**" in text((await press(person, notice, "hand")).message)

    await _next_hand(stage, table)
    assert not any(_dms(person) for person in waiting)
    assert len([words for words in stage.channel_texts() if HERE in words]) == 1  # told only once

    await stage.later(HOUR)
    await _next_hand(stage, table)
    assert [len(_dms(person)) for person in players] == [1, 1, 1, 1]
    assert len([r for r in stage.sandbox.log if r.route == OPEN_DM]) == 4
    assert not stage.sandbox.spam_guard.quarantined
    assert stage.bot.router.failed == 0


async def test_players_are_told_once_that_their_dm_comes_later_even_after_a_restart(
    unlit: Stage,
) -> None:
    async with unlit.running():
        table = await unlit.start_game(*unlit.people[1:4])
        assert len([words for words in unlit.channel_texts() if HERE in words]) == 1
    async with unlit.running():
        await _next_hand(unlit, table)
        assert len([words for words in unlit.channel_texts() if HERE in words]) == 1


@pytest.mark.parametrize("settings", [{"new_dms_per_hour": 0}])
async def test_player_who_acts_in_their_dm_gets_the_hand_there_at_any_limit(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    assert (await bo.command("hand", bo.open_dm())).ok
    await _next_hand(stage, table)
    assert [person for person in stage.people[:4] if person.dm] == [bo]
    number = (await stage.view(table)).number
    assert len([words for words in _dms(bo) if f"Table {number}" in words]) == 1
    assert not [r for r in stage.sandbox.log if r.route == OPEN_DM]
