"""Heartbeats: the state of each running process, saved in the database for the host."""

from __future__ import annotations

import logging
import math
import os
import platform
import uuid
from collections.abc import Awaitable, Callable, Mapping

from bot.store.errors import StoreFailure
from bot.store.host.heartbeats import HeartbeatStore
from bot.values.clock import Clock

from .views import BEAT_SECONDS, Heartbeat

_LOG = logging.getLogger(__name__)

Check = Callable[[], Awaitable[str | None]]
"""Describes what is wrong in a few words; returns None if all is well."""


class Heartbeats:
    """Renews this process's row every few seconds, with its failed checks."""

    def __init__(
        self, store: HeartbeatStore, checks: Mapping[str, Check], version: str, clock: Clock
    ) -> None:
        self._store = store
        self._checks = checks
        self._version = version
        self._clock = clock
        self._process = uuid.uuid4().hex
        self._started_at = clock.now()
        self._due = -math.inf

    async def beat(self) -> None:
        """Renew the row if it is due. Raises StoreFailure."""
        if self._clock.elapsed() < self._due:
            return
        found = {name: await check() for name, check in self._checks.items()}
        wrong = {name: said for name, said in found.items() if said is not None}
        await self._store.beat(
            Heartbeat(
                process=self._process,
                pid=os.getpid(),
                machine=platform.node(),
                version=self._version,
                started_at=self._started_at,
                at=self._clock.now(),
                wrong=wrong,
            )
        )
        self._due = self._clock.elapsed() + BEAT_SECONDS

    async def stop(self) -> None:
        """Save that the process is stopping; if that fails, its row goes stale."""
        try:
            await self._store.drop_heartbeat(self._process)
        except StoreFailure as error:
            _LOG.warning(
                "could not delete this process's heartbeat, which goes stale instead: %s", error
            )
