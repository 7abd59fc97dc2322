"""Leases: which tables this process serves if several share one database.

Discord sends each server's events to one shard, and each shard's to one process. That process
serves the shard's tables while it is alive; if it is gone for some seconds, another stands in until
it is back. A lease is a row with an expiry: a process that does not renew it in time counts as
dead, and stops by itself before others take over.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import replace

from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.processes import Lease, ProcessStore

from .homes import SHARD_SHIFT

_LOG = logging.getLogger(__name__)
LEASE_SECONDS = 6.0
MARGIN_SECONDS = 0.5  # the holder treats its lease as expired this much earlier
BEAT_SECONDS = 1.5
STOP_SECONDS = 1.0

Changed = Callable[[frozenset[int], frozenset[int]], None]
"""Receives the shards gained or lost, and the held ones whose tables must be checked."""


class ShardsDiffer(Exception):
    """Another live process uses a different shard count."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"SHARD_COUNT: another process runs with SHARD_COUNT={count}; stop that one first (a "
            "process that was killed counts for six seconds), or give both the same number"
        )


class ShardLeases:
    """The leases of one of several processes, renewed in the background.

    `own`: the shards whose events Discord sends to this process, of `shards`.
    """

    def __init__(
        self,
        store: ProcessStore,
        holder: str,
        own: Collection[int],
        shards: int,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._lease = Lease(holder, frozenset(own), shards, LEASE_SECONDS)
        self._now = now
        self._held: frozenset[int] = frozenset()
        self._until = 0.0
        self._changed: Changed | None = None
        self.loop = Loop(
            "leases",
            self._renew,
            grace=5 * LEASE_SECONDS,
            pauses=Pauses(BEAT_SECONDS, BEAT_SECONDS),
            expected=(StoreFailure, TimeoutError),
        )

    def holds(self, guild_id: int | None) -> bool:
        """Return True if this process serves the tables of a server."""
        return self.shard_of(guild_id) in self._held and self._now() < self._until

    def shard_of(self, guild_id: int | None) -> int:
        """Return the shard of a server; DMs belong to the first."""
        return ((guild_id or 0) >> SHARD_SHIFT) % self._lease.shards

    @property
    def share(self) -> float:
        """The fraction of all shards that this process serves; others take them when it is late."""
        return len(self._held) / self._lease.shards if self._now() < self._until else 0.0

    async def start(self, changed: Changed) -> None:
        """Take the leases of the own shards and keep renewing them. Raises ShardsDiffer."""
        for count in await self._store.other_counts(self._lease.shards):
            raise ShardsDiffer(count)
        self._changed = changed
        await self.beat(starting=True)
        self.loop.start(BEAT_SECONDS)

    def look_soon(self) -> None:
        """Renew at once, to see whether leases have changed."""
        self.loop.wake()

    async def stop(self) -> None:
        """Release the leases, so that others need not wait until they expire."""
        if self.loop.task is None:
            return
        await self.loop.stop()
        self._held = frozenset()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._store.release(self._lease.holder)
        except (StoreFailure, TimeoutError):
            _LOG.warning("could not release the leases; they expire by themselves")

    async def beat(self, *, starting: bool = False) -> None:
        """Renew the leases, and take expired ones. Raises StoreFailure."""
        began = self._now()
        async with asyncio.timeout(LEASE_SECONDS):
            held, unreleased = await self._store.take(replace(self._lease, starting=starting))
        before = self._held
        fresh = self._now() < self._until
        self._held = held
        self._until = began + LEASE_SECONDS - MARGIN_SECONDS
        come_or_gone = (held - unreleased) | (before - held)
        to_look_at = (held - before if fresh else held) | (held - unreleased)
        if self._changed is not None and (come_or_gone or to_look_at):
            _LOG.info("serving the tables of %d of %d shards", len(held), self._lease.shards)
            self._changed(come_or_gone, to_look_at)

    async def _renew(self) -> float:
        await self.beat()
        return BEAT_SECONDS
