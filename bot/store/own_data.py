"""Queries that find and delete everything about one person.

People's ids are in the columns of `PERSON`, some with a name beside them. A test compares this
list with the schema, so that a new table can't be missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from bot.events.model import EventStatus
from bot.tables.model import Status
from bot.values.posted import PostedKind
from bot.values.redraw import Redraw

from . import schema
from .asked.schema_votes import vote_picks
from .asked.votes import make_votes_due
from .daily.days import mark_hands
from .daily.due_boards import boards_with, mark_boards
from .daily.schema_daily import daily_hands
from .database import upsert
from .host.reports import forget_in_reports
from .plans.schema_plans import plan_people, plans
from .rows import Row
from .sent.posted import IS_THERE
from .sent.schema_posted import posted
from .topic import Topic, reads, writes

# each column with a person's id: the column with their name, if there is one
PERSON: Mapping[str, str | None] = {
    "user_id": "name",
    "host_id": "host_name",
    "dealt_to": None,
    "reserved_by": "reserved_name",
    "invited_by": None,
    "played_by": "played_name",
    "partner_id": None,
    "wish": None,
}
# a column with a person's id that deletion leaves alone: the host has blocked them
STAYS = ("blocked_id",)
# a column with the id of a person who neither sees the row in their copy nor takes it along: it
# belongs to somebody else, who has blocked them
OF_OTHERS = ("blocked_user_id",)
# what the host of a table may not see in their copy: advice in a hand shows tiles of other seats
HIDDEN = "advised"
# how many rows are fetched at a time, so that the event loop serves others between the steps
IN_STEPS = {"yield_per": 100}
_tables = schema.tables.c
_seats = schema.seats.c
_events = schema.events.c
_players = schema.event_players.c
_posted = posted.c


class OwnDataStore(Topic):
    """Finds and deletes the data about one person."""

    @reads
    def about(self, connection: Connection, user_id: int) -> Mapping[str, Sequence[Row]]:
        """Return the rows with a person's id, by table, without other people's ids and names."""
        found: dict[str, Sequence[Row]] = {}
        for table in schema.metadata.sorted_tables:
            columns = [
                *_person_columns(table),
                *(table.c[name] for name in STAYS if name in table.c),
            ]
            if not columns:
                continue
            mine = or_(*(column == user_id for column in columns))
            rows = connection.execute(
                select(table).where(mine), execution_options=IN_STEPS
            ).mappings()
            if own := [_own(table, dict(row), user_id) for row in rows]:
                found[str(table.name)] = own
        return found

    @reads
    def has_seen(self, connection: Connection, discord_id: int) -> bool:
        """Return True if the database knows a person, or a server that the bot is or was in."""
        if _counts(connection, discord_id):
            return True
        server = select(schema.servers.c.guild_id).where(schema.servers.c.guild_id == discord_id)
        return connection.scalar(server) is not None

    @writes
    def begin_deletion(
        self, connection: Connection, user_id: int, screens: Sequence[Redraw], now: float
    ) -> None:
        """Note that a person is being deleted, and the messages that show them.

        The messages are redrawn once `delete_some` has come to its end, not with the name still on.
        """
        key = schema.deletions.c.user_id == user_id
        if connection.execute(select(schema.deletions).where(key)).first() is None:
            connection.execute(insert(schema.deletions), {"user_id": user_id})
        forget_in_reports(connection, user_id)
        mark_hands(connection, user_id)
        rows: list[Row] = [
            asdict(screen) | {"due_at": now, "user_id": user_id} for screen in screens
        ]
        upsert(connection, schema.redraws, rows, ["due_at", "user_id"])

    @reads
    def unfinished_deletions(self, connection: Connection) -> Sequence[int]:
        """Return the people whose deletion has begun but not finished."""
        return list(connection.scalars(select(schema.deletions.c.user_id)))

    @reads
    def tables_naming(self, connection: Connection, user_id: int) -> Sequence[str]:
        """Return the live tables with a person as player or host, or whose tiles they have seen."""
        there = (_seats.user_id, _seats.reserved_by, _seats.played_by, _seats.dealt_to)
        known = union(
            select(_tables.table_id).where(_tables.host_id == user_id),
            *(select(_seats.table_id).where(column == user_id) for column in there),
        )
        live = _tables.status != Status.CLOSED.value
        found = select(_tables.table_id).where(_tables.table_id.in_(known), live)
        return list(connection.scalars(found))

    @reads
    def events_naming(self, connection: Connection, user_id: int) -> Sequence[str]:
        """Return the live events that know a person: as a player, a wished partner or the host."""
        live = _events.status != EventStatus.CLOSED.value
        found = select(_events.event_id).where(_events.event_id.in_(_events_of(user_id)), live)
        return list(connection.scalars(found))

    @reads
    def plans_naming(self, connection: Connection, user_id: int) -> Sequence[str]:
        """Return the plans of a person, and those to which they belong."""
        found = union(
            select(plans.c.plan_id).where(plans.c.host_id == user_id),
            select(plan_people.c.plan_id).where(plan_people.c.user_id == user_id),
        )
        return list(connection.scalars(found))

    @reads
    def screens_naming(
        self, connection: Connection, user_id: int, since: float
    ) -> Sequence[Redraw]:
        """Find messages to redraw: those sent to a user, and boards and events that name them.

        Left out are boards of hands before `since`, events closed before it, and the board of the
        current hand, which is redrawn when the user leaves.
        """
        hands = schema.hands.c
        played = [
            select(each.c.table_id).where(each.c.user_id == user_id)
            for each in (schema.hand_players, schema.seats, schema.seat_log)
        ]
        theirs = _posted.about.in_(played[0].union(*played[1:]))
        this_hand = and_(hands.table_id == _posted.about, hands.hand_no == _posted.part)
        boards = select(posted).join(schema.tables, _tables.table_id == _posted.about)
        boards = boards.outerjoin(schema.hands, this_hand).where(
            theirs,
            _posted.kind == PostedKind.BOARD.value,
            or_(_tables.status == Status.CLOSED.value, _posted.part < _tables.hand_no),
            func.coalesce(hands.at, _tables.closed_at, since) >= since,
        )
        own = select(posted).where(_posted.user_id == user_id)
        of_events = select(posted).join(schema.events, _events.event_id == _posted.about)
        of_events = of_events.where(
            _posted.kind == PostedKind.EVENT.value,
            _posted.about.in_(_events_of(user_id)),
            or_(_events.status != EventStatus.CLOSED.value, _events.since >= since),
        )
        return [
            *(
                Redraw(row.channel_id, row.message_id)
                for row in connection.execute(own.where(IS_THERE))
            ),
            *(
                Redraw(row.channel_id, row.message_id, row.about, row.part)
                for row in connection.execute(boards.where(IS_THERE))
            ),
            *(
                Redraw(row.channel_id, row.message_id, event_id=row.about)
                for row in connection.execute(of_events.where(IS_THERE))
            ),
        ]

    @reads
    def counts(self, connection: Connection, user_id: int) -> Mapping[str, int]:
        """Count the rows with a person's id, by table; omit tables without any."""
        return _counts(connection, user_id)

    @writes
    def delete_some(self, connection: Connection, user_id: int, limit: int) -> int:
        """Remove a person from up to `limit` rows; return how many, 0 once none is left."""
        return take_out_some(connection, user_id, limit)


