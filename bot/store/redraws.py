"""The queue of messages to redraw because they show somebody who asked to be forgotten."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.values.surfaces import Redraw

from . import schema

_redraws = schema.redraws.c
_ready = _redraws.user_id.is_(None)  # nobody's deletion is under way


def take_redraw(connection: Connection, now: float, gap: float, retry: float) -> Redraw | None:
    """Claim a message that is due, None if there is none.

    Delay the other messages of its channel by `gap` seconds, and this one, unless it is dropped,
    by `retry`, so that neither a restart nor another process exceeds the channel's rate limit.
    """
    due = select(*(_redraws[field.name] for field in fields(Redraw)))
    due = due.where(_redraws.due_at <= now, _ready).order_by(_redraws.due_at, _redraws.message_id)
    row = connection.execute(due.limit(1)).mappings().one_or_none()
    if row is None:
        return None
    redraw = Redraw(**row)
    mine = update(schema.redraws).where(_is(redraw), _redraws.due_at <= now)
    if connection.execute(mine.values(due_at=now + retry)).rowcount != 1:
        return None  # another process took it while this one waited for the row
    others = update(schema.redraws).where(
        _redraws.channel_id == redraw.channel_id, _redraws.due_at < now + gap
    )
    connection.execute(others.values(due_at=now + gap))
    return redraw


def drop_redraw(connection: Connection, redraw: Redraw) -> None:
    """Forget a message: it is redrawn, or cannot be; not if somebody else on it asked meanwhile."""
    connection.execute(delete(schema.redraws).where(_is(redraw), _ready))


def next_redraw_at(connection: Connection) -> float | None:
    """Return when the next message is due, None where there is none."""
    soonest = select(_redraws.due_at).where(_ready).order_by(_redraws.due_at).limit(1)
    return connection.execute(soonest).scalar_one_or_none()


def _is(redraw: Redraw) -> ColumnElement[bool]:
    """Return the condition for the row of a message."""
    return and_(_redraws.channel_id == redraw.channel_id, _redraws.message_id == redraw.message_id)
