"""The composition root: builds the program from its parts and runs it until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import discord

from bot.app import FortyTwo
from bot.asked.hands import HandQuestions
from bot.asked.votes import Votes
from bot.daily.boards import DailyBoards
from bot.daily.book import DayBook
from bot.daily.days import Calendar
from bot.daily.expert_turns import ExpertPauses, ExpertTurns
from bot.daily.service import DailyService
from bot.events.deadlines import EventTimeouts
from bot.events.service import EventService
from bot.link.addresses import point_at
from bot.link.clock_check import ClockCheck
from bot.link.patience import Patience
from bot.link.second_process import SecondProcess
from bot.link.unreadable import UnreadableEvents
from bot.players.fixed import FixedExperts
from bot.players.service import ThreadedPlayers, computer_players
from bot.presenter.words.render_context import Counted
from bot.publisher.calls.dm_channels import DmChannels, NewDms
from bot.publisher.cleaner import Cleaner
from bot.publisher.component_router import Admission, ComponentRouter
from bot.publisher.event_places import ThreadPlaces
from bot.publisher.events import DiscordEventPublisher
from bot.publisher.messages.background import Background
from bot.publisher.messages.daily_boards import DailyBoardMessages
from bot.publisher.messages.host_messages import HostMessages
from bot.publisher.messages.shared_messages import SharedMessages
from bot.publisher.messages.vote_messages import VoteMessages
from bot.publisher.pictures.emojis import TileEmojis
from bot.publisher.publisher import DiscordPublisher
from bot.publisher.rights import Rights
from bot.publisher.screens.daily_panels import DailyPanels
from bot.publisher.untold import Untold
from bot.publisher.welcomes import Welcomes
from bot.runtime.clock import SystemClock
from bot.runtime.compared_clock import ComparedClock
from bot.runtime.errors import StartError, Unreachable
from bot.runtime.health import Check, health_server
from bot.runtime.metrics import Metrics, collect_metrics
from bot.runtime.randomness import SeededChance, SystemChance
from bot.runtime.request_trace import counting_requests
from bot.runtime.services import Services
from bot.runtime.settings import Settings
from bot.runtime.start_checks import (
    make_data_dir,
    opening_database,
    running_renderer,
)
from bot.runtime.version import program_version
from bot.runtime.worker_threads import WorkerThreads
from bot.stats import Stats
from bot.store import SqlStore, open_store
from bot.store.backup import dated_copy_path, keep_newest, old_copies
from bot.store.database import parse_url, sqlite_file
from bot.store.private_files import only_user
from bot.store.stand_by import StandBy
from bot.tables.clocks.deadlines import Timing
from bot.tables.errors import RequestKind
from bot.tables.limits import RATES, RateLimits
from bot.tables.model import TableClock
from bot.tables.ports import StoreFailure
from bot.tables.service import TableService
from bot.tables.sharing.leases import ShardLeases
from bot.tables.sharing.processes import sharing
from bot.upkeep import Blocks, Host, NightlyBackup, OwnData, Reports, Sweeper, host_jobs
from bot.values.clock import Clock
from texas42.ai.players.warm_up import WarmUp
from texas42.library import DataFileError, HostPresets, games, read_host_presets

_LOG = logging.getLogger(__name__)
DATABASE_SECONDS = 5.0
LATE_SECONDS = 1.0


@asynccontextmanager
async def compose_bot(
    settings: Settings,
    solver: Path | None = None,
    watch_warm_up: Callable[[WarmUp], Awaitable[None]] | None = None,
) -> AsyncIterator[FortyTwo]:
    """Yield a bot that is not connected yet; shut everything down afterwards.

    `solver`: the folder for compiled code, by default the one in DATA_DIR.
    `watch_warm_up` runs beside the bot, to start and show the warm-up of the strong players.
    Raises StartError, and what `open_store` raises.
    """
    point_at(settings)
    make_data_dir(settings.data_dir)
    own_presets = _host_presets(settings.data_dir / "presets")
    async with AsyncExitStack() as stack:
        renderer, warm = await stack.enter_async_context(running_renderer(settings.render_workers))
        metrics = Metrics()
        loops = metrics.loops
        loops.add(await stack.enter_async_context(collect_metrics(metrics)))
        database = sqlite_file(parse_url(settings.database))
        stand_by = None
        health = settings.health_host, settings.health_port
        opening = partial(opening_database, settings.database, settings.backups)
        if database is not None:
            with opening():
                stack.enter_context(only_user(database))
        else:
            stand_by = StandBy(parse_url(settings.database), min(settings.own_shards))
        with opening():
            if stand_by is not None:
                stack.push_async_callback(stand_by.close)
                async with health_server(*health, {"shards": stand_by.lack}, metrics.registry):
                    await stand_by.take()
            store = await open_store(
                settings.database,
                backups=settings.backups,
                connections=settings.database_connections,
                observer=metrics,
            )
        stack.push_async_callback(store.close)
        threads = settings.ai_workers or max(1, (os.cpu_count() or 2) - 1)
        workers = stack.enter_context(WorkerThreads(threads))
        clock = ComparedClock(SystemClock(settings.clock_rate, settings.clock_since))
        seed = settings.shake_seed
        chance = SystemChance() if seed is None else SeededChance(seed)
        players = computer_players(
            solver or settings.compiled_code, workers, settings.ai_seconds, metrics.player_chose
        )
        stack.push_async_callback(players.close)
        emojis: dict[Counted, str] = {}
        table_clock = TableClock(
            pace=settings.pace_seconds,
            nudge=settings.nudge_seconds,
            takeover=settings.takeover_seconds,
        )
        leases, processes = sharing(
            store.processes(), settings.own_shards, settings.shard_count or 1
        )
        is_first, blocks = partial(leases.holds, None), Blocks(store)

        experts = FixedExperts(players.warm_up, workers, solver or settings.compiled_code)

        def build(client: discord.Client) -> tuple[Services, ComponentRouter]:
            new_dms = NewDms(settings.new_dms_per_hour, settings.new_dms_per_day)
            dm_channels = DmChannels(client, store, new_dms, clock, metrics)
            tables = TableService(store, players, clock, chance, Timing(table_clock), leases)
            places = ThreadPlaces(client)
            events = EventService(store, places, tables, clock, chance, EventTimeouts())
            publisher = DiscordPublisher(
                client,
                store,
                dm_channels,
                clock,
                tables=tables,
                events=events,
                renderer=renderer,
                emojis=emojis,
                others=processes,
            )
            panels = DailyPanels(client, publisher, store, clock)
            untold = Untold(store, publisher, clock)
            background = Background(client, store, untold, clock)
            event_publisher = DiscordEventPublisher(
                client, store, publisher, clock, background, events
            )
            tables.publish_to(publisher)
            events.publish_to(event_publisher)
            rights = Rights(tables.row, events.view, store)
            limits = RateLimits(RATES, clock)
            admission = Admission(
                blocks.require,
                partial(limits.take, RequestKind.PRESS),
                partial(limits.take, RequestKind.COMPLETION),
            )
            days = Calendar(settings.daily_hour_utc)
            board_messages = DailyBoardMessages(client, publisher, background)
            boards = DailyBoards(store, board_messages, days, clock, is_first)
            daily = _daily_hand(settings, store, experts, panels, players, clock, boards, is_first)
            seen = tables.panel, daily.panel
            router = ComponentRouter(
                publisher, rights, admission, seen, clock, SystemClock(), metrics, untold.tell
            )
            kept, pages = settings.retention_days, (settings.privacy_url, settings.terms_url)
            copies = old_copies(settings.backups, settings.nightly_backups)
            sweeper = Sweeper(store, clock, kept, copies, is_first)
            host = Host(settings.contact, *pages, kept, program_version())
            cleaner = Cleaner(client, publisher, event_publisher, store, tables.archive, clock)
            loops.add(cleaner.loop)
            hands = HandQuestions(players, tables, tables.archive, daily)
            vote_messages = VoteMessages(client, publisher, background)
            services = Services(
                tables,
                events,
                event_publisher,
                Stats(store, clock),
                publisher,
                store,
                store,
                own_presets,
                sweeper,
                limits,
                OwnData(store, tables, events, cleaner, clock),
                Reports(store, HostMessages(client, publisher), host, clock),
                host,
                settings.table_words,
                hands,
                Votes(store, vote_messages, hands, clock, is_first),
                SharedMessages(client, publisher, store, clock),
                store,
                untold,
                daily,
                boards,
                panels,
                Welcomes(client, publisher, background, store, clock, leases.holds),
            )
            return services, router

        # if another process may stand by, this one gives up its shards after a while
        patience = Patience(settings.start_patience_seconds, clock, waits_out_bans=stand_by is None)
        second = SecondProcess()
        clock_check = ClockCheck(clock, loops)
        answered = partial(second.note, "it answered an interaction")
        api = settings.discord_api_base
        bot = FortyTwo(
            build,
            counting_requests(metrics, answered, clock.compare, clock.elapsed, api),
            patience,
            clock_check,
            UnreadableEvents(metrics.event_unreadable),
            second,
            shard_count=settings.shard_count,
            shard_ids=settings.shards,
            is_first=is_first,
        )
        services = bot.services
        # closed in reverse: answer presses, stop the services, then close the connection
        stack.push_async_callback(bot.close)
        loops.add(*services.loops, bot.command_sync.loop, clock_check.loop)
        if isinstance(leases, ShardLeases):
            loops.add(leases.loop)
        if processes is not None:
            loops.add(processes.listening)
            stack.push_async_callback(processes.stop)
            with opening():
                shown = services.publisher
                await processes.start(services.tables, shown, shown.choices, services.events.resume)
        stack.push_async_callback(services.event_publisher.close)
        stack.push_async_callback(services.publisher.close)
        stack.push_async_callback(services.tables.stop)
        stack.push_async_callback(services.events.stop)
        stack.push_async_callback(services.sweeper.stop)
        stack.push_async_callback(services.own_data.stop)
        stack.push_async_callback(services.votes.stop)
        stack.push_async_callback(services.untold.stop)
        stack.push_async_callback(services.daily_panels.close)
        stack.push_async_callback(services.daily_boards.stop)
        stack.push_async_callback(services.welcomes.stop)
        stack.push_async_callback(services.daily.stop)
        stack.push_async_callback(bot.router.finish)
        nightly = nightly_backup(store, database, settings, clock)
        if nightly is not None:
            loops.add(nightly.loop)
            nightly.start()
            stack.push_async_callback(nightly.stop)
        add_gauges(metrics, bot, services.tables, workers, players.warm_up)
        checks = _readiness(bot, store, metrics)
        checks |= {"background work": loops.lack, "token": second.lack}
        beats = {**checks, "clock": clock.lack}, program_version()  # people can play meanwhile
        places = services.tables, services.events
        jobs = host_jobs(store, blocks, services.reports, places, beats, bot.leads, clock)
        loops.add(*await stack.enter_async_context(jobs))
        await stack.enter_async_context(health_server(*health, checks, metrics.registry))
        tiles = sorted({(tile, spec.tile_count(tile)) for spec in games() for tile in spec.tiles})
        tile_emojis = TileEmojis(bot, tiles, emojis, clock)
        loops.add(tile_emojis.loop)
        loading = tile_emojis.keep(bot.ready, is_first)
        stack.callback(asyncio.create_task(loading, name="emojis").cancel)
        if watch_warm_up is not None and players.warm_up is not None:
            watching = asyncio.ensure_future(watch_warm_up(players.warm_up))
            stack.callback(watching.cancel)
        if warm:
            await asyncio.wait(warm)
        if stand_by is not None:
            watching_shards = stand_by.watching(bot.stop)
            loops.add(watching_shards)
            watching_shards.start()
            stack.push_async_callback(watching_shards.stop)
        yield bot
        if stand_by is not None and stand_by.is_lost:
            raise Unreachable("another process took over these shards; this one stopped")


def _daily_hand(
    settings: Settings,
    store: SqlStore,
    experts: FixedExperts,
    panels: DailyPanels,
    reviews: ThreadedPlayers,
    clock: Clock,
    boards: DailyBoards,
    leads: Callable[[], bool],
) -> DailyService:
    """Build the service of the daily hand."""
    seed = settings.shake_seed  # a separate seed, so that days don't change the tables' deals
    chance = SystemChance() if seed is None else SeededChance(f"{seed}:daily")
    book = DayBook(store, experts, Calendar(settings.daily_hour_utc), clock, chance)
    pace = ExpertPauses.of(settings.pace_seconds)
    turns = ExpertTurns(store, book, experts, panels, clock, pace, boards)
    return DailyService(store, book, turns, experts, reviews, panels, clock, boards, leads)


def nightly_backup(
    store: SqlStore, file: Path | None, settings: Settings, clock: Clock
) -> NightlyBackup | None:
    """Build the nightly backup, None if the host has turned it off.

    Raises StartError if the database cannot be copied.
    """
    if not settings.nightly_backups:
        return None
    if file is None:
        raise StartError("NIGHTLY_BACKUPS copies SQLite only; back up PostgreSQL with pg_dump")
    database, keep = file, settings.nightly_backups

    async def make() -> None:
        await store.backup(dated_copy_path(settings.backups, database.stem, clock.now()))
        await asyncio.to_thread(keep_newest, settings.backups, database.stem, keep)

    return NightlyBackup(make, clock)


def _host_presets(folder: Path) -> HostPresets:
    try:
        return read_host_presets(folder)
    except DataFileError as error:
        raise StartError(f"{folder}: {error}") from error


def add_gauges(
    metrics: Metrics,
    bot: FortyTwo,
    tables: TableService,
    workers: WorkerThreads,
    warm_up: WarmUp | None,
) -> None:
    """Add the gauges that are read on each scrape."""
    metrics.gauge("ready", "1 once the bot has been ready.", bot.ready.is_set)
    metrics.gauge("servers", "Servers the bot is in.", lambda: len(bot.guilds))
    metrics.gauge(
        "gateway_latency_seconds",
        "Round trip of a heartbeat; infinite while disconnected.",
        lambda: bot.latency,
    )
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


def _readiness(bot: FortyTwo, store: SqlStore, metrics: Metrics) -> dict[str, Check]:
    """Build the readiness checks."""

    async def gateway() -> str | None:
        if not bot.ready.is_set() or bot.is_closed():
            return bot.patience.trouble or "not connected"
        cut_off = [shard for shard, latency in bot.latencies if not math.isfinite(latency)]
        return f"disconnected: shard {', '.join(map(str, cut_off))}" if cut_off else None

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

    return {"gateway": gateway, "database": database, "event loop": event_loop}
