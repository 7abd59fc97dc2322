"""Who has pinged whom through the bot lately, and which servers' roles, since that is limited."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, select

from ..database import upsert, wait_turn
from ..settings.blocks import blocks_between
from ..topic import Topic, writes
from .schema_alerts import player_calls
from .schema_sent import pings

_pings = pings.c
_calls = player_calls.c


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

    @writes
    def take_call(
        self, connection: Connection, guild_id: int, *, now: float, since: float
    ) -> float | None:
        """Record that a server's role for players is mentioned.

        If it was mentioned since a time, return when, and record nothing.
        """
        wait_turn(connection, guild_id)
        mentioned = select(_calls.at).where(_calls.guild_id == guild_id)
        before: float | None = connection.scalar(mentioned)
        if before is not None and before > since:
            return before
        upsert(connection, player_calls, [{"guild_id": guild_id, "at": now}])
        return None

    @writes
    def undo_call(self, connection: Connection, guild_id: int, at: float) -> None:
        """Forget a mention that failed."""
        this = (_calls.guild_id == guild_id, _calls.at == at)
        connection.execute(delete(player_calls).where(*this))


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
