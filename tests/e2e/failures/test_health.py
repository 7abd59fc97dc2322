"""The health endpoints of the running bot."""

from __future__ import annotations

from typing import Any

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.health_page import figures, get, settings, until
from tests.support.stage import Stage, press

__all__ = ["settings"]

LOOPS = {"emojis", "event clocks", "event loop lag", "retention", "servers", "slash commands"}
LOOPS |= {"table clocks", "reading blocks", "closing tables", "heartbeat", "delivering reports"}
LOOPS |= {"members with alerts", "messages left behind"}
LOOPS |= {"redrawing boards", "deletions", "daily boards", "daily hand", "votes", "clock"}
LOOPS |= {"reading refusals", "refused events", "welcomes", "session starts"}
LOOPS |= {"deleted channels", "reminders", "plans", "counting refusals"}


async def test_lost_database_makes_the_bot_unready_but_not_dead(
    stage: Stage, settings: dict[str, Any]
) -> None:
    assert (await get(settings, "readyz"))[0] == 200
    stage.store.failing.add("ping")
    status, text = await get(settings, "readyz")
    assert status == 503
    assert "database: no answer (StoreFailure)\n" in text
    assert (await get(settings, "healthz"))[0] == 200
    stage.store.failing.clear()
    assert (await get(settings, "readyz"))[0] == 200


async def test_lost_gateway_makes_the_bot_unready_until_it_reconnects(
    stage: Stage, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda self: 0.01)
    stage.sandbox.gateway.down = True
    await stage.sandbox.disconnect()
    text = await until(settings, 503)
    assert "gateway: disconnected: shard 0\n" in text
    assert "database: ok\n" in text
    assert (await get(settings, "healthz"))[0] == 200
    stage.sandbox.gateway.down = False
    await until(settings, 200)


async def test_overdue_background_loop_makes_the_bot_unready_and_is_named(
    stage: Stage, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, text = await get(settings, "readyz")
    assert "background work: ok\n" in text
    names = await figures(settings)
    assert {name[1] for name in names if name[0] == "fortytwo_loop_failures_total"} == LOOPS
    monkeypatch.setattr(stage.bot.services.sweeper.sweeping, "_due", -1e6)
    status, text = await get(settings, "readyz")
    assert status == 503
    assert "background work: retention " in text


async def test_presses_commands_and_refusals_are_counted_by_verb_and_outcome(
    stage: Stage, ana: SimulatedUser, settings: dict[str, Any]
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    acts = (await figures(settings))[("fortytwo_acts_total",)]
    stage.store.failing.add("commit")
    await press(first, panel, "call", "31")
    stage.store.failing.clear()
    await press(first, first.message(panel), "call", "31")
    await first.command("bid", stage.channel, call="pass")
    await ana.command("table status", stage.channel)
    told = await figures(settings)
    count = "fortytwo_interactions_total"
    assert told[(count, "not_saved", "call")] == 1
    assert told[(count, "done", "call")] == 1
    assert told[(count, "refused", "/bid")] == 1
    assert told[(count, "done", "/table status")] == 1
    assert told[("fortytwo_interaction_duration_seconds_count", "call")] == 2
    assert told[("fortytwo_acts_total",)] == acts + 1
    assert told[("fortytwo_tables",)] == 1
    assert told[("fortytwo_servers",)] == 1


async def test_failed_save_is_logged_as_an_error_with_table_and_cause(
    stage: Stage, settings: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    stage.store.failing.add("commit")
    await press(first, panel, "call", "31")
    stage.store.failing.clear()
    (told,) = [r.getMessage() for r in caplog.records if r.getMessage().startswith("not saved")]
    guild = stage.sandbox.guild_id
    assert told == f"not saved: server {guild}, table {table}, call: disk full"
    samples = await figures(settings)
    assert samples[("fortytwo_errors_total", "bot.publisher.component_router")] == 1


async def test_discord_responses_are_counted_by_status_and_refusals_by_code(
    stage: Stage, ana: SimulatedUser, settings: dict[str, Any]
) -> None:
    stage.sandbox.add_fault("POST /interactions/*/*/callback", status=500)
    stage.sandbox.add_fault("POST /interactions/*/*/callback", code=50035)
    await ana.command("table status", stage.channel)
    samples = await figures(settings)
    assert samples[("fortytwo_discord_answers_total", "500")] >= 1
    assert samples[("fortytwo_discord_answers_total", "200")] >= 1
    refusals = {k[1]: n for k, n in samples.items() if k[0] == "fortytwo_discord_refusals_total"}
    assert refusals == {"50035": 1}
