"""Finished games and hands, by person and by table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Subquery, and_, func, or_, select

from bot.tables.past import PastGame, PastHand

from . import schema
from .rows import guild_key


def game_of_hand(connection: Connection, table_id: str, hand_no: int) -> int | None:
    """Return the number of the game that a finished hand belongs to; None if there is none."""
    hands = schema.hands.c
    statement = select(hands.game_no).where(hands.table_id == table_id, hands.hand_no == hand_no)
    return connection.execute(statement).scalar_one_or_none()


def names(connection: Connection, user_ids: Collection[int]) -> Mapping[int, str]:
    """Look up people's newest names; unknown people are left out."""
    people = schema.people.c
    statement = select(people.user_id, people.name).where(people.user_id.in_(user_ids))
    return {row.user_id: row.name for row in connection.execute(statement)}


def hands_of(
    connection: Connection, user_id: int, guild_id: int | None, count: int
) -> Sequence[PastHand]:
    """Return a person's newest finished hands, in one server or (None) in all."""
    hands = schema.hands.c
    tables = schema.tables.c
    games = schema.games.c
    mine = _newest_hands(user_id, guild_id, count)
    upto = schema.hands.alias()
    number = (
        select(func.count())
        .where(
            upto.c.table_id == hands.table_id,
            upto.c.game_no == hands.game_no,
            upto.c.hand_no <= hands.hand_no,
        )
        .correlate(schema.hands)
        .scalar_subquery()
    )
    statement = (
        select(
            hands.table_id,
            tables.number.label("table_number"),
            tables.guild_id,
            tables.game,
            # the rules of a game that is over: the host may have changed the table's since
            func.coalesce(games.rules, tables.rules, type_=tables.rules.type).label("rules"),
            hands.hand_no,
            hands.game_no,
            hands.bid,
            hands.made,
            hands.ended,
            hands.at,
            number.label("number"),
        )
        .select_from(mine)
        .join(
            schema.hands,
            and_(hands.table_id == mine.c.table_id, hands.hand_no == mine.c.hand_no),
        )
        .join(schema.tables, tables.table_id == mine.c.table_id)
        .outerjoin(
            schema.games,
            and_(games.table_id == hands.table_id, games.game_no == hands.game_no),
        )
        .order_by(hands.at.desc(), hands.hand_no.desc())
    )
    rows = connection.execute(statement).mappings()
    return [PastHand(**{**row, "guild_id": row["guild_id"] or None}) for row in rows]


def _newest_hands(user_id: int, guild_id: int | None, count: int) -> Subquery:
    """Select the keys of a person's newest finished hands.

    An index provides the order. A subquery looks up each table by its key, because PostgreSQL may
    scan all tables for a join.
    """
    seats = schema.hand_players.c
    tables = schema.tables.c
    newest = select(seats.table_id, seats.hand_no).where(seats.user_id == user_id)
    if guild_id is not None:
        server = select(tables.guild_id).where(tables.table_id == seats.table_id)
        newest = newest.where(server.scalar_subquery() == guild_key(guild_id))
    return newest.order_by(seats.at.desc(), seats.hand_no.desc()).limit(count).subquery()


def games_of(
    connection: Connection,
    user_id: int,
    guild_id: int | None,
    game: str | None,
    *,
    after: int,
    count: int,
) -> Sequence[PastGame]:
    """Return a person's finished games, newest first, starting after `after`."""
    seats = schema.game_players.c
    games = schema.games.c
    mine = _newest_games(user_id, guild_id, game, after, count)
    statement = (
        select(
            games.table_id,
            schema.tables.c.number.label("table_number"),
            games.guild_id,
            games.game,
            games.rules,
            games.game_no,
            games.winner,
            games.total,
            mine.c.seat,
            games.at,
        )
        .select_from(mine)
        .join(
            schema.games,
            and_(games.table_id == mine.c.table_id, games.game_no == mine.c.game_no),
        )
        .join(schema.tables, schema.tables.c.table_id == mine.c.table_id)
        .order_by(games.at.desc(), games.table_id, games.game_no.desc())
    )
    rows = connection.execute(statement).mappings().all()
    if not rows:
        return []
    keys = [(row["table_id"], row["game_no"]) for row in rows]
    these = or_(*(and_(seats.table_id == table, seats.game_no == no) for table, no in keys))
    names: dict[tuple[str, int], list[str]] = {key: [] for key in keys}
    for row in connection.execute(named_seats().where(these)):
        names[row.table_id, row.game_no].append(row.name)
    return [
        PastGame(
            **{**row, "guild_id": row["guild_id"] or None, "total": tuple(row["total"])},
            names=tuple(names[row["table_id"], row["game_no"]]),
        )
        for row in rows
    ]


def named_seats() -> Select[Any]:
    """Select the seats of finished games with the names of their players.

    Old games keep no names: use the newest ones of people still known.
    """
    seats = schema.game_players.c
    known = schema.people.c
    name = func.coalesce(func.nullif(seats.name, ""), known.name, "").label("name")
    return (
        select(seats.table_id, seats.game_no, seats.user_id, name, seats.level)
        .join_from(schema.game_players, schema.people, seats.user_id == known.user_id, isouter=True)
        .order_by(seats.seat)
    )


def _newest_games(
    user_id: int, guild_id: int | None, game: str | None, after: int, count: int
) -> Subquery:
    """Select the keys and seats of some of a person's finished games, newest first.

    An index provides the order. Each game's kind is looked up in a subquery, because PostgreSQL may
    scan everybody's games for a join.
    """
    seats = schema.game_players.c
    games = schema.games.c
    newest = select(seats.table_id, seats.game_no, seats.seat).where(seats.user_id == user_id)
    if guild_id is not None:
        newest = newest.where(seats.guild_id == guild_key(guild_id))
    if game is not None:
        this = and_(games.table_id == seats.table_id, games.game_no == seats.game_no)
        newest = newest.where(select(games.game).where(this).scalar_subquery() == game)
    ordered = newest.order_by(seats.at.desc(), seats.table_id, seats.game_no.desc())
    return ordered.offset(after).limit(count).subquery()
