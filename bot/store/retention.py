"""Expiry: details of ended tables, and servers that the bot left.

Each job works on one small batch and returns its size; 0 when nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    TextClause,
    delete,
    exists,
    or_,
    select,
    text,
    true,
    update,
)

from bot.events.model import EventStatus
from bot.tables.model import Occupant
from bot.values.posted import PostedKind

from . import schema
from .daily.closing import hands_of, last_of_step, messages_of
from .daily.due_boards import mark_every_server
from .daily.schema_daily import UNSWEPT_DAYS, daily_days, daily_hands
from .host.reports import delete_reports
from .host.schema_host import reports
from .own_data import take_out_some
from .sent.posted import OF_TABLES, forget_all
from .sent.schema_posted import IS_SHARED, posted
from .sent.schema_sent import pings, undelivered
from .stats.recount import recount_everywhere
from .stats.schema_totals import partners, standings
from .topic import Topic, reads, writes

DAY = 86_400.0
LONG_AGO = 20 * 365 * DAY
"""Longer than data can be kept, and than this program exists."""
_tables = schema.tables.c
_servers = schema.servers.c
_DETAILS = (schema.acts, schema.shakes, schema.draws, schema.seat_log)
_SENT = (schema.dm_openings, reports, undelivered, pings)
_MET = (schema.seats, schema.hand_players, schema.game_players, daily_hands)


class RetentionStore(Topic):
    """Deletes old data in small batches."""

    @writes
    def date_anew(self, connection: Connection, now: float) -> None:
        """Date now what ended or was sent in the future, or before this program was written.

        A wrong clock wrote that down; its age is unknown, and deleted too late is better than at
        once. What is counted by the day, such as reports, counts for one day more.
        """
        events = schema.events
        closed = events.c.status == EventStatus.CLOSED.value
        for table, dated, more in (
            (schema.tables, _tables.closed_at, text(schema.UNSWEPT)),
            (schema.servers, _servers.left_at, true()),
            (events, events.c.since, closed),
        ):
            wrong = update(table).where(_is_impossible(dated, now), more)
            connection.execute(wrong.values({dated.name: now}))
        for sent in _SENT:
            connection.execute(update(sent).where(_is_impossible(sent.c.at, now)).values(at=now))
        shared = update(posted).where(text(IS_SHARED), _is_impossible(posted.c.at, now))
        connection.execute(shared.values(at=now))

    @writes
    def sweep_tables(self, connection: Connection, before: float, limit: int) -> int:
        """Delete acts, shakes, draws, screens, and names of some tables that ended before a time.

        The records of their hands stay, with seats by user id. A table without a finished hand is
        deleted completely.
        """
        unswept = text(schema.UNSWEPT)
        found = select(_tables.table_id).where(unswept, _tables.closed_at < before)
        ids = list(connection.scalars(found.order_by(_tables.closed_at).limit(limit)))
        if not ids:
            return 0
        for table in _DETAILS:
            connection.execute(delete(table).where(table.c.table_id.in_(ids)))
        forget_all(connection, OF_TABLES, ids)
        seats = schema.seats
        players = schema.game_players
        connection.execute(
            update(seats)
            .where(seats.c.table_id.in_(ids), seats.c.occupant == Occupant.PERSON.value)
            .values(user_id=None, name="", dealt_to=None, reserved_by=None, reserved_name="")
        )
        connection.execute(
            update(seats)
            .where(seats.c.table_id.in_(ids), seats.c.played.is_not(None))
            .values(played=None, played_by=None, played_name="")
        )
        connection.execute(
            update(players)
            .where(players.c.table_id.in_(ids), players.c.user_id.is_not(None))
            .values(name="")
        )
        connection.execute(
            update(schema.tables).where(_tables.table_id.in_(ids)).values(swept=True, host_id=0)
        )
        _delete_unplayed(connection, ids)
        return len(ids)

    @writes
    def sweep_events(self, connection: Connection, before: float, limit: int) -> int:
        """Delete some events that ended before a time; their games stay with the tables."""
        events = schema.events.c
        closed = events.status == EventStatus.CLOSED.value
        found = select(events.event_id).where(closed, events.since < before).limit(limit)
        ids = list(connection.scalars(found))
        _delete_events(connection, ids)
        return len(ids)

    @writes
    def sweep_reports(self, connection: Connection, before: float, limit: int) -> int:
        """Delete some reports that were sent before a time; return their number."""
        old = select(reports.c.number).where(reports.c.at < before).order_by(reports.c.number)
        numbers = list(connection.scalars(old.limit(limit)))
        delete_reports(connection, numbers)
        return len(numbers)

    @writes
    def sweep_undelivered(self, connection: Connection, before: float, limit: int) -> int:
        """Delete some messages that Discord refused before a time; return how many."""
        return _delete_some_before(connection, undelivered, before, limit)

    @writes
    def sweep_pings(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some pings of before a time; return how many."""
        return _delete_some_before(connection, pings, before, limit)

    @writes
    def sweep_shared(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some messages that were shared before a time; return how many."""
        return _delete_some_before(connection, posted, before, limit, text(IS_SHARED))

    @reads
    def unswept_days(self, connection: Connection, before: float) -> Sequence[date]:
        """List the days that closed before a time and have details left."""
        closed = daily_days.c.closed_at < before
        found = select(daily_days.c.day).where(text(UNSWEPT_DAYS), closed)
        return [date.fromisoformat(day) for day in connection.scalars(found)]

    @writes
    def sweep_day(self, connection: Connection, day: date, after: int, limit: int) -> int | None:
        """Delete details of some people's hands of a day; keep results.

        These are bids, plays, names, where hands were begun, and which messages show them. `after`:
        the last person of the step before. Returns the last person, None at the end.
        """
        key = day.isoformat()
        last = last_of_step(connection, key, after, limit)
        gone = update(daily_hands).where(hands_of(key, after, last))
        connection.execute(gone.values(acts=[], name="", guild_id=None))
        connection.execute(delete(posted).where(messages_of(key, after, last)))
        if last is None:
            done = update(daily_days).where(daily_days.c.day == key)
            connection.execute(done.values(swept=True))
            mark_every_server(connection, [day])
        return last

    @writes
    def forget_servers(self, connection: Connection, before: float, limit: int) -> int:
        """Delete a batch of what is stored about a server left before a time; return its size.

        First its tables with their hands and games, in batches; then its people's totals, there and
        across servers; then the rest, with people known from nowhere else.
        """
        live = exists().where(text(schema.LIVE), _tables.guild_id == _servers.guild_id)
        left = select(_servers.guild_id).where(_servers.left_at < before, ~live).limit(1)
        guild_id = connection.execute(left).scalar_one_or_none()
        if guild_id is None:
            return 0
        of_events = select(schema.events.c.event_id).where(schema.events.c.guild_id == guild_id)
        events = list(connection.scalars(of_events.limit(limit)))
        if events:
            _delete_events(connection, events)
            return len(events)
        found = select(_tables.table_id).where(_tables.guild_id == guild_id).limit(limit)
        ids = list(connection.scalars(found))
        if ids:
            forget_all(connection, OF_TABLES, ids)
            _delete_where(connection, "table_id", ids)
            return len(ids)
        here = select(standings.c.user_id).where(standings.c.guild_id == guild_id)
        user_id = connection.execute(
            here.order_by(standings.c.user_id).limit(1)
        ).scalar_one_or_none()
        if user_id is not None:
            _forget_results(connection, guild_id, user_id, limit)
            return 1
        # a daily hand belongs to its player; `sweep_days` forgets where it was begun
        _delete_where(connection, "guild_id", [guild_id], but={daily_hands})
        return 1


def _is_impossible(dated: ColumnElement[float], now: float) -> ColumnElement[bool]:
    return or_(dated > now + DAY, dated < now - LONG_AGO)


def _delete_unplayed(connection: Connection, ids: Sequence[str]) -> None:
    """Delete those of some tables that never finished a hand."""
    needed = [
        exists().where(other.c.table_id == _tables.table_id)
        for other in (schema.hands, schema.games, schema.event_games)
    ]
    found = select(_tables.table_id).where(_tables.table_id.in_(ids), ~or_(*needed))
    empty = list(connection.scalars(found))
    connection.execute(delete(schema.seats).where(schema.seats.c.table_id.in_(empty)))
    connection.execute(delete(schema.tables).where(_tables.table_id.in_(empty)))


def _delete_events(connection: Connection, ids: Sequence[str]) -> None:
    """Delete some events; their games stay with the tables."""
    forget_all(connection, (PostedKind.EVENT,), ids)
    _delete_where(connection, "event_id", ids, but={schema.tables})


def _forget_results(connection: Connection, guild_id: int, user_id: int, limit: int) -> None:
    """Delete a person's totals in a server, and the person if nothing else is stored."""
    for totals in (standings, partners):
        mine = (totals.c.guild_id == guild_id, totals.c.user_id == user_id)
        connection.execute(delete(totals).where(*mine))
    recount_everywhere(connection, user_id)
    met = [select(table.c.user_id).where(table.c.user_id == user_id) for table in _MET]
    if not any(connection.execute(each.limit(1)).first() for each in met):
        while take_out_some(connection, user_id, limit):
            pass


def _delete_where(
    connection: Connection,
    column: str,
    values: Collection[object],
    but: Collection[Table] = (),
) -> None:
    """Delete the rows with one of these values from every table that has the column."""
    for table in reversed(schema.metadata.sorted_tables):
        if column in table.c and table not in but:
            connection.execute(delete(table).where(table.c[column].in_(values)))


def _delete_some_before(
    connection: Connection,
    table: Table,
    before: float,
    limit: int,
    *more: ColumnElement[bool] | TextClause,
) -> int:
    """Delete some rows of before a time by their keys; return how many."""
    found = select(*table.primary_key).where(table.c.at < before, *more).limit(limit)
    rows = connection.execute(found).all()
    for row in rows:
        this = (key == value for key, value in zip(table.primary_key, row, strict=True))
        connection.execute(delete(table).where(*this))
    return len(rows)
