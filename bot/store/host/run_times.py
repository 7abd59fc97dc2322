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
