"""Conversion between values of `bot.tables.model` and database rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import RowMapping

from bot.tables.deals.deals import deals_named
from bot.tables.model import (
    Claim,
    Occupant,
    Place,
    Seat,
    Status,
    Table,
    TableClock,
)
from bot.tables.results import GameRow, HandRow, NextGame
from bot.values.pace import Pace
from bot.values.turn_asks import TurnAsks
from texas42.ai.findings.judgments import Advised

from . import schema

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    D = TypeVar("D", bound=DataclassInstance)

Row = dict[str, Any]
NOWHERE = Place(None, 0, 0)
"""What the columns of a table without a place contain."""
_FIXED = frozenset({"table_id", "guild_id", "number", "event_id", "plan", "created_at"})
"""The columns of a table that never change."""


def row_of(table: sa.Table, value: object, /, **others: Any) -> Row:
    """Build a row from a value whose attributes are stored in columns.

    `others`: columns that the value lacks, or has in another form.
    """
    names = [column.name for column in table.c]
    named = {name: getattr(value, name) for name in names if hasattr(value, name)}
    enums = {name: each.value for name, each in named.items() if isinstance(each, Enum)}
    return named | enums | others


def value_of(kind: type[D], row: Mapping[Any, Any], /, **others: Any) -> D:
    """Build a value from the columns in which its fields are stored; lists become tuples.

    `others`: fields that the row lacks, or has in another form.
    """
    names = [each.name for each in fields(kind)]
    named = {name: row[name] for name in names if name in row}
    tuples = {name: tuple(each) for name, each in named.items() if isinstance(each, list)}
    return kind(**(named | tuples | others))


def guild_key(guild_id: int | None) -> int:
    """Return the `guild_id` column's value; 0 outside of a server."""
    return guild_id or 0


def seat_row(table: Table, number: int) -> Row:
    """Build a row of `seats`."""
    live = table.status is not Status.CLOSED
    seat = table.seats[number]
    return row_of(schema.seats, seat, table_id=table.table_id, seat=number, live=live)


def seat_from(row: RowMapping) -> Seat:
    """Read a row of `seats`."""
    played = None if row["played"] is None else Occupant(row["played"])
    return value_of(Seat, row, occupant=Occupant(row["occupant"]), played=played)


def table_row(table: Table) -> Row:
    """Build all columns of a table; its place has columns of its own."""
    place = table.place or NOWHERE
    return row_of(
        schema.tables,
        table,
        guild_id=guild_key(table.guild_id),
        channel_id=place.channel_id,
        home_channel_id=place.home_channel_id,
        number=place.number,
        deals=table.deals.of,
        laid_down=table.laid_down or None,
        advised=table.advised or None,
    )


def table_changes(table: Table) -> Row:
    """Build the columns of a table that a commit writes."""
    return {name: value for name, value in table_row(table).items() if name not in _FIXED}


def clock_from(stored: Mapping[str, Any] | None) -> TableClock | None:
    """Parse a table's clock; None for a table opened before tables had their own."""
    if stored is None:
        return None
    chosen = stored.get("chosen")
    return TableClock(**{**stored, "chosen": None if chosen is None else Pace(chosen)})


def table_from(row: RowMapping, seats: Sequence[Seat]) -> Table:
    """Read a row of `tables`, with its seats in order."""
    guild_id = row["guild_id"] or None
    return value_of(
        Table,
        row,
        place=value_of(Place, row, guild_id=guild_id) if row["channel_id"] else None,
        home_guild_id=None if row["channel_id"] else guild_id,
        seats=tuple(seats),
        deals=deals_named(row["deals"]),
        clock=clock_from(row["clock"]),
        claim=None if row["claim"] is None else value_of(Claim, row["claim"]),
        turn_asks=None if row["turn_asks"] is None else value_of(TurnAsks, row["turn_asks"]),
        laid_down=tuple(row["laid_down"] or ()),
        advised=_advised_from(row["advised"]),
        next_game=None if row["next_game"] is None else value_of(NextGame, row["next_game"]),
        status=Status(row["status"]),
        paused_from=Status(row["paused_from"]) if row["paused_from"] else None,
    )


def hand_from(
    row: RowMapping, players: tuple[int | None, ...], forgotten: tuple[int, ...] = ()
) -> HandRow:
    """Read a row of `hands`, with the person in each seat."""
    advised = _advised_from(row["advised"])
    return value_of(HandRow, row, players=players, forgotten=forgotten, advised=advised)


def _advised_from(stored: Sequence[tuple[int, str]] | None) -> tuple[Advised, ...]:
    """Parse what was advised in a hand; None for nothing."""
    return tuple((number, text) for number, text in stored or ())


def game_row(table: Table, game: GameRow) -> Row:
    """Build a row of `games`; its players have their own rows."""
    guild = guild_key(table.guild_id)
    return row_of(schema.games, game, table_id=table.table_id, guild_id=guild)


def game_from(row: RowMapping, seats: Sequence[RowMapping]) -> GameRow:
    """Read a row of `games`, with user, name, and level of each seat."""
    return value_of(
        GameRow,
        row,
        players=tuple(seat["user_id"] for seat in seats),
        names=tuple(seat["name"] for seat in seats),
        levels=tuple(seat["level"] for seat in seats),
    )
