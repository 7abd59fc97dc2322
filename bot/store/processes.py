"""Coordination of processes on one PostgreSQL: leases, and notices of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, text

from . import schema
from .connections.postgres import convert_outages
from .database import Database, wait_turn
from .errors import convert_errors
from .topic import Topic, reads, writes

_leases = schema.leases.c
CHANNEL = "fortytwo"
LEASES = "leases"
LOOK_SECONDS = 5.0
_NOW = text("SELECT extract(epoch FROM clock_timestamp())")
_TELL = text(f"SELECT pg_notify('{CHANNEL}', :words)")
# The holder renews its lease; anyone takes an expired one. The process that gets a shard's events
# from Discord takes it from a stand-in at any time, and from anyone at its start.
_TAKE = text(
    """
    INSERT INTO leases (shards, shard, holder, home, until)
    SELECT :shards, shard, :holder, shard = ANY(CAST(:own AS integer[])),
        extract(epoch FROM clock_timestamp()) + :seconds
    FROM unnest(CAST(:wanted AS integer[])) AS shard
    ON CONFLICT (shards, shard) DO UPDATE
    SET holder = excluded.holder, home = excluded.home, until = excluded.until
    WHERE leases.holder = excluded.holder
        OR leases.until < extract(epoch FROM clock_timestamp())
        OR (excluded.home AND (:starting OR NOT leases.home))
    RETURNING shard
    """
)


@dataclass(frozen=True, slots=True)
class Lease:
    """A process's request to serve the tables of all shards that no other process serves.

    `own`: the shards whose events Discord sends it. `shards`: how many there are. `starting`: take
    only `own`, even from other processes.
    """

    holder: str
    own: frozenset[int]
    shards: int
    seconds: float
    starting: bool = False


def lease_end(connection: Connection) -> float | None:
    """Return when the last lease of a live process runs out; None if there is none."""
    live = _leases.until > server_time(connection)
    found: float | None = connection.scalar(select(func.max(_leases.until)).where(live))
    return found


def server_time(connection: Connection) -> float:
    """Return the time by PostgreSQL's clock, in Unix seconds."""
    return float(connection.execute(_NOW).scalar_one())


def _tell(connection: Connection, words: str) -> None:
    connection.execute(_TELL, {"words": words})


class ProcessStore(Topic):
    """Leases and notices of several processes on one PostgreSQL."""

    def __init__(self, database: Database, connect: Callable[[], Awaitable[Any]]) -> None:
        super().__init__(database)
        self._connect = connect

    @writes
    def take(self, connection: Connection, lease: Lease) -> tuple[frozenset[int], frozenset[int]]:
        """Renew and take leases; return the shards now held, and those never released."""
        mine = select(_leases.shard).where(
            _leases.shards == lease.shards, _leases.holder == lease.holder
        )
        wait_turn(connection, 42, 0)
        kept = frozenset(connection.scalars(mine))
        wanted = lease.own if lease.starting else range(lease.shards)
        values = {
            "shards": lease.shards,
            "holder": lease.holder,
            "seconds": lease.seconds,
            "own": sorted(lease.own),
            "wanted": sorted(wanted),
            "starting": lease.starting,
        }
        held = frozenset(connection.scalars(_TAKE, values))
        if held - kept:
            _tell(connection, LEASES)
        return held, held & kept

    @reads
    def other_counts(self, connection: Connection, shards: int) -> Collection[int]:
        """Return the other shard counts that live processes use."""
        live = (_leases.until > server_time(connection), _leases.shards != shards)
        return sorted(set(connection.scalars(select(_leases.shards).where(*live))))

    @writes
    def release(self, connection: Connection, holder: str) -> None:
        """Release all leases of a process."""
        wait_turn(connection, 42, 0)
        connection.execute(delete(schema.leases).where(_leases.holder == holder))
        _tell(connection, LEASES)

    @writes
    def tell(self, connection: Connection, words: str) -> None:
        """Notify all processes, this one included; one that isn't listening misses it."""
        _tell(connection, words)

    async def listen(self, heard: Callable[[str], None], connected: Callable[[], None]) -> None:
        """Pass on other processes' notices, on a separate connection, until it is lost.

        `connected` is called once connected: earlier notices were missed. Raises StoreFailure when
        the connection is lost.
        """
        with convert_errors(), convert_outages():
            await self._listen(heard, connected)

    async def _listen(self, heard: Callable[[str], None], connected: Callable[[], None]) -> None:
        connection = await self._connect()
        try:
            gone = asyncio.Event()
            connection.add_termination_listener(lambda _: gone.set())
            await connection.add_listener(CHANNEL, lambda *told: heard(told[-1]))
            connected()
            while not gone.is_set():
                await connection.execute("SELECT 1", timeout=LOOK_SECONDS)
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await gone.wait()
            raise ConnectionError("the connection was cut")
        finally:
            connection.terminate()
