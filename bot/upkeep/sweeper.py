"""Deletes what is older than the host wants to keep: once an hour, in small batches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.tables.ports import StoreFailure
from bot.values.clock import Clock

from .ports import RetentionStore

_LOG = logging.getLogger(__name__)
DAY = 86_400.0
SWEEP_SECONDS = 3600.0
BATCH = 5
PAUSE_SECONDS = 0.5  # between batches: players' saves wait for a batch, never for all of them

Copies = Callable[[float], Awaitable[int]]
"""Deletes the copies of the database that were made before a time; returns how many."""


class Sweeper:
    """Lets finished tables, ended events, left servers and old backups go after `days`."""

    def __init__(
        self,
        store: RetentionStore,
        clock: Clock,
        days: float,
        old_copies: Copies,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_ours`: whether the work falls to this process, where several share the store."""
        self._store = store
        self._clock = clock
        self._days = days
        self._old_copies = old_copies
        self._is_ours = is_ours
        self._task: asyncio.Task[None] | None = None
        self._noting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sweep from now on, in the background."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="sweeper")

    async def stop(self) -> None:
        """Stop; what is half done goes on at the next start."""
        tasks = [task for task in (self._task, self._noting) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def sweep(self) -> int:
        """Delete all that is too old now; return how many tables, events and copies went."""
        before, done = self._clock.now() - self._days * DAY, 0
        store = self._store
        for job in (store.sweep_events, store.sweep_tables, store.forget_servers):
            while count := await job(before, BATCH):
                done += count
                await asyncio.sleep(PAUSE_SECONDS)
        return done + await self._old_copies(before)

    def note_soon(self, here: Collection[int], ours: Callable[[int], bool]) -> None:
        """Do as `note_servers` in the background, until the bot stops."""
        if self._noting is not None:
            self._noting.cancel()
        self._noting = asyncio.create_task(self._note(here, ours), name="servers")

    async def _note(self, here: Collection[int], ours: Callable[[int], bool]) -> None:
        try:
            await self.note_servers(here, ours)
        except StoreFailure:
            _LOG.exception("the servers that the bot is in could not be noted")

    async def note_servers(self, here: Collection[int], ours: Callable[[int], bool]) -> None:
        """Note which servers the bot is in, and which it was sent away from while offline.

        `ours`: whether a server belongs to this process, where several share them.
        """
        known = {guild_id for guild_id in await self._store.servers_here() if ours(guild_id)}
        for guild_id in sorted(set(here) - known):
            await self._store.server_here(guild_id)
        for guild_id in sorted(known - set(here)):
            await self._store.server_left(guild_id, self._clock.now())

    async def joined(self, guild_id: int) -> None:
        """Note that a server has added the bot: nothing of it will be forgotten."""
        await self._store.server_here(guild_id)

    async def left(self, guild_id: int) -> None:
        """Note that a server has sent the bot away: in `days` it will be forgotten."""
        await self._store.server_left(guild_id, self._clock.now())

    async def _run(self) -> None:
        while True:
            try:
                if self._is_ours() and (done := await self.sweep()):
                    _LOG.info("deleted the details of %d old tables, events and copies", done)
            except StoreFailure:
                _LOG.exception("what is too old could not be deleted; it is tried again")
            await self._clock.sleep(SWEEP_SECONDS)
