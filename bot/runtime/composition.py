"""Builds the program out of its parts and runs it until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.ai.players.service import ComputerPlayers
from bot.app import FortyTwo
from bot.events.clocks import Waiting
from bot.events.service import EventService
from bot.library import games
from bot.presenter import Counted
from bot.publisher.component_router import ComponentRouter
from bot.publisher.emojis import load_tile_emojis
from bot.publisher.events import DiscordEventPublisher
from bot.publisher.publisher import DiscordPublisher
from bot.runtime.clock import SystemClock
from bot.runtime.health import health_server
from bot.runtime.randomness import SeededChance, SystemChance
from bot.runtime.services import Services
from bot.runtime.settings import Settings
from bot.runtime.worker_threads import WorkerThreads
from bot.stats import Stats
from bot.store import open_store
from bot.tables.deadlines import Timing
from bot.tables.service import TableService

_LOG = logging.getLogger(__name__)
SWITCH_SECONDS = 0.0005


def point_at(settings: Settings) -> None:
    """Let discord.py talk to the Discord that the settings name.

    It has no other way in: these three class attributes are where all its addresses come from.
    """
    Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if settings.discord_cdn_base is not None:
        Asset.BASE = settings.discord_cdn_base


@asynccontextmanager
async def hosted(settings: Settings, solver: Path | None = None) -> AsyncIterator[FortyTwo]:
    """Give a bot that is built and not yet connected; take everything down afterwards.

    `solver`: the folder that keeps compiled code, DATA_DIR unless another is given.
    """
    point_at(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        store = await open_store(settings.database, backups=settings.data_dir / "backups")
        stack.push_async_callback(store.close)
        threads = settings.ai_workers or max(1, (os.cpu_count() or 2) - 1)
        workers = stack.enter_context(WorkerThreads(threads))
        painters = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="painter"))
        clock = SystemClock(settings.clock_rate)
        seed = settings.shake_seed
        chance = SystemChance() if seed is None else SeededChance(seed)
        players = ComputerPlayers(solver or settings.data_dir, workers, settings.ai_seconds)
        stack.push_async_callback(players.close)
        emojis: dict[Counted, str] = {}
        publisher = DiscordPublisher(store, store, clock, painters, emojis)
        timing = Timing(
            pace=settings.pace_seconds,
            nudge=settings.nudge_seconds,
            takeover=settings.takeover_seconds,
        )
        tables = TableService(store, publisher, players, clock, chance, timing)
        event_publisher = DiscordEventPublisher(store, publisher, clock)
        events = EventService(store, event_publisher, tables, clock, chance, Waiting())
        router = ComponentRouter(publisher)
        services = Services(tables, events, event_publisher, Stats(store), publisher, store)
        bot = FortyTwo(
            services, router, shard_count=settings.shard_count, shard_ids=settings.shards
        )
        # from the last one up: what makes news stops first, and the wire to Discord goes last
        stack.push_async_callback(bot.close)
        stack.push_async_callback(event_publisher.close)
        stack.push_async_callback(publisher.close)
        stack.push_async_callback(tables.stop)
        stack.push_async_callback(events.stop)
        await stack.enter_async_context(health_server(bot, settings.health_port))
        uploading = asyncio.create_task(_emojis_when_ready(bot, emojis), name="emojis")
        stack.callback(uploading.cancel)
        yield bot


def favour_answers() -> None:
    """Set the interpreter up so that answers do not wait for what else the process does.

    The thread that saves needs the interpreter after every statement, and the painter and the
    thinkers hold it for as long as they may: 5 ms at a time, unless told otherwise, which makes
    tens of a save. What is in memory at the start stays there, so that it need not be looked
    through again and again.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()


async def run_bot(
    settings: Settings,
    *,
    on_ready: Callable[[], Awaitable[None]] | None = None,
    solver: Path | None = None,
) -> None:
    """Run the bot until a signal, or an error that it cannot mend. Raises LoginFailure."""
    if settings.discord_token is None:
        raise ValueError("DISCORD_TOKEN is not set")
    async with hosted(settings, solver) as bot:
        loop = asyncio.get_running_loop()
        stopping = asyncio.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(name, stopping.set)
            except NotImplementedError:  # Windows: Ctrl+C arrives as KeyboardInterrupt there
                break
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        told = asyncio.create_task(stopping.wait())
        favour_answers()
        if on_ready is not None:
            waiting = asyncio.create_task(_when_ready(bot, on_ready))
            running.add_done_callback(lambda _: waiting.cancel())
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if running.done():
            running.result()
        else:
            _LOG.info("stopping")
    await running  # the bot is closed by now


async def _when_ready(bot: FortyTwo, then: Callable[[], Awaitable[None]]) -> None:
    await bot.ready.wait()
    await then()


async def _emojis_when_ready(bot: FortyTwo, emojis: dict[Counted, str]) -> None:
    """Upload the dominoes in the background: the bot is of use without them."""
    await bot.ready.wait()
    tiles = sorted({(tile, spec.tile_count(tile)) for spec in games() for tile in spec.tiles})
    try:
        await load_tile_emojis(bot, tiles, emojis)
    except (OSError, discord.DiscordException) as error:
        _LOG.warning("the dominoes could not be uploaded as emojis: %s", error)
