"""Known DM channels, and how many new ones the bot opened recently.

Openings carry no user id, so deleting one's data does not free a place in the limit.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from .. import schema
from ..database import upsert, wait_turn
from ..topic import Topic, reads, writes

HOUR = 3_600.0
DAY = 86_400.0
_channels = schema.dm_channels.c
_openings = schema.dm_openings.c


class DmChannelStore(Topic):
    """Keeps people's DM channels."""

    @reads
    def dm_channel(self, connection: Connection, user_id: int) -> int | None:
        """Return a person's DM channel; None if unknown."""
        known = select(_channels.channel_id).where(_channels.user_id == user_id)
        return connection.scalars(known).one_or_none()

    @writes
    def save_dm_channel(self, connection: Connection, user_id: int, channel_id: int | None) -> None:
        """Save a person's DM channel; None removes it."""
        if channel_id is None:
            connection.execute(delete(schema.dm_channels).where(_channels.user_id == user_id))
            return
        row = {"user_id": user_id, "channel_id": channel_id}
        upsert(connection, schema.dm_channels, [row])

    @writes
    def take_dm_opening(
        self, connection: Connection, opening_id: str, now: float, *, per_hour: int, per_day: int
    ) -> bool:
        """Record a DM opening and return True, or return False if the limit is reached.

        A retry replaces the time of its first attempt instead of counting twice.
        """
        wait_turn(connection, 42, 1)
        connection.execute(delete(schema.dm_openings).where(_openings.at <= now - DAY))
        others = select(_openings.at).where(_openings.opening_id != opening_id)
        lately = list(connection.scalars(others))
        if len(lately) >= per_day or sum(at > now - HOUR for at in lately) >= per_hour:
            return False
        row = {"opening_id": opening_id, "at": now}
        upsert(connection, schema.dm_openings, [row])
        return True
