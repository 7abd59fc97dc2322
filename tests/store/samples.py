"""Sample tables, hands and games to save in a store."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert

from bot.asked.model import Vote
from bot.events.model import Entry, Event, Partners
from bot.stats.views import GameKind, Span
from bot.store import Store
from bot.store.database import Database
from bot.store.stats.schema_totals import standings
from bot.tables.loaded import changed_seats
from bot.tables.model import Occupant, Place, Seat, Status, Table
from bot.tables.results import GameRow, HandRow
from bot.tables.stored import Act, Change, StoredShake

GUILD = 1_100_000_000_000_000_001
PLACE = Place(GUILD, 500, 500)
FOUR = (11, 12, 13, 14)
NAMES = {11: "Nancy", 12: "Ella", 13: "Steve", 14: "Will"}


def seats(people: Sequence[int | None]) -> tuple[Seat, ...]:
    """Build seats from user ids, with a computer player for each None."""
    return tuple(
        Seat(Occupant.COMPUTER, name="Lou", level="rules")
        if user_id is None
        else Seat(Occupant.PERSON, user_id, NAMES.get(user_id, f"P{user_id}"))
        for user_id in people
    )


def table(table_id: str = "k3f9q2", **fields: Any) -> Table:
    """Build a table where four people are playing; fields of its place may be given, too."""
    of_place = dataclasses.fields(Place)
    where = {each.name: fields.pop(each.name) for each in of_place if each.name in fields}
    usual: dict[str, Any] = {
        "place": replace(PLACE, **where),
        "host_id": 11,
        "game": "42",
        "rules": {"preset": "straight-marks"},
        "seats": seats(FOUR),
        "status": Status.PLAYING,
        "total": (0, 0),
        "wins": (0, 0),
    }
    return Table(table_id, **(usual | fields))


def shake(hand_no: int = 1, **fields: Any) -> StoredShake:
    """Build a shake that hasn't been dealt."""
    usual: dict[str, Any] = {"public": "a:1", "commitment": "c" * 64, "secret": bytes(32)}
    return StoredShake(hand_no, **(usual | fields))


def act(seq: int, hand_no: int = 1) -> Act:
    """Build the act with sequence number `seq`."""
    return Act(seq, hand_no, seq % 4, "play", "64", 11 + seq % 4, 1000.5 + seq)


def next_change(before: Table, *acts: Act, **fields: Any) -> Change:
    """Build a change that adds acts to a table and bumps its version."""
    after = replace(before, version=before.version + 1, seq=before.seq + len(acts), **fields)
    return Change(after, acts, seats=changed_seats(before.seats, after.seats))


def hand(hand_no: int = 1, game_no: int = 1, **fields: Any) -> HandRow:
    """Build a hand in which Ella, in seat 1, bid 31 and made it."""
    usual: dict[str, Any] = {
        "bidder": 1,
        "bid": "31",
        "contract": "5",
        "made": True,
        "ended": "decided",
        "points": (8, 34),
        "score": (0, 1),
        "players": FOUR,
        "record": {"shaker": 0, "calls": [[1, "31"]]},
        "bid_points": 31,
        "at": 2000.25,
    }
    return HandRow(hand_no, game_no, **(usual | fields))


def game(game_no: int = 1, **fields: Any) -> GameRow:
    """Build a game that Ella and Will won, 7 marks to 3."""
    players: Sequence[int | None] = fields.get("players", FOUR)
    usual: dict[str, Any] = {
        "game": "42",
        "rules": {"preset": "straight-marks"},
        "winner": 1,
        "total": (3, 7),
        "marks": (3, 7),
        "players": FOUR,
        "names": tuple("Lou" if p is None else NAMES.get(p, f"P{p}") for p in players),
        "levels": tuple("rules" if p is None else "" for p in players),
        "target": 7,
        "at": 3000.75,
    }
    return GameRow(game_no, **(usual | fields))


async def save_played_table(
    store: Store, table_id: str, hands: Sequence[HandRow], end: GameRow | None, **fields: Any
) -> Table:
    """Save a table with these hands, end the game with the last one, and close the table."""
    now = await store.tables.create(table(table_id, **fields), shake())
    for number, row in enumerate(hands, 1):
        change = next_change(now)
        last = number == len(hands)
        await store.tables.commit(replace(change, hand=row, game=end if last else None))
        now = change.table
    change = next_change(now, status=Status.CLOSED)
    await store.tables.commit(change if hands else replace(change, game=end))
    return change.table


async def every_vote(store: Store) -> list[Vote]:
    """Load every vote, ordered by when it is due."""
    due = await store.votes.due_votes(math.inf, None, 1000)
    found = [await store.votes.vote(each.vote_id) for each in due]
    return [vote for vote in found if vote is not None]


async def sweep_days(store: Store, before: float, limit: int = 2) -> int:
    """Delete details of the days that closed before a time; return how many steps it took."""
    steps = 0
    for day in await store.retention.unswept_days(before):
        last: int | None = 0
        while last is not None:
            last = await store.retention.sweep_day(day, last, limit)
            steps += 1
    return steps


async def forget(store: Store, user_id: int) -> None:
    """Delete all of a person's data."""
    await store.own_data.begin_deletion(user_id, [], 0.0)
    while await store.own_data.delete_some(user_id, 500):
        pass


def an_event(event_id: str, **fields: Any) -> Event:
    usual: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": 500,
        "host_id": 11,
        "game": "42",
        "rules": {},
        "partners": Partners.FIXED,
        "entries": (Entry(0, 11, "Nancy"),),
    }
    return Event(event_id, **(usual | fields))


COUNTED = [column.name for column in standings.c if column.name not in standings.primary_key]


async def put_on_boards(database: Database, guild_id: int, *people: int) -> None:
    """Put people on a server's leaderboards, each with one of everything."""
    place = {"guild_id": guild_id, "board": GameKind.ALL.value, "span": Span.ALL.value, "game": ""}
    rows = [{**place, **dict.fromkeys(COUNTED, 1), "user_id": person} for person in people]
    await database.write(lambda connection: connection.execute(insert(standings), rows))
