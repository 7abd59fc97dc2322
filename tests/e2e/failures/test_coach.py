"""The coach's page while hands are still being analyzed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.tables.past import CoachJob, Habits
from tests.support.stage import Stage, button, text


async def test_player_who_presses_back_stays_there_when_the_analysis_ends(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = stage.people[:2]
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    gate = asyncio.Event()
    job = CoachJob[Habits](1)

    async def analyze() -> Habits:
        await gate.wait()
        return Habits(1, 1, ())

    async def habits(*_: Any) -> CoachJob[Habits]:
        return job

    job.task = asyncio.create_task(analyze())
    monkeypatch.setattr("cogs.coach.AT_ONCE_SECONDS", 0.0)
    monkeypatch.setattr(stage.bot.services.tables.coach, "habits", habits)
    page = (await stage.forge(ana, format_id(ComponentId(Verb.HABITS, table)))).message
    assert "Looking through your hand" in text(page)
    left = (await ana.click(page, button(page, "hand"))).message
    assert left["id"] == page["id"]
    assert "Looking through" not in text(left)
    gate.set()
    await stage.wait_until_quiet()
    now = stage.sandbox.state.message(left["channel_id"], left["id"])
    assert "Your habits" not in text(now)
