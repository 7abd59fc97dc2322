"""Conversion between values of `bot.tables.model` and database rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import RowMapping

from bot.tables.model import (
    Act,
    Claim,
    Occupant,
    Seat,
    SeatChange,
    SeatEvent,
    Status,
    StoredDraw,
    StoredShake,
    Table,
    TableClock,
)
from bot.tables.results import GameRow, HandRow
from bot.values.pace import Pace

Row = dict[str, Any]


def guild_key(guild_id: int | None) -> int:
    """Return the `guild_id` column's value; 0 outside of a server."""
    return guild_id or 0


def seat_row(table: Table, number: int) -> Row:
    """Build a row of `seats`."""
    seat = table.seats[number]
    return {
        "table_id": table.table_id,
        "seat": number,
        "live": table.status is not Status.CLOSED,
        "occupant": seat.occupant.value,
        "user_id": seat.user_id,
        "name": seat.name,
        "level": seat.level,
        "away": seat.away,
        "absences": seat.absences,
        "ready": seat.ready,
        "dealt_to": seat.dealt_to,
        "reserved_by": seat.reserved_by,
        "reserved_name": seat.reserved_name,
        "plays_forced": seat.plays_forced,
        "asks_first": seat.asks_first,
    }


def seat_from(row: RowMapping) -> Seat:
    """Read a row of `seats`."""
    columns = {name: row[name] for name in row if name not in {"table_id", "seat", "live"}}
    return Seat(**{**columns, "occupant": Occupant(row["occupant"])})


def seat_log_row(table_id: str, number: int, change: SeatChange) -> Row:
    """Build a row of `seat_log`."""
    row: Row = asdict(change)
    return row | {"table_id": table_id, "number": number, "event": change.event.value}


def seat_log_from(row: RowMapping) -> SeatChange:
    """Read a row of `seat_log`."""
    columns = {name: row[name] for name in row if name not in {"table_id", "number"}}
    return SeatChange(**{**columns, "event": SeatEvent(row["event"])})


def claim_json(claim: Claim | None) -> Row | None:
    """Build the `claim` column."""
    return None if claim is None else asdict(claim)


def claim_from(column: Mapping[str, Any] | None) -> Claim | None:
    """Parse the `claim` column."""
    if column is None:
        return None
    asked, accepted = tuple(column["asked"]), tuple(column["accepted"])
    return Claim(column["seat"], asked, accepted, column["refused"])


def table_changes(table: Table) -> Row:
    """Build the columns of a table that a commit writes."""
    return {
        "channel_id": table.channel_id,
        "home_channel_id": table.home_channel_id,
        "host_id": table.host_id,
        "game": table.game,
        "rules": table.rules,
        "status": table.status.value,
        "paused_from": table.paused_from.value if table.paused_from else None,
        "seq": table.seq,
        "version": table.version,
        "game_no": table.game_no,
        "hand_no": table.hand_no,
        "total": table.total,
        "wins": table.wins,
        "best_of": table.best_of,
        "draws_partners": table.draws_partners,
        "changes_partners": table.changes_partners,
        "score_word": table.score_word,
        "shaker": table.shaker,
        "deals_played": table.deals_played,
        "winner": table.winner,
        "turn_since": table.turn_since,
        "nudged": table.nudged,
        "offered": table.offered,
        "claim": claim_json(table.claim),
        "laid_down": list(table.laid_down) or None,
        "wake_at": table.wake_at,
        "clock": None if table.clock is None else asdict(table.clock),
        "closed_at": table.closed_at,
    }


def table_row(table: Table) -> Row:
    """Build all columns of a table: those of a commit, and those that never change."""
    return table_changes(table) | {
        "table_id": table.table_id,
        "guild_id": guild_key(table.guild_id),
        "number": table.number,
        "event_id": table.event_id,
        "created_at": table.created_at,
    }


def clock_from(stored: Mapping[str, Any] | None) -> TableClock | None:
    """Parse a table's clock; None for a table opened before tables had their own."""
    if stored is None:
        return None
    chosen = stored.get("chosen")
    return TableClock(**{**stored, "chosen": None if chosen is None else Pace(chosen)})


