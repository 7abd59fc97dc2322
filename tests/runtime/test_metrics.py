"""The metrics and their names."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.runtime.metrics import Metrics, collect_metrics
from bot.runtime.version import program_version
from bot.store import open_store
from bot.store.errors import StoreFailure

NAMES = {
    "fortytwo_interactions",
    "fortytwo_interaction_duration_seconds",
    "fortytwo_acts",
    "fortytwo_hands",
    "fortytwo_games",
    "fortytwo_store_duration_seconds",
    "fortytwo_store_failures",
    "fortytwo_errors",
    "fortytwo_discord_answers",
    "fortytwo_unreadable_events",
    "fortytwo_discord_refusals",
    "fortytwo_build_info",
    "fortytwo_player_duration_seconds",
    "fortytwo_event_loop_lag_seconds",
    "fortytwo_event_loop_lag_distribution_seconds",
    "process_resident_memory_bytes",
    "python_gc_collections",
}


def test_every_metric_has_its_name_and_help() -> None:
    text = generate_latest(Metrics().registry).decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert families.keys() >= NAMES
    assert not [name for name, family in families.items() if not family.documentation]


def test_two_bots_in_one_process_have_separate_metrics() -> None:
    first = Metrics()
    second = Metrics()
    first.interaction_handled("play", "done", 0.02)
    for metrics, count in ((first, 1.0), (second, None)):
        labels = {"verb": "play", "outcome": "done"}
        assert metrics.registry.get_sample_value("fortytwo_interactions_total", labels) == count


def test_running_version_is_a_label() -> None:
    value = Metrics().registry.get_sample_value
    assert value("fortytwo_build_info", {"version": program_version()}) == 1


def test_saved_changes_are_counted() -> None:
    metrics = Metrics()
    metrics.table_saved(2, hand=False, game=None)
    metrics.table_saved(1, hand=True, game="42")
    value = metrics.registry.get_sample_value
    assert value("fortytwo_acts_total") == 3
    assert value("fortytwo_hands_total") == 1
    assert value("fortytwo_games_total", {"game": "42"}) == 1


async def test_logged_errors_are_counted() -> None:
    metrics = Metrics()
    logger = logging.getLogger("bot.somewhere")
    async with collect_metrics(metrics):
        logger.error("it failed")
        logger.warning("it nearly failed")
    logger.error("nobody counts any more")
    found = metrics.registry.get_sample_value("fortytwo_errors_total", {"logger": logger.name})
    assert found == 1


async def test_event_loop_lag_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.runtime.metrics.LAG_EVERY_SECONDS", 0.0)
    metrics = Metrics()
    looks = "fortytwo_event_loop_lag_distribution_seconds_count"
    async with collect_metrics(metrics), asyncio.timeout(60):
        while not metrics.registry.get_sample_value(looks):  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_reads_and_writes_are_timed_and_fail_until_one_succeeds(
    tmp_path: Path,
) -> None:
    metrics = Metrics()
    store = await open_store(f"sqlite:///{tmp_path / 'db.sqlite3'}", observer=metrics)
    counted = metrics.registry.get_sample_value
    reads = ("fortytwo_store_duration_seconds_count", {"operation": "read"})
    before = counted(*reads) or 0
    try:
        await store.ping()
        assert counted(*reads) == before + 1
        with pytest.raises(StoreFailure):
            await store.database.write(lambda c: c.exec_driver_sql("SELECT nothing"))
        assert metrics.failing == {"write"}
        assert counted("fortytwo_store_failures_total", {"operation": "write"}) == 1
        await store.database.write(lambda c: None)
        assert not metrics.failing
    finally:
        await store.close()
