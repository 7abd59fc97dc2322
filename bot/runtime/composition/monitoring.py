"""What a host's monitor asks of the running program: gauges and readiness checks."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from functools import partial

from bot.app import FortyTwo
from bot.budget.refusals import Refusals
from bot.runtime.health import Check
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import WorkerThreads
from bot.store import Store
from bot.store.errors import StoreFailure
from bot.tables.service import TableService
from texas42.ai.players.warm_up import WarmUp

DATABASE_SECONDS = 5.0
LATE_SECONDS = 1.0


def add_gauges(
    metrics: Metrics,
    bot: FortyTwo,
    tables: TableService,
    workers: WorkerThreads,
    warm_up: WarmUp | None,
    refusals: Refusals,
) -> None:
    """Add the gauges that are read on each scrape."""
    metrics.gauge(
        "discord_refused_in_ten_minutes",
        "Requests that Discord refused in ten minutes, of all processes; it bans after 10,000.",
        lambda: refusals.total,
    )
    metrics.gauge(
        "discord_background_held",
        "1 while cards, boards of days, votes and events wait because Discord refuses too much.",
        lambda: refusals.is_held,
    )
    metrics.gauge("ready", "1 once the bot has been ready.", bot.ready.is_set)
    metrics.gauge("servers", "Servers the bot is in.", lambda: len(bot.guilds))
    metrics.gauge(
        "gateway_latency_seconds",
        "Round trip of a heartbeat; infinite while disconnected.",
        lambda: bot.latency,
    )
    _add_session_starts(metrics, bot)
    metrics.gauge("tables", "Tables in memory.", lambda: tables.in_memory)
    metrics.gauge(
        "interactions_under_way", "Interactions being handled.", lambda: bot.router.under_way
    )
    metrics.gauge(
        "players_waiting", "Computer turns waiting for a thread.", lambda: workers.waiting
    )
    if warm_up is not None:
        metrics.gauge(
            "warm_up_failures",
            "Failed attempts to compile the strong computer players.",
            lambda: warm_up.failures,
        )


def _add_session_starts(metrics: Metrics, bot: FortyTwo) -> None:
    """Add what Discord says of its daily limit of new sessions; nan before it has said anything."""

    def figure(name: str) -> float:
        limit = bot.session_starts.limit
        return math.nan if limit is None else getattr(limit, name)

    for name, field, about in (
        ("session_starts_left", "left", "Sessions that Discord still lets the bot start."),
        ("session_starts_total", "total", "Sessions that Discord lets the bot start a day."),
        ("session_starts_reset_timestamp_seconds", "resets_at", "When that starts over."),
    ):
        metrics.gauge(name, about, partial(figure, field))


def readiness(bot: FortyTwo, store: Store, metrics: Metrics) -> Mapping[str, Check]:
    """Build the readiness checks."""

    async def gateway() -> str | None:
        if not bot.ready.is_set() or bot.is_closed():
            return bot.patience.trouble or "not connected"
        cut_off = [str(shard) for shard, latency in bot.latencies if not math.isfinite(latency)]
        if not cut_off:
            return None
        said = f"disconnected: shard {', '.join(cut_off)}"
        return said if bot.patience.trouble is None else f"{said}; {bot.patience.trouble}"

    async def database() -> str | None:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await store.ping()
        except (StoreFailure, TimeoutError) as error:
            return f"no answer ({type(error).__name__})"
        return f"the last {' and '.join(metrics.failing)} failed" if metrics.failing else None

    async def event_loop() -> str | None:
        lag = metrics.loop_lag_seconds
        return f"{lag:.1f} s late" if lag > LATE_SECONDS else None

    return {
        "gateway": gateway,
        "database": database,
        "event loop": event_loop,
        "background work": metrics.loops.lack,
        "token": bot.second_process.lack,
    }
