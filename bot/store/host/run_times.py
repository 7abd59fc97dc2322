"""When at least one process ran, as stretches of time, so that outages are known afterwards."""

from __future__ import annotations

from sqlalchemy import Connection, case, delete, func, select, update

from bot.upkeep.views import SILENT_SECONDS

from ..database import upsert
from . import schema_host as schema

MOST_STORED = 5_000
"""How many stretches to keep: days of them even if the bot restarts every minute."""
_runs = schema.run_times.c


def record_running(connection: Connection, at: float) -> None:
    """Extend the newest stretch to a time, or begin a new one after a silence."""
    newest = select(func.max(_runs.began_at)).where(_runs.began_at <= at).scalar_subquery()
    current = update(schema.run_times).where(
        _runs.began_at == newest, _runs.ended_at >= at - SILENT_SECONDS
    )
    later = case((_runs.ended_at < at, at), else_=_runs.ended_at)
    if connection.execute(current.values(ended_at=later)).rowcount:
        return
    upsert(connection, schema.run_times, [{"began_at": at, "ended_at": at}])
    kept = select(_runs.began_at).order_by(_runs.began_at.desc()).limit(1).offset(MOST_STORED)
    connection.execute(delete(schema.run_times).where(_runs.began_at <= kept.scalar_subquery()))


def down_time(connection: Connection, first: float, last: float) -> float:
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
