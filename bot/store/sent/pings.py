"""Who has pinged whom through the bot lately, since that is limited."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select

from ..database import upsert, wait_turn
from ..settings.blocks import blocks_between
from ..topic import Topic, writes
from .schema_sent import pings

_pings = pings.c


class PingStore(Topic):
    """Keeps who has pinged whom."""

    @writes
    def take_pings(
        self,
        connection: Connection,
        about: str,
        host_id: int,
        user_ids: Collection[int],
        *,
        now: float,
        since: float,
        most: int,
    ) -> frozenset[int]:
        """Record that one person pings others, and return whom of them.

        Left out is who has blocked them, and whom they have pinged `most` times since a time. A
        retry about the same thing pings the same people, and counts once.
        """
        return frozenset(
            user_id
            for user_id in sorted(user_ids)  # in one order, against deadlocks
            if _take(connection, about, host_id, user_id, now, since, most)
        )


def _take(
    connection: Connection,
    about: str,
    host_id: int,
    user_id: int,
    now: float,
    since: float,
    most: int,
) -> bool:
    """Record a ping unless there were too many, or the person has blocked who pings."""
    wait_turn(connection, user_id)
    if connection.scalars(blocks_between(user_id, host_id)).first() is not None:
        return False
    lately = select(_pings.about).where(
        _pings.host_id == host_id, _pings.user_id == user_id, _pings.at > since
    )
    taken = set(connection.scalars(lately))
    if about in taken:
        return True
    if len(taken) >= most:
        return False
    upsert(connection, pings, [{"about": about, "host_id": host_id, "user_id": user_id, "at": now}])
    return True
