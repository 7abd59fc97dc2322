"""Finished hands and games, and the people who played them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, insert, select

from bot.tables.model import Table
from bot.tables.results import GameRow, HandRow
from bot.tables.stored import SeatChange, SeatEvent
from bot.values.preferences import Preferences

from . import schema
from .database import upsert
from .rows import Row, game_row, guild_key, row_of, value_of
from .stats.standings import at_server, count_hand


def write_hand(connection: Connection, table: Table, hand: HandRow) -> None:
    """Save a finished hand and add it to the totals of everyone who played at its end."""
    connection.execute(insert(schema.hands), row_of(schema.hands, hand, table_id=table.table_id))
    seats: list[Row] = [
        {
            "table_id": table.table_id,
            "hand_no": hand.hand_no,
            "seat": seat,
            "user_id": user_id,
            "game_no": hand.game_no,
            "at": hand.at,
        }
        | asdict(hand.tally(seat))
        for seat, user_id in enumerate(hand.players)
    ]
    connection.execute(insert(schema.hand_players), seats)
    names = {seat.user_id: seat.name for seat in table.seats if seat.user_id is not None}
    _meet(connection, {user: names[user] for user in hand.players if user in names})
    count_hand(connection, at_server(guild_key(table.guild_id)), hand)


def write_game(connection: Connection, table: Table, game: GameRow) -> None:
    """Save a finished game; it is rated and counted later."""
    guild = guild_key(table.guild_id)
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
            "guild_id": guild,
            "at": game.at,
            "level": game.levels[seat] if game.levels else "",
        }
        for seat, user_id in enumerate(game.players)
    ]
    connection.execute(insert(schema.game_players), seats)
    _meet(connection, {u: n for u, n in zip(game.players, game.names, strict=True) if u})


def _meet(connection: Connection, names: Mapping[int, str]) -> None:
    """Save the newest name of each person."""
    rows = [
        row_of(schema.people, Preferences(user_id, name=name))
        for user_id, name in sorted(names.items())
    ]
    upsert(connection, schema.people, rows, ["name"])


def seat_log(connection: Connection, table_id: str) -> Sequence[SeatChange]:
    """Return the joins and leaves of a table, in order."""
    log = schema.seat_log
    statement = select(log).where(log.c.table_id == table_id).order_by(log.c.number)
    rows = connection.execute(statement).mappings()
    return [value_of(SeatChange, row, event=SeatEvent(row["event"])) for row in rows]
