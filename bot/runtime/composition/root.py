"""Builds the program in order, and runs what runs beside the Discord client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.app import FortyTwo
from bot.link.addresses import point_at
from bot.runtime.errors import Unreachable
from bot.runtime.settings import Settings
from bot.runtime.start_checks import make_data_dir
from texas42.ai.players.warm_up import WarmUp

from .background import run_in_background
from .client import build_client
from .foundation import Foundation, open_foundation
from .router import build_router
from .services import build_services


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
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(open_foundation(settings, solver))
        bot = build_client(base)
        services = build_services(base, bot)
        bot.serve(services, build_router(base, services))
        await run_in_background(stack, base, bot)
        if watch_warm_up is not None and base.players.warm_up is not None:
            watching = asyncio.ensure_future(watch_warm_up(base.players.warm_up))
            stack.callback(watching.cancel)
        if base.warming:
            await asyncio.wait(base.warming)
        await _watch_shards(stack, base, bot)
        yield bot
        stand_by = base.database.stand_by
        if stand_by is not None and stand_by.is_lost:
            raise Unreachable("another process took over these shards; this one stopped")


async def _watch_shards(stack: AsyncExitStack, base: Foundation, bot: FortyTwo) -> None:
    """Stop the bot if another process takes over the shards."""
    stand_by = base.database.stand_by
    if stand_by is None:
        return
    watching = stand_by.watching(bot.stop)
    base.metrics.loops.add(watching)
    watching.start()
    stack.push_async_callback(watching.stop)
