"""The running processes, a row each, which they renew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, func, or_, select

from bot.upkeep.views import Heartbeat

from ..database import upsert
from ..topic import Topic, reads, writes
from . import schema_host as schema
from .run_times import record_running

DAY = 86_400.0
_beats = schema.heartbeats.c
_runs = schema.run_times.c


class HeartbeatStore(Topic):
    """Keeps which processes run, and when any did."""

    @writes
    def beat(self, connection: Connection, heartbeat: Heartbeat) -> None:
        """Renew the row of a process, and delete those that died long ago, or in another year."""
        record_running(connection, heartbeat.at)
        upsert(connection, schema.heartbeats, [asdict(heartbeat)], ["at", "wrong"])
        old = _beats.at < heartbeat.at - DAY
        future = _beats.at > heartbeat.at + DAY
        connection.execute(delete(schema.heartbeats).where(or_(old, future)))

    @writes
    def drop_heartbeat(self, connection: Connection, process: str) -> None:
        """Delete the row of a process that has stopped."""
        connection.execute(delete(schema.heartbeats).where(_beats.process == process))

    @reads
    def load_heartbeats(self, connection: Connection) -> Sequence[Heartbeat]:
        """List the processes that have not stopped cleanly, newest first."""
        found = select(schema.heartbeats).order_by(_beats.at.desc())
        return [Heartbeat(**row) for row in connection.execute(found).mappings()]

    @reads
    def down_time(self, connection: Connection, first: float, last: float) -> float:
        """Return how many seconds between two times no process ran.

        The time before the oldest known stretch counts as running: nothing was recorded then.
        """
        known_since = connection.scalars(select(func.min(_runs.began_at))).one()
        if known_since is None:
            return 0.0
        covered_until = max(first, float(known_since))
        found = select(_runs.began_at, _runs.ended_at).where(
            _runs.ended_at > covered_until, _runs.began_at < last
        )
        down: float = 0.0
        for row in connection.execute(found.order_by(_runs.began_at)):
            down += max(0.0, row.began_at - covered_until)
            covered_until = max(covered_until, row.ended_at)
        return down + max(0.0, last - covered_until)
