"""Expiry: details of ended tables, and servers that the bot left.

Each job works on one small batch and returns its size; 0 when nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Table,
    TextClause,
    and_,
    delete,
    exists,
    or_,
    select,
    text,
    update,
)

from bot.events.model import EventStatus
from bot.tables.model import Occupant
from bot.values.posted import PostedKind

from . import schema
from .daily.closing import hands_of, last_of_step, messages_of
from .daily.due_boards import mark_every_server
from .daily.schema_daily import UNSWEPT_DAYS, daily_days, daily_hands
from .database import Database
from .host.reports import delete_reports
from .host.schema_host import reports
from .own_data import take_out_some
from .sent.posted import OF_TABLES, forget_all
from .sent.schema_alerts import alerted, player_calls, seat_alerts
from .sent.schema_posted import IS_SHARED, posted
from .sent.schema_sent import pings, undelivered
from .settings.schema_invitations import invitations
from .settings.schema_wrong_codes import wrong_codes
from .stats.recount import Recount, recount_some
from .stats.schema_totals import partners, standings
from .topic import Topic, reads, writes

DAY = 86_400.0
LONG_AGO = 20 * 365 * DAY
"""Longer than data can be kept, and than this program exists."""
RESULTS = 5
"""How many of a person's results a step counts anew: in at most 40 ms."""
ROWS = 100
Key = tuple[Column[Any], tuple[Any, ...]]
"""A row: one of its columns, and its primary key."""
_tables = schema.tables.c
_servers = schema.servers.c
_DETAILS = (schema.acts, schema.shakes, schema.draws, schema.seat_log, invitations)
IS_TRIAL = posted.c.kind == PostedKind.TRIAL.value  # by the primary key
_DATED: Sequence[tuple[Any, ...]] = (
    (_tables.closed_at, text(schema.UNSWEPT)),
    (_servers.left_at,),
    (schema.events.c.since, schema.events.c.status == EventStatus.CLOSED.value),
    (schema.dm_openings.c.at,),
    (reports.c.at,),
    (undelivered.c.at,),
    (pings.c.at,),
    (alerted.c.at,),
    (player_calls.c.at,),
    (wrong_codes.c.at,),
    (posted.c.at, text(IS_SHARED)),
    (posted.c.at, IS_TRIAL),
)
"""The dates by which something expires, with the conditions for that."""
_MET = (schema.seats, schema.hand_players, schema.game_players, daily_hands)


