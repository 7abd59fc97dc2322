"""Measure the boards of the daily hand in thousands of servers, beside a model without marks.

    python tests/bench/bench_daily_boards.py [--servers N] [--postgres URL of an empty database]

In each server five people have played every day for twelve days. Each figure is the CPU of a round
and the longest time for which the event loop stood still. The model compares every server with
every row, as the program did before a finished hand marked the board of its own server.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Table, delete, insert

from bot.daily.boards import DailyBoards
from bot.daily.days import GRACE_SECONDS
from bot.daily.model import StoredBoard
from bot.daily.views import DayBoard, WeekBoard
from bot.stats.views import GameKind, Span
from bot.store import Store, open_store
from bot.store.daily import days
from bot.store.daily.schema_daily import daily_hands, due_boards
from bot.store.rows import Row, row_of
from bot.store.schema import server_settings
from bot.store.sent.posted import posted_row
from bot.store.sent.schema_posted import posted
from bot.store.stats.schema_totals import standings
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.server_settings import ServerSettings
from bot.values.undelivered import Delivery
from tests.bench.support.standstill import cost_of
from tests.daily.filled import line_of_play, save
from tests.daily.former_boards import FormerBoards
from tests.store.samples import COUNTED
from tests.support.daily_house import CALENDAR, MONDAY, DailyHouse

SERVERS = 1_000
HERE = 5
"""How many people play in each server."""
PLAYED_DAYS = 12
LINES = 60
TOGETHER = 2_000
MOST_COMPARED = 1_000
"""The most servers that the model compares with every row: at more it takes minutes."""
GUEST = 999_999_999


class Taken:
    """Messages that Discord takes at once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        """Save that a board shows this."""
        del view
        guild = board.guild_id
        key = PostedKey(PostedKind.DAY_BOARD, board.date.isoformat(), guild)
        await self._store.messages.put_posted(Posted(key, 1, guild, guild, guild, digest))
        return Delivery.SENT


class Servers:
    """Many servers with a channel for boards, in which people play every day."""

    def __init__(self, store: Store, servers: int) -> None:
        self.house = DailyHouse(store)
        self.store = store
        self.servers = range(1, servers + 1)
        self.randomness = random.Random(1)
        self.boards = DailyBoards(store.day_boards, Taken(store), CALENDAR, self.house.clock)
        self.former = FormerBoards(store, CALENDAR, self.house.clock)

    async def fill(self) -> None:
        """Give every server a channel, people on its leaderboards, and days of hands and boards."""
        settings = [
            row_of(server_settings, ServerSettings(guild, daily_channel=guild))
            for guild in self.servers
        ]
        counts = dict.fromkeys(COUNTED, 1)
        place = {"board": GameKind.ALL.value, "span": Span.ALL.value, "game": ""} | counts
        people = [
            place | {"guild_id": guild, "user_id": HERE * guild + n}
            for guild in self.servers
            for n in range(HERE)
        ]
        await self._insert(server_settings, settings)
        await self._insert(standings, people)
        for number in range(PLAYED_DAYS):
            await self.play(MONDAY + timedelta(days=number))

    async def play(self, day: date) -> None:
        """Let a day begin, and save a finished hand of everybody, and the boards."""
        self.house.go_to(day, 3700)
        await self.house.turn()
        stored = await self.house.day(day)
        lines = [line_of_play(stored, self.randomness) for _ in range(LINES)]
        hands = [
            days._hand_row(
                replace(line, user_id=HERE * guild + n, name=f"P{guild}", guild_id=guild)
            )
            for guild in self.servers
            for n, line in enumerate(self.randomness.choices(lines, k=HERE))
        ]
        await self._insert(daily_hands, hands)
        kind = PostedKind.DAY_BOARD
        boards = [
            Posted(PostedKey(kind, day.isoformat(), guild), 1, guild, guild, guild)
            for guild in self.servers
        ]
        await self._insert(posted, [posted_row(each) for each in boards])
        for guild in self.servers:
            self.former.shown[guild, day, False] = ""

    async def _insert(self, table: Table, rows: Sequence[Row]) -> None:
        for start in range(0, len(rows), TOGETHER):
            some = rows[start : start + TOGETHER]
            await self.store.database.write(lambda c, some=some: c.execute(insert(table), some))

    async def round(self) -> None:
        """Bring the due boards up to date."""
        await self.boards._step()

    async def finish(self) -> None:
        """Have one person finish a hand in one server."""
        (day,) = (each for each in await self.store.days.open_days() if each.date == self.last)
        hand = replace(line_of_play(day, self.randomness), user_id=GUEST, guild_id=1)
        await save(self.store, [hand])

    @property
    def last(self) -> date:
        """The last day on which people have played."""
        return MONDAY + timedelta(days=PLAYED_DAYS - 1)


async def boards(store: Store, servers: int) -> None:
    """Print what rounds cost."""
    town = Servers(store, servers)
    await town.house.start()
    try:
        await town.fill()
        await town.store.database.write(lambda c: c.execute(delete(due_boards)))
        await town.finish()
        found = {"one finished hand": await cost_of(town.round())}
        found["nothing due"] = await cost_of(town.round())
        if servers <= MOST_COMPARED:
            found["model: every row"] = await cost_of(town.former.look())
        town.house.go_to(town.last + timedelta(days=1), GRACE_SECONDS + 1)
        closing = await cost_of(town.house.turn())
        found["a day closes"] = closing
        found["its boards, all due"] = await cost_of(town.round())
        base = found["one finished hand"]
        for name, cost in found.items():
            print(
                f"{name:<22} CPU {cost.cpu * 1000:10.1f} ms ({cost.cpu / base.cpu:9.1f} of one "
                f"hand)   longest standstill {cost.standstill * 1000:8.1f} ms, "
                f"of it at most {cost.held * 1000:6.1f} ms the loop's own"
            )
    finally:
        await town.house.stop()
        await store.close()


async def main() -> None:
    """Measure SQLite, or the given PostgreSQL."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--servers", type=int, default=SERVERS)
    parser.add_argument("--postgres")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.postgres or f"sqlite:///{folder}/daily.sqlite3"
        print(f"{url.split(':')[0]}, {given.servers} servers")
        await boards(await open_store(url), given.servers)


if __name__ == "__main__":
    asyncio.run(main())
