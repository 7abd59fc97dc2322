"""The queue of messages to redraw or delete because they show a user who deleted their data."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.values.redraw import Redraw

from . import schema
from .topic import Topic, reads, writes

_redraws = schema.redraws.c
_ready = _redraws.user_id.is_(None)  # the rows of finished deletions


class RedrawStore(Topic):
    """The queue of messages to redraw, which survives restarts."""

    @writes
    def take_redraw(
        self, connection: Connection, now: float, gap: float, retry: float
    ) -> Redraw | None:
        """Claim a message that is due; return None if there is none.

        Postpone the channel's other messages by `gap` seconds. Postpone this one by `retry` seconds
        in case it is not dropped. So neither a restart nor another process exceeds the channel's
        rate limit.
        """
        due = select(*(_redraws[field.name] for field in fields(Redraw)))
        due = due.where(_redraws.due_at <= now, _ready).order_by(
            _redraws.due_at, _redraws.message_id
        )
        row = connection.execute(due.limit(1)).mappings().one_or_none()
        if row is None:
            return None
        redraw = Redraw(**row)
        mine = update(schema.redraws).where(_is(redraw), _redraws.due_at <= now)
        if connection.execute(mine.values(due_at=now + retry)).rowcount != 1:
            return None  # another process claimed it while this one waited for the row lock
        others = update(schema.redraws).where(
            _redraws.channel_id == redraw.channel_id, _redraws.due_at < now + gap
        )
        connection.execute(others.values(due_at=now + gap))
        return redraw

    @writes
    def drop_redraw(self, connection: Connection, redraw: Redraw) -> None:
        """Drop a finished message, unless another user's deletion has claimed it again."""
        connection.execute(delete(schema.redraws).where(_is(redraw), _ready))

    @reads
    def next_redraw_at(self, connection: Connection) -> float | None:
        """Return when the next message is due, or None."""
        soonest = select(_redraws.due_at).where(_ready).order_by(_redraws.due_at).limit(1)
        return connection.execute(soonest).scalar_one_or_none()


def _is(redraw: Redraw) -> ColumnElement[bool]:
    return and_(_redraws.channel_id == redraw.channel_id, _redraws.message_id == redraw.message_id)
