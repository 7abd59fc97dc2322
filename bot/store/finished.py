"""Finished games and hands, by person and by table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, and_, func, or_, select

from bot.tables.past import PastGame, PastHand

from . import schema
from .rows import guild_key


def game_of_hand(connection: Connection, table_id: str, hand_no: int) -> int | None:
    """Return the number of the game that a finished hand belongs to; None if there is none."""
    hands = schema.hands.c
    statement = select(hands.game_no).where(hands.table_id == table_id, hands.hand_no == hand_no)
    return connection.execute(statement).scalar_one_or_none()


def names(connection: Connection, user_ids: Collection[int]) -> Mapping[int, str]:
    """Look up the newest names of those people who are known."""
    people = schema.people.c
    statement = select(people.user_id, people.name).where(people.user_id.in_(user_ids))
    return {row.user_id: row.name for row in connection.execute(statement)}


def hands_of(
    connection: Connection, user_id: int, guild_id: int | None, count: int
) -> Sequence[PastHand]:
    """Return a person's newest finished hands, in one server or (None) in all."""
    seats, hands, tables = schema.hand_players.c, schema.hands.c, schema.tables.c
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
            tables.rules,
            hands.hand_no,
            hands.game_no,
            hands.bid,
            hands.made,
            hands.at,
            number.label("number"),
        )
        .select_from(schema.hand_players)
        .join(schema.hands)
        .join(schema.tables, tables.table_id == seats.table_id)
        .where(seats.user_id == user_id)
        .order_by(hands.at.desc(), hands.hand_no.desc())
        .limit(count)
    )
    if guild_id is not None:
        statement = statement.where(tables.guild_id == guild_key(guild_id))
    rows = connection.execute(statement).mappings()
    return [PastHand(**{**row, "guild_id": row["guild_id"] or None}) for row in rows]


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
    seats, games = schema.game_players.c, schema.games.c
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
            seats.seat,
            games.at,
        )
        .select_from(schema.game_players)
        .join(schema.games)
        .join(schema.tables, schema.tables.c.table_id == seats.table_id)
        .where(seats.user_id == user_id)
        .order_by(seats.at.desc(), games.table_id, games.game_no.desc())
        .offset(after)
        .limit(count)
    )
    if guild_id is not None:
        statement = statement.where(games.guild_id == guild_key(guild_id))
    if game is not None:
        statement = statement.where(games.game == game)
    rows = connection.execute(statement).mappings().all()
    if not rows:
        return []
    keys = [(row["table_id"], row["game_no"]) for row in rows]
    # old games keep no names; use the newest ones of people still known
    known = schema.people.c
    name = func.coalesce(func.nullif(seats.name, ""), known.name, "")
    seated = (
        select(seats.table_id, seats.game_no, name)
        .join_from(schema.game_players, schema.people, seats.user_id == known.user_id, isouter=True)
        .where(or_(*(and_(seats.table_id == table, seats.game_no == no) for table, no in keys)))
        .order_by(seats.seat)
    )
    names: dict[tuple[str, int], list[str]] = {key: [] for key in keys}
    for table_id, game_no, name in connection.execute(seated):
        names[table_id, game_no].append(name)
    return [
        PastGame(
            **{**row, "guild_id": row["guild_id"] or None, "total": tuple(row["total"])},
            names=tuple(names[row["table_id"], row["game_no"]]),
        )
        for row in rows
    ]
