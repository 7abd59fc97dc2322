"""Badges, found in stored hands and games: the first of each kind."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from bot.stats.views import Badge, BadgeKind
from bot.store import schema
from bot.tables.results import LESSON_GAME

FOUR = 4
EIGHTY_FOUR = 2
THOUSAND = 1000
_seats = schema.hand_players.c
_hands = schema.hands.c
_tables = schema.tables.c
_MADE = and_(_seats.bids_made == 1, _seats.bids == 1)
_HANDS: tuple[tuple[BadgeKind, ColumnElement[bool]], ...] = (
    (BadgeKind.FOUR_MARKS, and_(_MADE, _hands.bid_marks >= FOUR)),
    (BadgeKind.NELLO, and_(_MADE, _hands.contract.startswith("nello"))),
    (BadgeKind.SET_84, and_(_seats.sets == 1, _hands.bid_marks == EIGHTY_FOUR)),
    (BadgeKind.PERFECT, and_(_MADE, _hands.swept_by == _seats.seat)),
)


def badges(connection: Connection, guild_id: int | None, user_id: int) -> list[Badge]:
    """Return a person's badges, oldest first, of one server or (None) of all."""
    own = _own_hands(guild_id, user_id)
    first = [(kind, own.where(condition).limit(1)) for kind, condition in _HANDS]
    first.append((BadgeKind.THOUSANDTH, own.offset(THOUSAND - 1).limit(1)))
    first.append((BadgeKind.SHUTOUT, _shutouts(guild_id, user_id)))
    found = [(kind, connection.execute(statement).first()) for kind, statement in first]
    earned = [Badge(kind, row.at, row.table_id, row.hand_no) for kind, row in found if row]
    return sorted(earned, key=lambda badge: (badge.at, badge.kind))


def _own_hands(guild_id: int | None, user_id: int) -> Select[tuple[str, int, float]]:
    """Return a person's hands in the order they ended."""
    statement = (
        select(_hands.table_id, _hands.hand_no, _hands.at)
        .join(schema.hand_players)
        .where(_seats.user_id == user_id, _hands.game_no != LESSON_GAME)
        .order_by(_hands.at, _hands.table_id, _hands.hand_no)
    )
    if guild_id is None:
        return statement
    here = statement.join_from(schema.hands, schema.tables)
    return here.where(_tables.guild_id == guild_id)


def _shutouts(guild_id: int | None, user_id: int) -> Select[tuple[str, int, float]]:
    """Return the last hand of the first game won by marks against none.

    Under points a game counts as one mark, which says nothing about the loser's points.
    """
    mine = schema.game_players.c
    other = schema.game_players.alias("other")
    games = schema.games.c
    scored = select(other.c.seat).where(
        other.c.table_id == mine.table_id,
        other.c.game_no == mine.game_no,
        other.c.won.is_(False),
        other.c.marks > 0,
    )
    statement = (
        select(mine.table_id, func.max(_hands.hand_no).label("hand_no"), mine.at)
        .join_from(schema.game_players, schema.games)
        .join(
            schema.hands,
            (_hands.table_id == mine.table_id) & (_hands.game_no == mine.game_no),
        )
        .where(mine.user_id == user_id, mine.won, mine.marks >= games.target, ~scored.exists())
        .group_by(mine.table_id, mine.game_no, mine.at)
        .order_by(mine.at)
        .limit(1)
    )
    return statement if guild_id is None else statement.where(mine.guild_id == guild_id)
