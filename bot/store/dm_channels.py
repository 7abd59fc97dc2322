"""The DM channels that are known, and how many new ones the bot has opened lately.

The openings name nobody: a user who deletes their data makes no room for another one.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text

from . import schema
from .database import upsert

HOUR, DAY = 3_600.0, 86_400.0
_channels, _openings = schema.dm_channels.c, schema.dm_openings.c
_ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(42, 1)")


def dm_channel(connection: Connection, user_id: int) -> int | None:
    """Return the DM channel of a person, None where it is not known."""
    known = select(_channels.channel_id).where(_channels.user_id == user_id)
    return connection.scalars(known).one_or_none()


def save_dm_channel(connection: Connection, user_id: int, channel_id: int | None) -> None:
    """Save the DM channel of a person; None: it is not known any more."""
    if channel_id is None:
        connection.execute(delete(schema.dm_channels).where(_channels.user_id == user_id))
        return
    row = {"user_id": user_id, "channel_id": channel_id}
    upsert(connection, schema.dm_channels, [row], lambda _: {"channel_id": channel_id})


def take_dm_opening(
    connection: Connection, opening_id: str, now: float, *, per_hour: int, per_day: int
) -> bool:
    """Count an opening as of now and return True, or return False where there is no room for it.

    One that was counted before moves to now: a retry is no second opening.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(_ONE_AT_A_TIME)
    connection.execute(delete(schema.dm_openings).where(_openings.at <= now - DAY))
    others = select(_openings.at).where(_openings.opening_id != opening_id)
    lately = list(connection.scalars(others))
    if len(lately) >= per_day or sum(at > now - HOUR for at in lately) >= per_hour:
        return False
    row = {"opening_id": opening_id, "at": now}
    upsert(connection, schema.dm_openings, [row], lambda fresh: {"at": fresh.at})
    return True