def table_from(row: RowMapping, seats: Sequence[Seat]) -> Table:
    """Read a row of `tables`, with its seats in order."""
    columns = {name: row[name] for name in row if name != "swept"}
    columns.update(
        guild_id=row["guild_id"] or None,
        seats=tuple(seats),
        clock=clock_from(row["clock"]),
        claim=claim_from(row["claim"]),
        laid_down=tuple(row["laid_down"] or ()),
        status=Status(row["status"]),
        paused_from=Status(row["paused_from"]) if row["paused_from"] else None,
        total=tuple(row["total"]),
        wins=tuple(row["wins"]),
    )
    return Table(**columns)


def act_row(table_id: str, act: Act) -> Row:
    """Build a row of `acts`."""
    return {
        "table_id": table_id,
        "seq": act.seq,
        "hand_no": act.hand_no,
        "seat": act.seat,
        "phase": act.phase,
        "text": act.text,
        "user_id": act.user_id,
        "at": act.at,
    }


def act_from(row: RowMapping) -> Act:
    """Read a row of `acts`."""
    return Act(**{name: row[name] for name in row if name != "table_id"})


def shake_row(table_id: str, shake: StoredShake) -> Row:
    """Build a row of `shakes`."""
    return {
        "table_id": table_id,
        "hand_no": shake.hand_no,
        "public": shake.public,
        "commitment": shake.commitment,
        "secret": shake.secret,
        "dealt": shake.dealt,
    }


def shake_from(row: RowMapping) -> StoredShake:
    """Read a row of `shakes`."""
    return StoredShake(**{name: row[name] for name in row if name != "table_id"})


def draw_row(table_id: str, draw: StoredDraw) -> Row:
    """Build a row of `draws`."""
    return {
        "table_id": table_id,
        "game_no": draw.game_no,
        "commitment": draw.commitment,
        "secret": draw.secret,
        "drawers": list(draw.drawers),
        "for_partners": draw.for_partners,
        "drawn": draw.drawn,
    }


def draw_from(row: RowMapping) -> StoredDraw:
    """Read a row of `draws`."""
    columns = {name: row[name] for name in row if name not in {"table_id", "drawn"}}
    return StoredDraw(**{**columns, "drawers": tuple(row["drawers"])})


def hand_row(table_id: str, hand: HandRow) -> Row:
    """Build a row of `hands`; its players have their own rows."""
    return {
        "table_id": table_id,
        "hand_no": hand.hand_no,
        "game_no": hand.game_no,
        "bidder": hand.bidder,
        "bid": hand.bid,
        "contract": hand.contract,
        "made": hand.made,
        "ended": hand.ended,
        "points": hand.points,
        "score": hand.score,
        "record": hand.record,
        "at": hand.at,
        "bid_points": hand.bid_points,
        "bid_marks": hand.bid_marks,
        "swept_by": hand.swept_by,
        "stood_in": list(hand.stood_in),
    }


def hand_from(
    row: RowMapping, players: tuple[int | None, ...], forgotten: tuple[int, ...] = ()
) -> HandRow:
    """Read a row of `hands`, with the person in each seat."""
    columns = {name: row[name] for name in row if name != "table_id"}
    columns.update(
        points=tuple(row["points"]),
        score=tuple(row["score"]),
        players=players,
        stood_in=tuple(row["stood_in"]),
        forgotten=forgotten,
    )
    return HandRow(**columns)


def game_row(table: Table, game: GameRow) -> Row:
    """Build a row of `games`; its players have their own rows."""
    return {
        "table_id": table.table_id,
        "game_no": game.game_no,
        "guild_id": guild_key(table.guild_id),
        "game": game.game,
        "rules": game.rules,
        "winner": game.winner,
        "total": game.total,
        "marks": game.marks,
        "contested": game.contested,
        "at": game.at,
        "target": game.target,
    }


def game_from(row: RowMapping, seats: Sequence[RowMapping]) -> GameRow:
    """Read a row of `games`, with user, name, and level of each seat."""
    unused = {"table_id", "guild_id", "contested", "unrated"}
    columns = {name: row[name] for name in row if name not in unused}
    columns.update(
        total=tuple(row["total"]),
        marks=tuple(row["marks"]),
        players=tuple(seat["user_id"] for seat in seats),
        names=tuple(seat["name"] for seat in seats),
        levels=tuple(seat["level"] for seat in seats),
    )
    return GameRow(**columns)
