"""A Discord that does not let the bot in, or sends what nobody can read: the bot goes on."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.sandbox import SimulatedUser

from .stage import Stage, button
from .test_health import figures, settings

__all__ = ["settings"]
COUNT = "fortytwo_unreadable_events_total"


async def test_an_interaction_that_cannot_be_read_fails_alone_and_leaves_one_line(
    stage: Stage, settings: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.begun(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    for _ in range(2):
        stage.sandbox.gateway.leave_out("INTERACTION_CREATE", "attachment_size_limit")
        before = (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0)
        press = asyncio.create_task(first.click(panel, button(panel, "call", "31")))
        while (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0) == before:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        stage.sandbox.clock.work.move(3.1)
        assert not (await press).ok
    assert (await first.click(panel, button(panel, "call", "31"))).ok
    assert (await stage.view(table)).seq == 2
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "KeyError 'attachment_size_limit'" in line.getMessage()
    assert line.exc_info is None


async def test_a_command_that_cannot_be_read_fails_alone(
    stage: Stage, ana: SimulatedUser, settings: dict[str, Any]
) -> None:
    known = await ana.command("table status", stage.channel)
    assert known.ok
    stage.sandbox.gateway.leave_out("INTERACTION_CREATE", "data")
    late = asyncio.create_task(ana.command("table status", stage.channel))
    while (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0) == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    stage.sandbox.clock.work.move(3.1)
    assert not (await late).ok
    assert (await ana.command("table status", stage.channel)).ok
