"""The messages with results that people shared, so that a deleted person's can be removed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select

from bot.values.surfaces import SharedMessage

from ..database import upsert
from ..rows import row_of
from .schema_sent import shared_messages

_shared = shared_messages.c


def add_shared(connection: Connection, message: SharedMessage) -> None:
    """Save a message that a person shared; Conflict if it may be shared only once and was."""
    upsert(connection, shared_messages, [row_of(shared_messages, message)])


def has_shared(connection: Connection, user_id: int, channel_id: int, about: str) -> bool:
    """Return True if a person's message about this is in the channel."""
    this = and_(_shared.user_id == user_id, _shared.channel_id == channel_id)
    found = select(_shared.message_id).where(this, _shared.about == about)
    return connection.execute(found).first() is not None


def shared_by(connection: Connection, user_id: int) -> Sequence[tuple[int, int]]:
    """Return the channel and id of each message that a person shared."""
    found = select(_shared.channel_id, _shared.message_id).where(_shared.user_id == user_id)
    return [(row.channel_id, row.message_id) for row in connection.execute(found)]


def sweep_shared(connection: Connection, before: float, limit: int) -> int:
    """Forget some messages that were shared before a time; return how many."""
    found = select(shared_messages).where(_shared.at < before).limit(limit)
    rows = connection.execute(found).all()
    for row in rows:
        this = and_(
            _shared.user_id == row.user_id,
            _shared.channel_id == row.channel_id,
            _shared.message_id == row.message_id,
        )
        connection.execute(delete(shared_messages).where(this))
    return len(rows)
