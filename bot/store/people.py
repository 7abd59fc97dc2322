"""Messages and preferences of people, and dropping them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, func, select, update

from bot.tables.model import PlayChoice
from bot.tables.results import LESSON_GAME
from bot.values.pace import Pace
from bot.values.preferences import Pings, Preferences
from bot.values.surfaces import Surface, SurfaceKind

from . import schema
from .database import upsert
from .rows import column_of, row_of, value_of

LESSON_OF = "42"
"""The game that every lesson hand teaches."""
_surfaces = schema.surfaces.c


def surfaces(connection: Connection, table_id: str) -> Sequence[Surface]:
    """Return the messages of a table, oldest hand first."""
    statement = (
        select(schema.surfaces)
        .where(_surfaces.table_id == table_id, _surfaces.message_id != schema.FORGOTTEN)
        .order_by(_surfaces.hand_no, _surfaces.kind, _surfaces.user_id)
    )
    return [
        value_of(Surface, row, kind=SurfaceKind(row["kind"]))
        for row in connection.execute(statement).mappings()
    ]


def put_surface(connection: Connection, surface: Surface) -> None:
    """Save a message in place of the earlier one of the same table, kind, user, and hand."""
    upsert(connection, schema.surfaces, [row_of(schema.surfaces, surface)])


def drop_surface(connection: Connection, surface: Surface) -> None:
    """Forget a message; its row stays and counts as an occasion."""
    forgotten = update(schema.surfaces).where(_same(surface))
    connection.execute(forgotten.values(message_id=schema.FORGOTTEN, digest=""))


def occasions(connection: Connection, surface: Surface) -> int:
    """Count the messages so far of the same table, kind, user, and hand."""
    return connection.scalar(select(_surfaces.occasion).where(_same(surface))) or 0


def _same(surface: Surface) -> ColumnElement[bool]:
    """Build the condition that finds the row of a message."""
    return and_(
        _surfaces.table_id == surface.table_id,
        _surfaces.kind == surface.kind.value,
        _surfaces.user_id == surface.user_id,
        _surfaces.hand_no == surface.hand_no,
    )


def preferences(connection: Connection, user_id: int) -> Preferences:
    """Return a person's preferences, or the defaults."""
    statement = select(schema.people).where(schema.people.c.user_id == user_id)
    row = connection.execute(statement).mappings().one_or_none()
    if row is None:
        return Preferences(user_id)
    pace = None if row["pace"] is None else Pace(row["pace"])
    return value_of(Preferences, row, pings=Pings(row["pings"]), pace=pace)


def knows_game(connection: Connection, user_id: int, game: str) -> bool:
    """Return True if a person said that they know a game, or has finished a hand of it."""
    return game in preferences(connection, user_id).knows or _has_played(connection, user_id, game)


def play_choices(connection: Connection, user_ids: Collection[int]) -> Mapping[int, PlayChoice]:
    """Look up these people's choices about their own turns."""
    people = schema.people.c
    wanted = select(people.user_id, people.plays_forced, people.asks_first)
    rows = connection.execute(wanted.where(people.user_id.in_(user_ids)))
    known = {row.user_id: PlayChoice(row.plays_forced, row.asks_first) for row in rows}
    return {user_id: known.get(user_id, PlayChoice()) for user_id in user_ids}


def _has_played(connection: Connection, user_id: int, game: str) -> bool:
    """Return True if a person has finished a hand of a game; one that all passed does not count.

    A table may have gone on to another game since, but not within a game that isn't over.
    """
    seats = schema.hand_players.c
    hands = schema.hands.c
    games = schema.games.c
    tables = schema.tables.c
    of_game = and_(games.table_id == hands.table_id, games.game_no == hands.game_no)
    named = func.coalesce(games.game, tables.game)
    played = (
        select(hands.hand_no)
        .join(schema.hand_players)
        .outerjoin(schema.games, of_game)
        .outerjoin(schema.tables, tables.table_id == hands.table_id)
        .where(seats.user_id == user_id, hands.contract.is_not(None))
        .where(case((hands.game_no == LESSON_GAME, LESSON_OF), else_=named) == game)
    )
    return connection.execute(played.limit(1)).first() is not None


def save_choices(connection: Connection, user_id: int, /, **choices: Any) -> None:
    """Save some preferences by their names in `Preferences`; the others stay."""
    row = row_of(schema.people, Preferences(user_id, **choices))
    upsert(connection, schema.people, [row], [*map(column_of, choices)])