def _own(table: Table, row: Mapping[str, Any], user_id: int) -> Row:
    """Hide the ids and names of other users in a row, and format ids as text, as Discord does.

    The keys become plain text: encoders of JSON refuse SQLAlchemy's own kind of names.
    """
    others = set[str]()
    for person, name in PERSON.items():
        if row.get(person) not in (None, user_id):
            others |= {person, name or person}
    return {
        str(column.name): str(row[column.name])
        if isinstance(column.type, BigInteger) and row[column.name] is not None
        else row[column.name]
        for column in table.c
        if column.name not in {*others, HIDDEN}
    }


def _counts(connection: Connection, user_id: int) -> Mapping[str, int]:
    """Count the rows with a person's id, by table; omit tables without any."""
    found: dict[str, int] = {}
    for table in schema.metadata.sorted_tables:
        if columns := _person_columns(table):
            mine = or_(*(column == user_id for column in columns))
            counted = select(func.count()).select_from(table).where(mine)
            if number := connection.execute(counted).scalar_one():
                found[table.name] = number
    return found


def take_out_some(connection: Connection, user_id: int, limit: int) -> int:
    """Remove a person from up to `limit` rows; return how many, 0 once none is left.

    Delete rows about them alone, and anonymize the games they played. Leave their seats at live
    tables and events alone: they must leave first. New versions invalidate caches.
    """
    last = (schema.redraws, schema.deletions)
    tables = [table for table in reversed(schema.metadata.sorted_tables) if table not in last]
    for table in (*tables, schema.redraws):
        for column in _person_columns(table):
            count = _take_out(connection, table, column, user_id, limit)
            if count:
                return count
    connection.execute(delete(schema.deletions).where(schema.deletions.c.user_id == user_id))
    return 0


