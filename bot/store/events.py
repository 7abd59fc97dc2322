"""Events: the jobs behind the event service's store port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, delete, insert, or_, select, text, update

from bot.events.model import Entry, Event, EventGame, EventStatus, Partners
from bot.tables.ports import Conflict
from bot.values.surfaces import EventSurface

from . import schema
from .database import upsert
from .rows import Row

_events = schema.events.c
# a literal copy of the partial indexes' condition, so that they are used
_LIVE = text(schema.LIVE)


def create_event(connection: Connection, event: Event) -> None:
    """Insert an event; raise Conflict if its name, or its channel, is taken."""
    taken = select(_events.event_id).where(
        or_(
            _events.event_id == event.event_id,
            and_(_LIVE, _events.channel_id == event.channel_id),
        )
    )
    if connection.execute(taken).first() is not None:
        raise Conflict(f"event {event.event_id} or channel {event.channel_id} is taken")
    connection.execute(insert(schema.events), _event_row(event))
    _write_players(connection, event)


def save_event(connection: Connection, event: Event) -> None:
    """Write an event; raise Conflict unless the stored version is the one before."""
    statement = update(schema.events).where(
        _events.event_id == event.event_id, _events.version == event.version - 1
    )
    if connection.execute(statement.values(_event_row(event))).rowcount != 1:
        raise Conflict(f"event {event.event_id} is not at version {event.version - 1}")
    _write_players(connection, event)
    rows = [_game_row(event.event_id, game) for game in event.round_games]
    upsert(
        connection,
        schema.event_games,
        rows,
        lambda fresh: {c.name: fresh[c.name] for c in schema.event_games.c if not c.primary_key},
    )


def load_event(connection: Connection, event_id: str) -> Event | None:
    """Return an event with all its rounds, or None."""
    found = connection.execute(select(schema.events).where(_events.event_id == event_id))
    row = found.mappings().one_or_none()
    if row is None:
        return None
    players, games = schema.event_players.c, schema.event_games.c
    places = (
        select(schema.event_players).where(players.event_id == event_id).order_by(players.number)
    )
    played = (
        select(schema.event_games)
        .where(games.event_id == event_id)
        .order_by(games.round_no, games.table_no)
    )
    columns: Row = dict(row)
    columns.update(
        partners=Partners(row["partners"]),
        status=EventStatus(row["status"]),
        entries=tuple(
            Entry(**_without_event(place)) for place in connection.execute(places).mappings()
        ),
        games=tuple(_game_from(game) for game in connection.execute(played).mappings()),
    )
    return Event(**columns)


def live_events(
    connection: Connection, *, channel_id: int | None = None, guild_id: int | None = None
) -> Sequence[str]:
    """Return the ids of the events that are not closed, oldest first."""
    statement = select(_events.event_id).where(_LIVE)
    if channel_id is not None:
        statement = statement.where(_events.channel_id == channel_id)
    if guild_id is not None:
        statement = statement.where(_events.guild_id == guild_id)
    return list(connection.scalars(statement.order_by(_events.created_at, _events.event_id)))


def event_surface(connection: Connection, event_id: str) -> EventSurface | None:
    """Return the message of an event, None before it is posted."""
    statement = select(schema.event_surfaces).where(schema.event_surfaces.c.event_id == event_id)
    row = connection.execute(statement).mappings().one_or_none()
    return None if row is None else EventSurface(**row)


def put_event_surface(connection: Connection, surface: EventSurface) -> None:
    """Save the message of an event in place of the earlier one."""
    row: Row = asdict(surface)
    upsert(
        connection,
        schema.event_surfaces,
        [row],
        lambda fresh: {name: fresh[name] for name in row if name != "event_id"},
    )


def _write_players(connection: Connection, event: Event) -> None:
    players = schema.event_players
    connection.execute(delete(players).where(players.c.event_id == event.event_id))
    if event.entries:
        rows = [{"event_id": event.event_id} | asdict(entry) for entry in event.entries]
        connection.execute(insert(players), rows)


def _event_row(event: Event) -> Row:
    return {
        "event_id": event.event_id,
        "guild_id": event.guild_id,
        "channel_id": event.channel_id,
        "host_id": event.host_id,
        "game": event.game,
        "rules": event.rules,
        "partners": event.partners.value,
        "table_count": event.table_count,
        "status": event.status.value,
        "round_no": event.round_no,
        "version": event.version,
        "created_at": event.created_at,
        "since": event.since,
    }


def _game_row(event_id: str, game: EventGame) -> Row:
    return {"event_id": event_id} | asdict(game)


def _game_from(row: RowMapping) -> EventGame:
    columns = _without_event(row)
    total = None if row["total"] is None else tuple(row["total"])
    return EventGame(**{**columns, "entries": tuple(row["entries"]), "total": total})


def _without_event(row: RowMapping) -> dict[str, Any]:
    return {name: row[name] for name in row if name != "event_id"}
