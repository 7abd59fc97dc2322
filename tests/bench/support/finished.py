"""Fill a database with many finished games, copied from one that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Table, delete, insert, text

from bot.stats.views import GameKind
from bot.store import Store, schema
from bot.store.stats.schema_totals import EVERYWHERE, partners, ratings, standings
from bot.tables.results import HandRow
from tests.store.samples import game, save_played_table

MODEL = "model1"
PEOPLE = 5_000
COPIED = ("tables", "seats", "hands", "hand_players", "games", "game_players")


async def fill(
    store: Store, guild_id: int, hand: HandRow, games: int, people: Sequence[int]
) -> None:
    """Insert this many finished games of one hand each in a server.

    The first of `people` plays in every hundredth game, the second in every tenth, and each other
    one as often as 5,000 people do.
    """
    await save_played_table(store, MODEL, [replace(hand, hand_no=1)], game(), guild_id=guild_id)
    await store.database.write(lambda connection: _copy(connection, games, people))


async def rank(store: Store, guild_id: int) -> None:
    """Put the 5,000 people of `fill` on the leaderboards of a server and of all servers."""
    await store.database.write(lambda connection: _rank(connection, guild_id))


def _rank(connection: Connection, guild_id: int) -> None:
    for table in (schema.people, standings, partners, ratings):
        connection.execute(delete(table).where(table.c.user_id <= PEOPLE))
    numbers = range(1, PEOPLE + 1)
    choices = {"dms": True, "dm_closed": False, "on_leaderboards": True}
    connection.execute(
        insert(schema.people),
        [{"user_id": number, "name": f"Person {number}", **choices} for number in numbers],
    )
    for guild in (guild_id, EVERYWHERE):
        ranked = [
            {"guild_id": guild, "game": "", "user_id": number, "games": 5 + number % 200}
            for number in numbers
        ]
        totals = [
            {**row, "span": "all", "since": 0, "wins": row["user_id"] % (row["games"] + 1)}
            for row in ranked
        ]
        counts = dict.fromkeys((column.name for column in standings.c[8:-1]), 7)
        boards = [kind.value for kind in GameKind]
        connection.execute(
            insert(standings),
            [{**row, **counts, "board": board, "fastest": 9} for row in totals for board in boards],
        )
        pairs = [{**row, "partner_id": row["user_id"] % PEOPLE + 1} for row in totals]
        connection.execute(insert(partners), pairs)
        rated = {"mu": 25.0, "sigma": 2.0}
        connection.execute(
            insert(ratings),
            [{**row, **rated, "rating": 1000 + row["user_id"] % 900} for row in ranked],
        )


def _copy(connection: Connection, games: int, people: Sequence[int]) -> None:
    first, second, *others = people
    number = f"(n.i * 4 + seat) % {PEOPLE}"
    known = " ".join(f"WHEN {number} = {k} THEN {user}" for k, user in enumerate(others))
    often = (
        f"WHEN n.i % 100 = 0 AND seat = 0 THEN {first} WHEN n.i % 10 = 1 AND seat = 0 THEN {second}"
    )
    user = f"CASE {often} {known} ELSE {number} + 1 END"
    for name in COPIED:
        table = schema.metadata.tables[name]
        values = {"table_id": f"'{MODEL}x' || n.i"}
        if "user_id" in table.c:
            values["user_id"] = user
        if "at" in table.c:
            values["at"] = "m.at - n.i"
        if "host_id" in table.c:
            values["host_id"] = f"CASE WHEN n.i % 100 = 0 THEN {first} ELSE 1 END"
        _copy_rows(connection, table, values, games)


def _copy_rows(connection: Connection, table: Table, values: Mapping[str, str], times: int) -> None:
    names = [column.name for column in table.columns]
    copied = ", ".join(values.get(name, f"m.{name}") for name in names)
    connection.execute(
        text(
            f"INSERT INTO {table.name} ({', '.join(names)}) "
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {times}) "
            f"SELECT {copied} FROM {table.name} AS m, n WHERE m.table_id = '{MODEL}'"
        )
    )
