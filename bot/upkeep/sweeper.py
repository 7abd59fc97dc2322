"""Deletes data past its retention time: once an hour, in small batches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TypeVar

from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.retention import RetentionStore
from bot.store.servers import ServerStore
from bot.values.clock import Clock
from bot.values.pings import PING_SECONDS
from bot.values.seat_alerts import ALERT_SECONDS
from bot.values.table_codes import WRONG_SECONDS

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
DAY = 86_400.0
SWEEP_SECONDS = 3600.0
BATCH = 5
PEOPLE = 200
"""How many people's daily hands are swept in a transaction."""
ROWS = 100
"""How many rows with an impossible date are dated anew in a transaction."""
REPORT_DAYS = 90.0
WRONG_CLOCK_SECONDS = 60.0
"""How soon to look again whether the clock is right: only then is data deleted by its date."""

Ours = Callable[[int], bool]
"""Returns True if a server belongs to this process."""
Copies = Callable[[float], Awaitable[int]]
"""Deletes the copies of the database that were made before a time; returns how many."""


class Sweeper:
    """Deletes finished tables and daily hands, ended events, left servers, backups after `days`."""

    def __init__(
        self,
        store: RetentionStore,
        servers: ServerStore,
        clock: Clock,
        days: float,
        old_copies: Copies,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_ours`: True if this process, of those sharing the store, does the work."""
        self._store = store
        self._servers = servers
        self._clock = clock
        self._days = days
        self._old_copies = old_copies
        self._is_ours = is_ours
        self._seen: tuple[Collection[int], Ours] = ((), lambda _guild_id: False)
        make = partial(
            Loop,
            clock=clock,
            grace=SWEEP_SECONDS,
            pauses=Pauses(60.0, SWEEP_SECONDS),
            expected=(StoreFailure,),
        )
        self.sweeping, self.noting = make("retention", self._sweep), make("servers", self._note)

    def start(self) -> None:
        """Start sweeping in the background."""
        self.sweeping.start()

    async def stop(self) -> None:
        """Stop; the next start resumes an unfinished sweep."""
        await self.sweeping.stop()
        await self.noting.stop()

    async def sweep(self) -> int:
        """Delete everything past its retention time; return the number of rows."""
        now = self._clock.now()
        done = 0
        before = now - self._days * DAY
        store = self._store
        while await self._rested(store.date_anew(now, ROWS)):
            pass
        for job, limit in (
            (store.sweep_events, before),
            (store.sweep_tables, before),
            (store.forget_servers, before),
            (store.sweep_undelivered, before),
            (store.sweep_shared, before),
            (store.sweep_trials, now - DAY),
            (store.sweep_reports, now - REPORT_DAYS * DAY),
            (store.sweep_pings, now - PING_SECONDS),
            (store.sweep_alerts, now),
            (store.sweep_alerted, now - ALERT_SECONDS),
            (store.sweep_wrong_codes, now - WRONG_SECONDS),
        ):
            while count := await self._rested(job(limit, BATCH)):
                done += count
        for day in await store.unswept_days(before):
            last: int | None = 0
            while last is not None:
                last = await self._rested(store.sweep_day(day, last, PEOPLE))
            done += 1
        return done + await self._old_copies(before)

    async def _rested(self, step: Awaitable[T]) -> T:
        """Run a step, and rest for as long as it took, so that players' saves get in between."""
        began = self._clock.elapsed()
        done = await step
        await asyncio.sleep(self._clock.elapsed() - began)
        return done

    def note_soon(self, here: Collection[int], ours: Ours) -> None:
        """Call `note_servers` in the background, until it succeeds or the bot stops."""
        self._seen = here, ours
        self.noting.start()

    async def _note(self) -> float | None:
        seen = self._seen
        await self.note_servers(*seen)
        return None if seen is self._seen else 0.0

    async def note_servers(self, here: Collection[int], ours: Ours) -> None:
        """Record which servers the bot is in, and which removed it while it was offline."""
        known = {guild_id for guild_id in await self._servers.servers_here() if ours(guild_id)}
        for guild_id in sorted(set(here) - known):
            await self._servers.server_here(guild_id)
        for guild_id in sorted(known - set(here)):
            await self._servers.server_left(guild_id, self._clock.now())

    async def on_server_joined(self, guild_id: int) -> None:
        """Record that a server added the bot, which cancels its deletion."""
        await self._servers.server_here(guild_id)

    async def on_server_left(self, guild_id: int) -> None:
        """Record that a server removed the bot; it is deleted after `days`."""
        await self._servers.server_left(guild_id, self._clock.now())

    async def _sweep(self) -> float:
        if not self._clock.is_right():
            return WRONG_CLOCK_SECONDS
        if self._is_ours() and (done := await self.sweep()):
            _LOG.info("deleted %d expired tables, events, reports, and copies", done)
        return SWEEP_SECONDS
