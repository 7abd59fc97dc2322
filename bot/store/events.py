"""Events: tournaments of several tables."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, insert, or_, select, text, update

from bot.events.model import Entry, Event, EventGame, EventStatus, Partners

from . import schema
from .database import upsert
from .errors import Conflict
from .rows import row_of, value_of
from .topic import Topic, reads, writes

_events = schema.events.c
# a literal copy of the partial indexes' condition, so that they are used
_LIVE = text(schema.LIVE)


class EventStore(Topic):
    """Keeps events."""

    @writes
    def create_event(self, connection: Connection, event: Event) -> None:
        """Insert an event; raise Conflict if its name, or its channel, is taken."""
        taken = select(_events.event_id).where(
            or_(
                _events.event_id == event.event_id,
                and_(_LIVE, _events.channel_id == event.channel_id),
            )
        )
        if connection.execute(taken).first() is not None:
            raise Conflict(f"event {event.event_id} or channel {event.channel_id} is taken")
        connection.execute(insert(schema.events), row_of(schema.events, event))
        _write_players(connection, event)

    @writes
    def save_event(self, connection: Connection, event: Event) -> None:
        """Write an event; raise Conflict unless the stored version is the one before."""
        statement = update(schema.events).where(
            _events.event_id == event.event_id, _events.version == event.version - 1
        )
        if connection.execute(statement.values(row_of(schema.events, event))).rowcount != 1:
            raise Conflict(f"event {event.event_id} is not at version {event.version - 1}")
        _write_players(connection, event)
        rows = [
            row_of(schema.event_games, game, event_id=event.event_id) for game in event.round_games
        ]
        upsert(connection, schema.event_games, rows)

    @reads
    def load_event(self, connection: Connection, event_id: str) -> Event | None:
        """Return an event with all its rounds, or None."""
        found = connection.execute(select(schema.events).where(_events.event_id == event_id))
        row = found.mappings().one_or_none()
        if row is None:
            return None
        players = schema.event_players.c
        games = schema.event_games.c
        places = (
            select(schema.event_players)
            .where(players.event_id == event_id)
            .order_by(players.number)
        )
        played = (
            select(schema.event_games)
            .where(games.event_id == event_id)
            .order_by(games.round_no, games.table_no)
        )
        return value_of(
            Event,
            row,
            partners=Partners(row["partners"]),
            status=EventStatus(row["status"]),
            entries=tuple(value_of(Entry, each) for each in connection.execute(places).mappings()),
            games=tuple(
                value_of(EventGame, each) for each in connection.execute(played).mappings()
            ),
        )

    @reads
    def has_played(self, connection: Connection, event_id: str, user_id: int) -> bool:
        """Return True if a person played a finished hand at one of an event's tables."""
        played = schema.hand_players.c
        at_tables = select(schema.event_games.c.table_id).where(
            schema.event_games.c.event_id == event_id
        )
        found = select(played.table_id).where(
            played.user_id == user_id, played.table_id.in_(at_tables)
        )
        return connection.execute(found.limit(1)).first() is not None

    @reads
    def live_events(
        self, connection: Connection, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> Sequence[str]:
        """Return the ids of the events that are not closed, oldest first."""
        statement = select(_events.event_id).where(_LIVE)
        if channel_id is not None:
            statement = statement.where(_events.channel_id == channel_id)
        if guild_id is not None:
            statement = statement.where(_events.guild_id == guild_id)
        return list(connection.scalars(statement.order_by(_events.created_at, _events.event_id)))


def _write_players(connection: Connection, event: Event) -> None:
    players = schema.event_players
    connection.execute(delete(players).where(players.c.event_id == event.event_id))
    if event.entries:
        rows = [row_of(players, entry, event_id=event.event_id) for entry in event.entries]
        connection.execute(insert(players), rows)
