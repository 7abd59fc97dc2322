"""Run the bot until a signal stops it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.app import FortyTwo
from bot.runtime.composition import compose_bot
from bot.runtime.interpreter import tune_interpreter
from bot.runtime.settings import Settings
from bot.runtime.start_checks import database_trouble
from bot.runtime.stopping import stop_signals
from bot.store import DatabaseInUse
from bot.store.errors import StoreFailure
from texas42.ai.players.warm_up import WarmUp

_LOG = logging.getLogger(__name__)


async def run_bot(
    settings: Settings,
    *,
    on_ready: Callable[[], Awaitable[None]] | None = None,
    solver: Path | None = None,
    watch_warm_up: Callable[[WarmUp], Awaitable[None]] | None = None,
) -> None:
    """Run the bot until a signal stops it; raise what `hosted` and `FortyTwo.start` raise.

    It can be stopped at any moment, also before the bot is built, while it waits for its database
    or stands by.
    """
    if settings.discord_token is None:
        raise ValueError("DISCORD_TOKEN is not set")
    token = settings.discord_token.get_secret_value()
    with stop_signals() as stop_asked:
        serving = asyncio.create_task(
            _serve(compose_bot(settings, solver, watch_warm_up), token, on_ready)
        )
        stopping = asyncio.create_task(stop_asked.wait())
        try:
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            if not serving.done():
                _LOG.info("stopping")
                serving.cancel()
                await asyncio.wait({serving})
        if not serving.cancelled():
            try:
                serving.result()
            except DatabaseInUse:
                raise
            except StoreFailure as error:
                raise database_trouble(error, settings.database, settings.backups) from error


async def _serve(
    hosting: AbstractAsyncContextManager[FortyTwo],
    token: str,
    on_ready: Callable[[], Awaitable[None]] | None,
) -> None:
    """Build the bot and run it until it ends by itself, or this is cancelled."""
    async with hosting as bot:
        running = asyncio.create_task(bot.start(token))
        tune_interpreter()
        if on_ready is not None:
            waiting = asyncio.create_task(_when_ready(bot, on_ready))
            running.add_done_callback(lambda _: waiting.cancel())
        try:
            await asyncio.wait({running})
        finally:
            running.cancel()
            await asyncio.wait({running})
        if not running.cancelled():
            running.result()


async def _when_ready(bot: FortyTwo, then: Callable[[], Awaitable[None]]) -> None:
    await bot.ready.wait()
    await then()
