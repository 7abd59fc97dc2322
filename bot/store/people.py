"""Preferences of people, and the games that they know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from bot.tables.model import PlayChoice
from bot.tables.results import LESSON_GAME
from bot.values.pace import Pace
from bot.values.preferences import Pings, Preferences

from . import schema
from .daily.due_boards import mark_person
from .database import upsert
from .rows import row_of, value_of
from .topic import Topic, reads, writes

LESSON_OF = "42"
"""The game that every lesson hand teaches."""


class PeopleStore(Topic):
    """Keeps people's preferences."""

    @reads
    def preferences(self, connection: Connection, user_id: int) -> Preferences:
        """Return a person's preferences, or the defaults."""
        statement = select(schema.people).where(schema.people.c.user_id == user_id)
        row = connection.execute(statement).mappings().one_or_none()
        if row is None:
            return Preferences(user_id)
        pace = None if row["pace"] is None else Pace(row["pace"])
        return value_of(Preferences, row, pings=Pings(row["pings"]), pace=pace)

    @reads
    def knows_game(self, connection: Connection, user_id: int, game: str) -> bool:
        """Return True if a person said that they know a game, or has finished a hand of it."""
        people = schema.people.c
        known = connection.scalar(select(people.knows).where(people.user_id == user_id))
        return game in (known or ()) or _has_played(connection, user_id, game)

    @reads
    def play_choices(
        self, connection: Connection, user_ids: Collection[int]
    ) -> Mapping[int, PlayChoice]:
        """Look up these people's choices about their own turns."""
        people = schema.people.c
        wanted = select(people.user_id, people.plays_forced, people.asks_first)
        rows = connection.execute(wanted.where(people.user_id.in_(user_ids)))
        known = {row.user_id: PlayChoice(row.plays_forced, row.asks_first) for row in rows}
        return {user_id: known.get(user_id, PlayChoice()) for user_id in user_ids}

    @writes
    def save_choices(self, connection: Connection, user_id: int, /, **choices: Any) -> None:
        """Save some preferences by their names in `Preferences`; the others stay."""
        row = row_of(schema.people, Preferences(user_id, **choices))
        upsert(connection, schema.people, [row], [*choices])
        if "on_leaderboards" in choices:
            mark_person(connection, user_id)


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
