"""What the program is built on: the database, clock, randomness, threads, players and pictures."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot.budget.queue import RequestQueue
from bot.budget.refusals import Refusals
from bot.players.fixed import FixedExperts
from bot.players.service import ThreadedPlayers, computer_players
from bot.presenter.words.render_context import Counted
from bot.render import Renderer
from bot.runtime.clock import SystemClock
from bot.runtime.compared_clock import ComparedClock
from bot.runtime.errors import StartError
from bot.runtime.metrics import Metrics, collect_metrics
from bot.runtime.randomness import SeededRandomness, SystemRandomness
from bot.runtime.settings import Settings
from bot.runtime.start_checks import running_renderer
from bot.runtime.worker_threads import WorkerThreads
from bot.store import Store
from bot.tables.ports import Leases, Randomness
from bot.tables.sharing.processes import Processes, sharing
from bot.upkeep.blocks import HostBlocks
from bot.values.clock import Clock
from texas42.library import DataFileError, HostPresets, games, read_host_presets

from .database import OpenDatabase, open_database


@dataclass(frozen=True, slots=True, kw_only=True)
class Foundation:
    """What everything else is built on; none of it knows Discord.

    `clock` is the game's, which may run faster; `watch` shows real time, for Discord's deadlines.
    Every request to Discord passes `queue`, and `refusals` counts those that it refuses. `leases`
    and `processes` share the database with other processes; without any, `processes` is
    None. `warming`: tasks that end once the render workers are warm. `emojis` is filled once the
    bot is connected.
    """

    settings: Settings
    host_presets: HostPresets
    metrics: Metrics
    database: OpenDatabase
    clock: ComparedClock
    watch: Clock
    queue: RequestQueue
    refusals: Refusals
    randomness: Randomness
    workers: WorkerThreads
    players: ThreadedPlayers
    experts: FixedExperts
    leases: Leases
    processes: Processes | None
    blocks: HostBlocks
    renderer: Renderer | None
    warming: set[asyncio.Task[None]]
    emojis: dict[Counted, str] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        """The store in the database."""
        return self.database.store

    def is_first(self) -> bool:
        """Return True if this process, of those that share the database, does what one does."""
        return self.leases.holds(None)


@asynccontextmanager
async def open_foundation(settings: Settings, solver: Path | None) -> AsyncIterator[Foundation]:
    """Yield what everything else is built on; close it afterwards.

    `solver`: the folder for compiled code, by default the one in DATA_DIR. Raises StartError, and
    what `open_store` raises.
    """
    presets = _host_presets(settings.data_dir / "presets")
    async with AsyncExitStack() as stack:
        renderer, warming = await stack.enter_async_context(
            running_renderer(settings.render_workers)
        )
        metrics = Metrics()
        metrics.loops.add(await stack.enter_async_context(collect_metrics(metrics)))
        database = await stack.enter_async_context(open_database(settings, metrics))
        threads = settings.ai_workers or max(1, (os.cpu_count() or 2) - 1)
        workers = stack.enter_context(WorkerThreads(threads))
        compiled = solver or settings.compiled_code
        players = computer_players(compiled, workers, settings.ai_seconds, metrics.player_chose)
        stack.push_async_callback(players.close)
        leases, processes = sharing(
            database.store.processes(), settings.own_shards, settings.shard_count or 1
        )
        watch = SystemClock()
        share = everything if processes is None else processes.share
        queue = RequestQueue(watch, settings.requests_per_second, share, metrics.request_sent)
        stack.push_async_callback(queue.close)
        yield Foundation(
            settings=settings,
            host_presets=presets,
            metrics=metrics,
            database=database,
            clock=ComparedClock(SystemClock(settings.clock_rate, settings.clock_since)),
            watch=watch,
            queue=queue,
            refusals=Refusals(database.store.refusals, queue, uuid.uuid4().hex, watch),
            randomness=randomness_of(settings),
            workers=workers,
            players=players,
            experts=FixedExperts(players.warm_up, workers, compiled),
            leases=leases,
            processes=processes,
            blocks=HostBlocks(database.store.host),
            renderer=renderer,
            warming=warming,
        )


def everything() -> float:
    """Return the share of a process that has no others beside it."""
    return 1.0


def randomness_of(settings: Settings, purpose: str = "") -> SystemRandomness | SeededRandomness:
    """Build the source of randomness; a host's seed gives each purpose draws of its own."""
    seed = settings.shake_seed
    return SystemRandomness() if seed is None else SeededRandomness(f"{seed}{purpose}")


def _host_presets(folder: Path) -> HostPresets:
    try:
        return read_host_presets(folder)
    except DataFileError as error:
        raise StartError(f"{folder}: {error}") from error


@cache
def all_tiles() -> tuple[Counted, ...]:
    """List the tiles of all games, each with its count."""
    counted = {(tile, spec.tile_count(tile)) for spec in games() for tile in spec.tiles}
    return tuple(sorted(counted))
