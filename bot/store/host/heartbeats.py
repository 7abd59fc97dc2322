"""The running processes, a row each, which they renew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, or_, select

from bot.upkeep.views import Heartbeat

from ..database import upsert
from . import schema_host as schema
from .run_times import record_running

DAY = 86_400.0
_beats = schema.heartbeats.c


def beat(connection: Connection, heartbeat: Heartbeat) -> None:
    """Renew the row of a process, and delete those that died long ago, or in another year."""
    record_running(connection, heartbeat.at)
    upsert(connection, schema.heartbeats, [asdict(heartbeat)], ["at", "wrong"])
    old = _beats.at < heartbeat.at - DAY
    future = _beats.at > heartbeat.at + DAY
    connection.execute(delete(schema.heartbeats).where(or_(old, future)))


def drop_heartbeat(connection: Connection, process: str) -> None:
    """Delete the row of a process that has stopped."""
    connection.execute(delete(schema.heartbeats).where(_beats.process == process))


def heartbeats(connection: Connection) -> Sequence[Heartbeat]:
    """List the processes that have not stopped cleanly, newest first."""
    found = select(schema.heartbeats).order_by(_beats.at.desc())
    return [Heartbeat(**row) for row in connection.execute(found).mappings()]
