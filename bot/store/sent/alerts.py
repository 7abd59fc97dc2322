"""Who wants to be told when a table in a channel needs one more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, and_, delete, exists, func, or_, select

from bot.tables.model import Status
from bot.values.seat_alerts import SeatAlert

from .. import schema
from ..database import upsert, wait_turn
from ..host.schema_host import blocks
from ..rows import row_of, value_of
from ..settings.schema_settings import person_blocks
from ..topic import Topic, reads, writes
from .schema_alerts import alerted, seat_alerts

_alerts = seat_alerts.c
_alerted = alerted.c
_blocks = person_blocks.c


class AlertStore(Topic):
    """Keeps who wants to be told, and who was told lately."""

    @reads
    def find_alert(
        self, connection: Connection, user_id: int, channel_id: int, now: float
    ) -> SeatAlert | None:
        """Return a person's alert in a channel, None if there is none at this time."""
        found = select(seat_alerts).where(
            _alerts.user_id == user_id, _alerts.channel_id == channel_id
        )
        row = connection.execute(found).mappings().one_or_none()
        alert = None if row is None else value_of(SeatAlert, row)
        return alert if alert is not None and alert.lasts_at(now) else None

    @writes
    def save_alert(self, connection: Connection, alert: SeatAlert, now: float, most: int) -> bool:
        """Save an alert; return False, and save nothing, if the person has `most` others."""
        wait_turn(connection, alert.user_id)
        others = select(func.count()).where(
            _alerts.user_id == alert.user_id,
            _alerts.channel_id != alert.channel_id,
            or_(_alerts.until.is_(None), _alerts.until > now),
        )
        if connection.scalars(others).one() >= most:
            return False
        upsert(connection, seat_alerts, [row_of(seat_alerts, alert)])
        return True

    @writes
    def drop_alert(self, connection: Connection, user_id: int, channel_id: int) -> None:
        """Stop telling a person about a channel."""
        mine = (_alerts.user_id == user_id, _alerts.channel_id == channel_id)
        connection.execute(delete(seat_alerts).where(*mine))

    @writes
    def drop_alerts_in(self, connection: Connection, channel_id: int) -> None:
        """Stop telling people about a channel that was deleted."""
        connection.execute(delete(seat_alerts).where(_alerts.channel_id == channel_id))

    @reads
    def endless_alerts(self, connection: Connection, part: int, parts: int) -> Sequence[SeatAlert]:
        """List the alerts without an end of one of several parts of all people."""
        mine = (_alerts.until.is_(None), _alerts.user_id % parts == part)
        rows = connection.execute(select(seat_alerts).where(*mine)).mappings()
        return [value_of(SeatAlert, row) for row in rows]

    @reads
    def alerts_in(
        self,
        connection: Connection,
        channel_ids: Collection[int],
        host_id: int,
        people: Collection[int],
        now: float,
    ) -> Sequence[SeatAlert]:
        """List the alerts about a table in one of these channels with these people and this host.

        Left out is who has a seat at a table that goes on, whom the bot's host has blocked, whom
        the table's host has blocked, and who has blocked any of its people.
        """
        seats = schema.seats.c
        sits = exists().where(
            or_(seats.user_id == _alerts.user_id, seats.reserved_by == _alerts.user_id),
            seats.live,
            schema.tables.c.table_id == seats.table_id,
            schema.tables.c.status != Status.FINISHED.value,
        )
        shut_out = exists().where(blocks.c.blocked_id == _alerts.user_id)
        apart = exists().where(
            or_(
                and_(_blocks.user_id == host_id, _blocks.blocked_user_id == _alerts.user_id),
                and_(_blocks.user_id == _alerts.user_id, _blocks.blocked_user_id.in_(people)),
            )
        )
        found = select(seat_alerts).where(
            _alerts.channel_id.in_(channel_ids),
            or_(_alerts.until.is_(None), _alerts.until > now),
            ~sits,
            ~shut_out,
            ~apart,
        )
        rows = connection.execute(found.order_by(_alerts.user_id)).mappings()
        return [value_of(SeatAlert, row) for row in rows]

    @writes
    def take_alert(
        self, connection: Connection, user_id: int, table_id: str, *, now: float, since: float
    ) -> bool:
        """Record that a person is told about a table; False if they were told since a time.

        A retry about the same table counts once.
        """
        wait_turn(connection, user_id)
        found = select(_alerted.table_id, _alerted.at).where(_alerted.user_id == user_id)
        row = connection.execute(found).one_or_none()
        if row is not None and row.table_id == table_id:
            return True
        if row is not None and row.at > since:
            return False
        upsert(connection, alerted, [{"user_id": user_id, "table_id": table_id, "at": now}])
        return True
