"""The queue of messages to redraw because they show somebody who asked to be forgotten."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.values.surfaces import Redraw, Surface

from . import schema
from .rows import Row

_redraws = schema.redraws.c


def redraw_row(screen: Surface, now: float) -> Row:
    """Build the row of a message to redraw, or to delete if it went to one person."""
    return {
        "channel_id": screen.channel_id,
        "message_id": screen.message_id,
        "table_id": None if screen.user_id else screen.table_id,
        "hand_no": screen.hand_no,
        "due_at": now,
    }


def take_redraw(connection: Connection, now: float, gap: float, retry: float) -> Redraw | None:
    """Claim a message that is due, None if there is none.

    Delay the other messages of its channel by `gap` seconds, and this one, unless it is dropped,
    by `retry`, so that neither a restart nor another process exceeds the channel's rate limit.
    """
    due = select(_redraws.channel_id, _redraws.message_id, _redraws.table_id, _redraws.hand_no)
    due = due.where(_redraws.due_at <= now).order_by(_redraws.due_at).limit(1)
    row = connection.execute(due.with_for_update(skip_locked=True)).mappings().one_or_none()
    if row is None:
        return None
    redraw = Redraw(**row)
    others = update(schema.redraws).where(
        _redraws.channel_id == redraw.channel_id, _redraws.due_at < now + gap
    )
    connection.execute(others.values(due_at=now + gap))
    connection.execute(update(schema.redraws).where(_is(redraw)).values(due_at=now + retry))
    return redraw


def drop_redraw(connection: Connection, redraw: Redraw) -> None:
    """Remove a message that has been redrawn, or cannot be."""
    connection.execute(delete(schema.redraws).where(_is(redraw)))


def next_redraw_at(connection: Connection) -> float | None:
    """Return when the next message is due, None if the queue is empty."""
    soonest = select(_redraws.due_at).order_by(_redraws.due_at).limit(1)
    return connection.execute(soonest).scalar_one_or_none()


def _is(redraw: Redraw) -> ColumnElement[bool]:
    """Return the condition for the row of a message."""
    return and_(_redraws.channel_id == redraw.channel_id, _redraws.message_id == redraw.message_id)
