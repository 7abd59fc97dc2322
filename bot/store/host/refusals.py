"""Requests that Discord has refused, by process and minute."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, func, select

from ..database import upsert
from ..topic import Topic, reads, writes
from . import schema_host as schema

MINUTE = 60.0
KEPT_MINUTES = 10
"""Discord bans an address for its refusals within this time."""
_refusals = schema.refusals.c


class RefusalStore(Topic):
    """Keeps how often Discord has refused requests within ten minutes, also after a restart."""

    @writes
    def add_refusals(
        self, connection: Connection, process: str, counts: Mapping[int, int], now: float
    ) -> int:
        """Add a process's refusals, by minute since 1970; return the recent ones of all.

        Older ones are deleted.
        """
        oldest = _oldest(now)
        ahead = _refusals.minute > oldest + 2 * KEPT_MINUTES  # of a clock that was wrong
        connection.execute(delete(schema.refusals).where((_refusals.minute < oldest) | ahead))
        if counts:
            mine = select(_refusals.minute, _refusals.refused).where(_refusals.process == process)
            known = {row.minute: row.refused for row in connection.execute(mine)}
            rows = [
                {"process": process, "minute": minute, "refused": count + known.get(minute, 0)}
                for minute, count in sorted(counts.items())
            ]
            upsert(connection, schema.refusals, rows, ["refused"])
        return _recent(connection, now)

    @reads
    def recent_refusals(self, connection: Connection, now: float) -> int:
        """Return how many refusals all processes had within ten minutes."""
        return _recent(connection, now)


def _oldest(now: float) -> int:
    return int(now // MINUTE) - KEPT_MINUTES + 1


def _recent(connection: Connection, now: float) -> int:
    found = select(func.coalesce(func.sum(_refusals.refused), 0))
    recent = _refusals.minute >= _oldest(now)
    return int(connection.scalars(found.where(recent)).one())