def _person_columns(table: Table) -> Sequence[Column[Any]]:
    return [table.c[person] for person in PERSON if person in table.c]


def _take_out(
    connection: Connection, table: Table, column: Column[Any], user_id: int, limit: int
) -> int:
    """Remove a person from some rows of a table; return how many.

    Each row is looked up by its key: for a list of keys PostgreSQL may scan the table.
    """
    found = select(*table.primary_key).where(_unheld(table, column, user_id)).limit(limit)
    rows = [tuple(row) for row in connection.execute(found)]
    if not rows:
        return 0
    this = and_(*(key == bindparam(f"its_{key.name}") for key in table.primary_key))
    keys = [
        {f"its_{key.name}": value for key, value in zip(table.primary_key, row, strict=True)}
        for row in rows
    ]
    if table is vote_picks:
        make_votes_due(connection, {str(row[0]) for row in rows})
    if table is daily_hands:
        boards = boards_with(connection, user_id, {str(row[0]) for row in rows})
        connection.execute(delete(table).where(this), keys)
        mark_boards(connection, boards)
        return len(rows)
    if column.primary_key:
        connection.execute(delete(table).where(this), keys)
        return len(rows)
    name = PERSON[column.name]
    values: Row = {column.name: None if column.nullable else 0}
    if name is not None and name in table.c:
        values[name] = ""
    if "forgotten" in table.c:
        values["forgotten"] = True
    _renew(connection, table, rows)
    connection.execute(update(table).where(this).values(values), keys)
    return len(rows)


def _unheld(table: Table, column: Column[Any], user_id: int) -> ColumnElement[bool]:
    """Return the condition for the rows with a person's id that no live table or event uses."""
    theirs = column == user_id
    holds = (_seats.user_id, _seats.reserved_by)  # not `played_by`: they have left
    if any(column is each for each in holds):
        return theirs & _seats.live.is_(False)
    if table is schema.event_players and PERSON[column.name] is not None:
        ended = exists().where(
            _events.event_id == _players.event_id, _events.status == EventStatus.CLOSED.value
        )
        return theirs & ended
    return theirs


def _renew(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Increment the versions of the live tables or events of some rows."""
    if table in (schema.tables, schema.seats):
        owner = schema.tables
        key = _tables.table_id
        live = _tables.status != Status.CLOSED.value
    elif table in (schema.events, schema.event_players):
        owner = schema.events
        key = _events.event_id
        live = _events.status != EventStatus.CLOSED.value
    else:
        return
    newer = update(owner).where(key.in_({row[0] for row in rows}), live)
    connection.execute(newer.values(version=owner.c.version + 1))


def _events_of(user_id: int) -> CompoundSelect[tuple[str]]:
    return union(
        select(_events.event_id).where(_events.host_id == user_id),
        *(
            select(_players.event_id).where(column == user_id)
            for column in (_players.user_id, _players.wish)
        ),
    )
