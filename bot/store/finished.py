"""Finished games and hands by person and by table, to look back at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, select

from bot.tables.model import PastHand

from . import schema
from .rows import guild_key


def game_of_hand(connection: Connection, table_id: str, hand_no: int) -> int | None:
    """Return the number of the game to which a finished hand belongs, None where there is none."""
    hands = schema.hands.c
    statement = select(hands.game_no).where(hands.table_id == table_id, hands.hand_no == hand_no)
    return connection.execute(statement).scalar_one_or_none()


def names(connection: Connection, user_ids: Collection[int]) -> Mapping[int, str]:
    """Return the newest names of those people who are known."""
    people = schema.people.c
    statement = select(people.user_id, people.name).where(people.user_id.in_(user_ids))
    return {row.user_id: row.name for row in connection.execute(statement)}


def hands_of(
    connection: Connection, user_id: int, guild_id: int | None, count: int
) -> Sequence[PastHand]:
    """Return the newest finished hands of a person, in a server or (None) anywhere."""
    seats, hands, tables = schema.hand_players.c, schema.hands.c, schema.tables.c
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
