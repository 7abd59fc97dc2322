"""Starts what runs beside the client, and stops the services in order.

Everything is stopped in reverse: first what the host sees, then the presses, which are still
answered, then the services, at last the connection.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial

from bot.app import FortyTwo
from bot.publisher.pictures.emojis import TileEmojis
from bot.runtime.health import health_server
from bot.runtime.services import Services
from bot.runtime.start_checks import opening_database
from bot.runtime.version import program_version
from bot.upkeep.host_jobs import host_jobs

from .backups import nightly_backup
from .foundation import Foundation, all_tiles
from .monitoring import add_gauges, readiness

NOBODY = 0
"""The user in whose name tables are closed on the host's order: it is no account's id."""


async def run_in_background(stack: AsyncExitStack, base: Foundation, bot: FortyTwo) -> None:
    """Run everything but the connection, until the stack is closed."""
    services = bot.services
    stack.push_async_callback(bot.close)
    base.metrics.loops.add(*services.loops, *bot.loops)
    await _join_processes(stack, base, services)
    _count_refusals(stack, base)
    _stop_at_the_end(stack, services)
    stack.push_async_callback(bot.router.finish)
    _back_up_nightly(stack, base)
    await _serve_host(stack, base, bot)
    _load_emojis(stack, base, bot)


async def _join_processes(stack: AsyncExitStack, base: Foundation, services: Services) -> None:
    """Share the tables with the other processes on the database, if there may be any."""
    processes = base.processes
    if processes is None:
        return
    base.metrics.loops.add(*processes.loops)
    stack.push_async_callback(processes.stop)
    publisher = services.publisher
    with opening_database(base.settings.database, base.settings.backups):
        await processes.start(services.tables, publisher, publisher.choices, services.events.resume)


def _count_refusals(stack: AsyncExitStack, base: Foundation) -> None:
    """Count what Discord refuses to this process, beside what it refuses to the others."""
    base.metrics.loops.add(base.refusals.loop)
    base.refusals.start()
    stack.push_async_callback(base.refusals.stop)


def _stop_at_the_end(stack: AsyncExitStack, services: Services) -> None:
    """Stop the services in the end, the last one of these first; the client starts them."""
    for stop in (
        services.event_publisher.close,
        services.publisher.close,
        services.tables.stop,
        services.events.stop,
        services.sweeper.stop,
        services.own_data.stop,
        services.votes.stop,
        services.plans.stop,
        services.untold.stop,
        services.daily_panels.close,
        services.daily_boards.stop,
        services.welcomes.stop,
        services.daily.stop,
    ):
        stack.push_async_callback(stop)


def _back_up_nightly(stack: AsyncExitStack, base: Foundation) -> None:
    """Copy the database every night, if the host wants that."""
    nightly = nightly_backup(base.store, base.database.file, base.settings, base.clock)
    if nightly is None:
        return
    base.metrics.loops.add(nightly.loop)
    nightly.start()
    stack.push_async_callback(nightly.stop)


async def _serve_host(stack: AsyncExitStack, base: Foundation, bot: FortyTwo) -> None:
    """Carry out the host's orders, and answer the host's monitor."""
    services = bot.services
    settings = base.settings
    metrics = base.metrics
    clock = base.clock
    add_gauges(metrics, bot, services.tables, base.workers, base.players.warm_up, base.refusals)
    checks = readiness(bot, base.store, metrics)
    jobs = host_jobs(
        base.store.host,
        base.store.heartbeats,
        base.blocks,
        services.reports,
        close_table=partial(services.tables.close, user_id=NOBODY, manager=True),
        close_event=partial(services.events.close, user_id=NOBODY, manager=True),
        checks={**checks, "clock": clock.lack},  # people can play while the clock is wrong
        version=program_version(),
        is_ours=bot.leads,
        clock=clock,
    )
    metrics.loops.add(*await stack.enter_async_context(jobs))
    await stack.enter_async_context(
        health_server(settings.health_host, settings.health_port, checks, metrics.registry)
    )


def _load_emojis(stack: AsyncExitStack, base: Foundation, bot: FortyTwo) -> None:
    """Load the emojis of all tiles once the bot is connected."""
    emojis = TileEmojis(bot, all_tiles(), base.emojis, base.clock)
    base.metrics.loops.add(emojis.loop)
    loading = emojis.keep(bot.ready, base.is_first)
    stack.callback(asyncio.create_task(loading, name="emojis").cancel)
