"""The program's counters and measurements, for Prometheus.

The measured rooms know nothing of Prometheus: each calls the functions that it is given, which are
methods of `Metrics`; the store is given all of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.runtime.loops import Loop, Loops
from bot.runtime.version import program_version

LAG_EVERY_SECONDS = 0.25
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 5.0, 15.0)  # Discord waits for 3 s

WAITS = (0.01, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """The metrics of one running program, in their own registry."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.loop_lag_seconds = 0.0
        self.failing: set[str] = set()  # the store operations that failed at their last use
        self._interactions = Counter(
            "fortytwo_interactions",
            "Interactions handled, by verb or command and by outcome.",
            ["verb", "outcome"],
            registry=registry,
        )
        self._interaction_seconds = Histogram(
            "fortytwo_interaction_duration_seconds",
            "Time to handle an interaction, from its arrival.",
            ["verb"],
            buckets=ANSWERS,
            registry=registry,
        )
        self._acts = Counter(
            "fortytwo_acts", "Calls, contracts, exchanges and plays saved.", registry=registry
        )
        self._hands = Counter("fortytwo_hands", "Hands finished.", registry=registry)
        self._games = Counter(
            "fortytwo_games", "Games finished, by game.", ["game"], registry=registry
        )
        self._store_seconds = Histogram(
            "fortytwo_store_duration_seconds",
            "Time of a database operation, including waits.",
            ["operation"],
            buckets=FAST,
            registry=registry,
        )
        self._store_failures = Counter(
            "fortytwo_store_failures",
            "Database operations that failed.",
            ["operation"],
            registry=registry,
        )
        self._errors = Counter(
            "fortytwo_errors",
            "Errors written to the log, by logger.",
            ["logger"],
            registry=registry,
        )
        self._discord = Counter(
            "fortytwo_discord_answers",
            "Discord's responses to requests, by status; 429 is a rate limit, `none` no response.",
            ["status"],
            registry=registry,
        )
        self._new_dms = Counter(
            "fortytwo_new_dms",
            "New DM channels, by outcome: opened, or replaced by a panel at the table.",
            ["outcome"],
            registry=registry,
        )
        self._unreadable = Counter(
            "fortytwo_unreadable_events",
            "Unreadable events from Discord, by event.",
            ["event"],
            registry=registry,
        )
        self._requests = Histogram(
            "fortytwo_discord_request_wait_seconds",
            "Wait of a request for its turn, by what it is for; answers never wait.",
            ["kind"],
            buckets=WAITS,
            registry=registry,
        )
        self._refusals = Counter(
            "fortytwo_discord_refusals",
            "Requests that Discord refused, by error code; 0 means no code.",
            ["code"],
            registry=registry,
        )
        self._player_seconds = Histogram(
            "fortytwo_player_duration_seconds",
            "Time of a computer player's choice, including the wait for a thread, by level.",
            ["level"],
            buckets=ANSWERS,
            registry=registry,
        )
        self._lag = Gauge(
            "fortytwo_event_loop_lag_seconds",
            "Event loop lag at the last sample.",
            registry=registry,
        )
        self._lags = Histogram(
            "fortytwo_event_loop_lag_distribution_seconds",
            "Distribution of the event loop lag.",
            buckets=FAST,
            registry=registry,
        )
        self.loops = Loops()
        registry.register(_LoopFigures(self.loops))
        build = Info("fortytwo_build", "The running version.", registry=registry)
        build.info({"version": program_version()})
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a figure that is read at each scrape."""
        Gauge(f"fortytwo_{name}", about, registry=self.registry).set_function(value)

    def interaction_handled(self, verb: str, outcome: str, seconds: float) -> None:
        """Count an interaction; `verb` is a button's verb or a command's name."""
        self._interactions.labels(verb, outcome).inc()
        self._interaction_seconds.labels(verb).observe(seconds)

    def store_used(self, operation: str, seconds: float, *, failed: bool) -> None:
        """Count a database operation, and record which ones failed at their last use."""
        self._store_seconds.labels(operation).observe(seconds)
        self.failing.discard(operation)
        if failed:
            self.failing.add(operation)
            self._store_failures.labels(operation).inc()

    def table_saved(self, acts: int, *, hand: bool, game: str | None) -> None:
        """Count the effects of one saved change of a table."""
        self._acts.inc(acts)
        self._hands.inc(hand)
        if game is not None:
            self._games.labels(game).inc()

    def error_logged(self, logger: str) -> None:
        """Count an error."""
        self._errors.labels(logger).inc()

    def discord_answered(self, status: int | None) -> None:
        """Count a response of Discord, None if there was none."""
        self._discord.labels("none" if status is None else str(status)).inc()

    def new_dm(self, outcome: str) -> None:
        """Count a new DM channel that was `opened`, or has to wait: `limited` or `paused`."""
        self._new_dms.labels(outcome).inc()

    def event_unreadable(self, event: str) -> None:
        """Count an event from Discord that could not be read."""
        self._unreadable.labels(event).inc()

    def discord_refused(self, code: int) -> None:
        """Count a request that Discord refused, by its error code."""
        self._refusals.labels(str(code)).inc()

    def request_sent(self, kind: str, waited: float) -> None:
        """Count a request to Discord, by what it is for, and its wait for its turn."""
        self._requests.labels(kind).observe(waited)

    def player_chose(self, level: str, seconds: float) -> None:
        """Record the duration of a computer player's choice."""
        self._player_seconds.labels(level).observe(seconds)

    def loop_lagged(self, seconds: float) -> None:
        """Record the lag of the event loop."""
        self.loop_lag_seconds = seconds
        self._lag.set(seconds)
        self._lags.observe(seconds)


class ErrorCounter(logging.Handler):
    """Counts the records logged as errors."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count one record."""
        self._metrics.error_logged(record.name)


class _LoopFigures(Collector):
    """Reads the state of the background loops at each scrape."""

    def __init__(self, loops: Loops) -> None:
        self._loops = loops

    def collect(self) -> Iterator[Metric]:
        """Yield the failures, the last success and the delay of each loop."""
        failures = CounterMetricFamily(
            "fortytwo_loop_failures", "Failures of a background loop.", labels=["loop"]
        )
        success = GaugeMetricFamily(
            "fortytwo_loop_last_success_timestamp_seconds",
            "When a background loop last ran; 0 before its first run.",
            labels=["loop"],
        )
        overdue = GaugeMetricFamily(
            "fortytwo_loop_overdue_seconds",
            "How overdue a background loop is; 0 within its grace period.",
            labels=["loop"],
        )
        for state in self._loops.states():
            failures.add_metric([state.name], state.failures)
            success.add_metric([state.name], state.last_success or 0.0)
            overdue.add_metric([state.name], state.overdue)
        yield from (failures, success, overdue)


@asynccontextmanager
async def collect_metrics(metrics: Metrics) -> AsyncIterator[Loop]:
    """Count errors and watch the event loop during the context; yield the monitor."""
    counter = ErrorCounter(metrics)
    root = logging.getLogger()
    watching = Loop("event loop lag", partial(_measure_lag, metrics))
    watching.start()
    root.addHandler(counter)
    try:
        yield watching
    finally:
        root.removeHandler(counter)
        await watching.stop()


async def _measure_lag(metrics: Metrics) -> float:
    loop = asyncio.get_running_loop()
    due = loop.time() + LAG_EVERY_SECONDS
    await asyncio.sleep(LAG_EVERY_SECONDS)
    metrics.loop_lagged(max(0.0, loop.time() - due))
    return 0.0