class RetentionStore(Topic):
    """Deletes old data in small batches."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._recount: Recount | None = None  # of a person of a server that is being forgotten

    async def date_anew(self, now: float, limit: int) -> int:
        """Date now some of what ended or was sent in the future, or before this program existed.

        A wrong clock wrote that down; its age is unknown, and deleted too late is better than at
        once. What is counted by the day, such as reports, counts for one day more. Returns how many
        rows were dated.
        """
        wrong = await self._misdated(now, limit)
        if wrong:
            await self._date(wrong, now)
        return len(wrong)

    @reads
    def _misdated(self, connection: Connection, now: float, limit: int) -> Sequence[Key]:
        """Return the keys of some rows with an impossible date: no write waits for the search."""
        found: list[Key] = []
        for dated, *more in _DATED:
            table = dated.table
            keys = select(*table.primary_key).where(_is_impossible(dated, now), *more)
            rows = connection.execute(keys.limit(limit - len(found)))
            found += [(dated, tuple(row)) for row in rows]
        return found

    @writes
    def _date(self, connection: Connection, wrong: Sequence[Key], now: float) -> None:
        for dated, key in wrong:
            this = update(dated.table).where(_has_key(dated.table, key))
            connection.execute(this.values({dated.name: now}))

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
    def sweep_alerts(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some alerts that ended before a time; return how many."""
        ended = seat_alerts.c.until < before
        found = select(*seat_alerts.primary_key).where(ended).limit(limit)
        rows = connection.execute(found).all()
        for row in rows:
            connection.execute(delete(seat_alerts).where(_has_key(seat_alerts, row), ended))
        return len(rows)

    @writes
    def sweep_alerted(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some of whom were told of a table before a time; return how many."""
        return _delete_some_before(connection, alerted, before, limit)

    @writes
    def sweep_wrong_codes(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some wrong codes of before a time; return how many."""
        return _delete_some_before(connection, wrong_codes, before, limit)

    @writes
    def sweep_shared(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some messages that were shared before a time; return how many."""
        return _delete_some_before(connection, posted, before, limit, text(IS_SHARED))

    @writes
    def sweep_trials(self, connection: Connection, before: float, limit: int) -> int:
        """Forget some messages that only tried something before a time; return how many."""
        return _delete_some_before(connection, posted, before, limit, IS_TRIAL)

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

    async def forget_servers(self, before: float, limit: int) -> int:
        """Delete a batch of what is stored about a server left before a time; return its size.

        First its events, and its tables with their hands and games; then its people's totals, there
        and across servers, with people known from nowhere else; then the rest.
        """
        guild_id = await self._left_server(before)
        if guild_id is None:
            return 0
        if done := await self._forget_games(guild_id, limit):
            return done
        user_id = await self._with_totals(guild_id)
        if user_id is not None:
            so_far = self._recount
            if so_far is None or so_far.user_id != user_id:
                so_far = Recount(user_id)
            self._recount = await self._forget_person(guild_id, so_far)
            return 1
        await self._forget_rest(await self._rest_of(guild_id))
        return 1

    @reads
    def _left_server(self, connection: Connection, before: float) -> int | None:
        live = exists().where(text(schema.LIVE), _tables.guild_id == _servers.guild_id)
        left = select(_servers.guild_id).where(_servers.left_at < before, ~live).limit(1)
        return connection.execute(left).scalar_one_or_none()

    @writes
    def _forget_games(self, connection: Connection, guild_id: int, limit: int) -> int:
        """Delete some of a server's events or tables; return how many."""
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

    @reads
    def _with_totals(self, connection: Connection, guild_id: int) -> int | None:
        """Return the next person with totals in a server."""
        here = select(standings.c.user_id).where(standings.c.guild_id == guild_id)
        next_one = here.order_by(standings.c.user_id).limit(1)
        return connection.execute(next_one).scalar_one_or_none()

    @writes
    def _forget_person(
        self, connection: Connection, guild_id: int, so_far: Recount
    ) -> Recount | None:
        """Count some of a person's results anew; in the end delete their totals in a server.

        A person of whom nothing else is stored is deleted, too.
        """
        further = recount_some(connection, so_far, RESULTS)
        if further is None:
            _forget_totals(connection, guild_id, so_far.user_id)
        return further

    @reads
    def _rest_of(self, connection: Connection, guild_id: int) -> Sequence[Key]:
        """Return the keys of some rows of a server, its own the last."""
        found: list[Key] = []
        tables = [table for table in schema.metadata.sorted_tables if "guild_id" in table.c]
        # a daily hand belongs to its player; `sweep_day` forgets where it was begun
        for table in sorted(set(tables) - {daily_hands}, key=lambda each: each is schema.servers):
            mine = select(*table.primary_key).where(table.c.guild_id == guild_id)
            rows = connection.execute(mine.limit(ROWS - len(found)))
            found += [(table.c.guild_id, tuple(row)) for row in rows]
        return found

    @writes
    def _forget_rest(self, connection: Connection, rows: Sequence[Key]) -> None:
        for column, key in rows:
            connection.execute(delete(column.table).where(_has_key(column.table, key)))


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


def _forget_totals(connection: Connection, guild_id: int, user_id: int) -> None:
    """Delete a person's totals in a server, and the person if nothing else is stored."""
    for totals in (standings, partners):
        mine = (totals.c.guild_id == guild_id, totals.c.user_id == user_id)
        connection.execute(delete(totals).where(*mine))
    met = [select(table.c.user_id).where(table.c.user_id == user_id) for table in _MET]
    if not any(connection.execute(each.limit(1)).first() for each in met):
        while take_out_some(connection, user_id, ROWS):
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
        connection.execute(delete(table).where(_has_key(table, row)))
    return len(rows)


def _has_key(table: FromClause, key: Sequence[Any]) -> ColumnElement[bool]:
    return and_(*(column == value for column, value in zip(table.primary_key, key, strict=True)))
