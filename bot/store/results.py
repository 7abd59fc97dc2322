"""Finished hands and games, and the running totals they add to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, Integer, cast, func, insert, select

from bot.tables.model import GameRow, HandRow, Table

from . import schema
from .rows import Row, game_from, game_row, guild_key, hand_from, hand_row
from .upsert import upsert

TOTALS = ("games", "wins", "marks", "hands", "bids", "bids_made", "sets")


def write_hand(connection: Connection, table: Table, hand: HandRow) -> None:
    """Write a finished hand, and count it for each person who played at its end."""
    connection.execute(insert(schema.hands), hand_row(table.table_id, hand))
    seats: list[Row] = [
        {
            "table_id": table.table_id,
            "hand_no": hand.hand_no,
            "seat": seat,
            "user_id": user_id,
            "game_no": hand.game_no,
        }
        | asdict(hand.tally(seat))
        for seat, user_id in enumerate(hand.players)
    ]
    connection.execute(insert(schema.hand_players), seats)
    counted = {
        row["user_id"]: {"hands": 1} | {name: row[name] for name in ("bids", "bids_made", "sets")}
        for row in seats
        if row["user_id"] is not None
    }
    names = {seat.user_id: seat.name for seat in table.seats if seat.user_id is not None}
    _meet(connection, {user_id: names[user_id] for user_id in counted if user_id in names})
    _count(connection, guild_key(table.guild_id), counted, listed=False)


def write_game(connection: Connection, table: Table, game: GameRow) -> None:
    """Write a finished game and count it; if contested, for the leaderboard, with its hands."""
    connection.execute(insert(schema.games), game_row(table, game))
    seats: list[Row] = [
        {
            "table_id": table.table_id,
            "game_no": game.game_no,
            "seat": seat,
            "user_id": user_id,
            "name": game.names[seat],
            "won": game.won_by(seat),
            "marks": game.marks_of(seat),
        }
        for seat, user_id in enumerate(game.players)
    ]
    connection.execute(insert(schema.game_players), seats)
    played = [row for row in seats if row["user_id"] is not None]
    counted = {
        row["user_id"]: {"games": 1, "wins": int(row["won"]), "marks": row["marks"]}
        for row in played
    }
    _meet(connection, {row["user_id"]: row["name"] for row in played})
    guild = guild_key(table.guild_id)
    _count(connection, guild, counted, listed=False)
    if game.contested:
        of_hands = _hands_of(connection, table.table_id, game.game_no)
        everybody = counted.keys() | of_hands.keys()
        both = {user: {**counted.get(user, {}), **of_hands.get(user, {})} for user in everybody}
        _count(connection, guild, both, listed=True)


def _hands_of(connection: Connection, table_id: str, game_no: int) -> dict[int, dict[str, int]]:
    """Return each person's sums over the hands of a game."""
    seats = schema.hand_players.c
    sums = [cast(func.sum(seats[name]), Integer) for name in ("bids", "bids_made", "sets")]
    statement = (
        select(seats.user_id, func.count(), *sums)
        .where(seats.table_id == table_id, seats.game_no == game_no, seats.user_id.is_not(None))
        .group_by(seats.user_id)
    )
    return {
        user_id: {"hands": played, "bids": bids, "bids_made": made, "sets": sets}
        for user_id, played, bids, made, sets in connection.execute(statement)
    }


def _meet(connection: Connection, names: Mapping[int, str]) -> None:
    """Remember the newest name of each person."""
    rows: list[Row] = [
        {"user_id": user_id, "name": name, "dms": True, "dm_closed": False, "locale": None}
        for user_id, name in sorted(names.items())
    ]
    upsert(connection, schema.people, rows, lambda fresh: {"name": fresh.name})


def _count(
    connection: Connection, guild: int, counted: Mapping[int, Mapping[str, int]], *, listed: bool
) -> None:
    """Add to running totals, in the order of ids, so that no two writers deadlock."""
    totals = schema.standings.c
    rows: list[Row] = [
        {"guild_id": guild, "listed": listed, "user_id": user_id}
        | {name: counted[user_id].get(name, 0) for name in TOTALS}
        for user_id in sorted(counted)
    ]
    upsert(
        connection,
        schema.standings,
        rows,
        lambda fresh: {name: totals[name] + fresh[name] for name in TOTALS},
    )


def hands(connection: Connection, table_id: str, game_no: int) -> Sequence[HandRow]:
    """Return the finished hands of one game, in order."""
    seats = schema.hand_players.c
    seated = (
        select(seats.hand_no, seats.user_id)
        .where(seats.table_id == table_id, seats.game_no == game_no)
        .order_by(seats.hand_no, seats.seat)
    )
    players: dict[int, list[int | None]] = {}
    for hand_no, user_id in connection.execute(seated):
        players.setdefault(hand_no, []).append(user_id)
    rows = schema.hands.c
    statement = (
        select(schema.hands)
        .where(rows.table_id == table_id, rows.game_no == game_no)
        .order_by(rows.hand_no)
    )
    found = connection.execute(statement).mappings()
    return [hand_from(row, tuple(players[row["hand_no"]])) for row in found]


def last_game(connection: Connection, table_id: str, game_no: int | None = None) -> GameRow | None:
    """Return a finished game of a table: the newest, or the one with this number."""
    games = schema.games.c
    statement = (
        select(schema.games)
        .where(games.table_id == table_id)
        .order_by(games.game_no.desc())
        .limit(1)
    )
    if game_no is not None:
        statement = statement.where(games.game_no == game_no)
    row = connection.execute(statement).mappings().one_or_none()
    if row is None:
        return None
    seats = schema.game_players.c
    seated = (
        select(seats.user_id, seats.name)
        .where(seats.table_id == table_id, seats.game_no == row["game_no"])
        .order_by(seats.seat)
    )
    people = connection.execute(seated).all()
    return game_from(
        row, tuple(person.user_id for person in people), tuple(person.name for person in people)
    )
