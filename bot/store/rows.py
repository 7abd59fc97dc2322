"""Values of `bot.tables.model` to rows of the database, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import RowMapping

from bot.tables.model import Act, Claim, GameRow, HandRow, Occupant, Seat, Shake, Status, Table

Row = dict[str, Any]


def guild_key(guild_id: int | None) -> int:
    """Return what stands in a `guild_id` column; 0 outside of every server."""
    return guild_id or 0


def people_key(seats: Sequence[Seat]) -> str:
    """Return the `people` column: the ids of those who sit, each between blanks."""
    ids = [str(seat.user_id) for seat in seats if seat.user_id is not None]
    return f" {' '.join(ids)} " if ids else ""


def seats_json(seats: Sequence[Seat]) -> list[Row]:
    """Return the `seats` column."""
    return [
        {
            "occupant": seat.occupant.value,
            "user_id": seat.user_id,
            "name": seat.name,
            "level": seat.level,
            "away": seat.away,
            "absences": seat.absences,
            "ready": seat.ready,
        }
        for seat in seats
    ]


def seats_from(column: Sequence[Mapping[str, Any]]) -> tuple[Seat, ...]:
    """Read the `seats` column."""
    return tuple(Seat(**{**seat, "occupant": Occupant(seat["occupant"])}) for seat in column)


def claim_json(claim: Claim | None) -> Row | None:
    """Return the `claim` column."""
    return None if claim is None else asdict(claim)


def claim_from(column: Mapping[str, Any] | None) -> Claim | None:
    """Read the `claim` column."""
    if column is None:
        return None
    asked, accepted = tuple(column["asked"]), tuple(column["accepted"])
    return Claim(column["seat"], asked, accepted, column["refused"])


def table_changes(table: Table) -> Row:
    """Return the columns of a table that a commit writes."""
    return {
        "channel_id": table.channel_id,
        "home_channel_id": table.home_channel_id,
        "host_id": table.host_id,
        "game": table.game,
        "rules": table.rules,
        "seats": seats_json(table.seats),
        "people": people_key(table.seats),
        "status": table.status.value,
        "paused_from": table.paused_from.value if table.paused_from else None,
        "seq": table.seq,
        "version": table.version,
        "game_no": table.game_no,
        "hand_no": table.hand_no,
        "total": table.total,
        "wins": table.wins,
        "shaker": table.shaker,
        "deals_played": table.deals_played,
        "winner": table.winner,
        "turn_since": table.turn_since,
        "nudged": table.nudged,
        "offered": table.offered,
        "claim": claim_json(table.claim),
        "wake_at": table.wake_at,
    }


def table_row(table: Table) -> Row:
    """Return all columns of a table: those of a commit, and those that never change."""
    return table_changes(table) | {
        "table_id": table.table_id,
        "guild_id": guild_key(table.guild_id),
        "number": table.number,
        "event_id": table.event_id,
        "created_at": table.created_at,
    }


def table_from(row: RowMapping) -> Table:
    """Read a row of `tables`."""
    columns = {name: row[name] for name in row if name != "people"}
    columns.update(
        guild_id=row["guild_id"] or None,
        seats=seats_from(row["seats"]),
        claim=claim_from(row["claim"]),
        status=Status(row["status"]),
        paused_from=Status(row["paused_from"]) if row["paused_from"] else None,
        total=tuple(row["total"]),
        wins=tuple(row["wins"]),
    )
    return Table(**columns)


def act_row(table_id: str, act: Act) -> Row:
    """Return a row of `acts`."""
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


def shake_row(table_id: str, shake: Shake) -> Row:
    """Return a row of `shakes`."""
    return {
        "table_id": table_id,
        "hand_no": shake.hand_no,
        "public": shake.public,
        "commitment": shake.commitment,
        "secret": shake.secret,
        "dealt": shake.dealt,
    }


def shake_from(row: RowMapping) -> Shake:
    """Read a row of `shakes`."""
    return Shake(**{name: row[name] for name in row if name != "table_id"})


def hand_row(table_id: str, hand: HandRow) -> Row:
    """Return a row of `hands`; the players have rows of their own."""
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
    }


def hand_from(row: RowMapping, players: tuple[int | None, ...]) -> HandRow:
    """Read a row of `hands`, with the person in each seat."""
    columns = {name: row[name] for name in row if name != "table_id"}
    columns.update(points=tuple(row["points"]), score=tuple(row["score"]), players=players)
    return HandRow(**columns)


def game_row(table: Table, game: GameRow, *, contested: bool) -> Row:
    """Return a row of `games`; the players have rows of their own."""
    return {
        "table_id": table.table_id,
        "game_no": game.game_no,
        "guild_id": guild_key(table.guild_id),
        "game": game.game,
        "rules": game.rules,
        "winner": game.winner,
        "total": game.total,
        "marks": game.marks,
        "contested": contested,
        "at": game.at,
    }


def game_from(row: RowMapping, players: tuple[int | None, ...], names: tuple[str, ...]) -> GameRow:
    """Read a row of `games`, with the person in each seat."""
    unused = {"table_id", "guild_id", "contested"}
    columns = {name: row[name] for name in row if name not in unused}
    columns.update(
        total=tuple(row["total"]), marks=tuple(row["marks"]), players=players, names=names
    )
    return GameRow(**columns)
