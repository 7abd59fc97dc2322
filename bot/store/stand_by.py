"""Standing by: of several processes for the same shards, one serves and the others wait.

The lock is a PostgreSQL advisory lock on a separate connection, which the server releases when
that process ends or its machine goes silent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from sqlalchemy import URL

from bot.runtime.loops import Loop, Pauses

from .connections.postgres import connector, convert_outages

_LOG = logging.getLogger(__name__)
FIRST_LOCK = 4_242
"""The number of the first shard's advisory lock; the others follow."""
LOOK_SECONDS = 2.0
"""How often a process checks that it still holds the lock, or tries to acquire it."""
ANSWER_SECONDS = 5.0
_SILENT = (
    "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2"
)
"""The server drops a connection whose machine has not answered for seven seconds."""


_OF_ANOTHER = """
    SELECT bool_or(application_name <> $2 OR NOT pg_terminate_backend(pid))
    FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objid::bigint = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""Selects true if another process holds the lock; ends this one's earlier connections first."""


class StandBy:
    """The turn to serve this process's shards, held by at most one process."""

    def __init__(self, url: URL, shard: int = 0) -> None:
        self._connect = connector(url)
        self._connection: Any = None
        self._lock = FIRST_LOCK + shard
        self._name = f"fortytwo {uuid4().hex}"
        self._has = False
        self.is_lost = False
        """True if another process took over while the database was unreachable."""

    async def lack(self) -> str | None:
        """Return why this process is not serving; None if it is."""
        return None if self._has else "another process is serving them; this one is standing by"

    async def take(self) -> None:
        """Acquire the lock, waiting while another process serves.

        Raises ConnectionError if the database can't be reached.
        """
        waited = False
        while not await self._try():
            if not waited:
                _LOG.warning("another process is serving these shards: standing by")
            waited = True
            await asyncio.sleep(LOOK_SECONDS)
        if waited:
            _LOG.warning("the other process stopped: taking over its shards")

    def watching(self, stop: Callable[[], Awaitable[object]]) -> Loop:
        """Build the loop that reacquires the lock after an outage, and stops if another serves."""

        async def look() -> float | None:
            try:
                self.is_lost = not await self._is_held()
            except OSError:
                await self.close()
                raise
            if not self.is_lost:
                return LOOK_SECONDS
            _LOG.error("another process took over these shards: stopping")
            await stop()
            return None

        pauses = Pauses(LOOK_SECONDS, LOOK_SECONDS)
        return Loop("shards", look, pauses=pauses, expected=(OSError,))

    async def close(self) -> None:
        """Release the lock."""
        connection = self._connection
        self._connection = None
        self._has = False
        if connection is not None:
            connection.terminate()

    async def _is_held(self) -> bool:
        """Return True if this process holds the lock; reacquire it after an outage."""
        if self._has:
            await self._ask("SELECT 1")
            return True
        # the server may not have noticed yet that this process's old connection is broken
        return await self._try() or not await self._ask(_OF_ANOTHER, self._lock, self._name)

    async def _try(self) -> bool:
        """Return True if the lock was acquired."""
        if self._connection is None:
            self._connection = await self._connect()
            await self._ask(_SILENT)
            await self._ask("SELECT set_config('application_name', $1, false)", self._name)
        self._has = bool(await self._ask("SELECT pg_try_advisory_lock($1)", self._lock))
        return self._has

    async def _ask(self, statement: str, *args: object) -> Any:
        with convert_outages():
            async with asyncio.timeout(ANSWER_SECONDS):
                if args:
                    return await self._connection.fetchval(statement, *args)
                return await self._connection.execute(statement)
