"""A house with an event service; only clock and edges are fakes."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

from bot.events.deadlines import EventTimeouts
from bot.events.model import Partners
from bot.events.service import EventService
from bot.events.views import EventView, TableLine
from bot.tables.errors import NoThread, ThreadRefusal
from bot.tables.model import Status
from bot.tables.views import TableView
from tests.support.house import CHANNEL, GUILD, House

HOST = 1
WAITING = EventTimeouts(between=120.0, expire=86_400.0)


class Rooms:
    """A publisher that shows nothing and opens up to `most` channels."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.opened: list[int] = []
        self.discarded: list[tuple[str, int]] = []
        self.most: int | None = None
        self._channels = itertools.count(1000)

    def event_changed(self, event_id: str) -> None:
        self.told.append(event_id)

    async def open_place(self, event: EventView, table_no: int) -> int:
        if len(self.opened) == self.most:
            raise NoThread("", ThreadRefusal.OTHER)
        self.opened.append(next(self._channels))
        return self.opened[-1]

    async def discard_places(self, event: EventView) -> None:
        self.discarded.append((event.event_id, event.channel_id))


class Hall(House):
    """One process with tables and events."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.rooms = Rooms()
        self.events = EventService(
            self.store.events, self.rooms, self.tables, self.clock, self.randomness, WAITING
        )
        self.events.publish_to(self.rooms.event_changed)

    async def start(self) -> None:
        await self.tables.start()
        await self.events.start()
        await self.settle()

    async def stop(self) -> None:
        await self.events.stop()
        await super().stop()

    async def again(self, file: Path) -> Hall:
        """Restart the process on the same file."""
        await self.stop()
        return await Hall.build(file, self.clock, seed="again")

    async def settle(self) -> None:
        """Wait until everything due at tables and events is done."""
        while True:
            await super().settle()
            running = self.events._scheduler._running.values()
            tasks = [*self.events._syncer.tasks, *running]
            if not tasks:
                return
            await asyncio.wait(tasks)

    # Events ----------------------------------------------------------------------------------

    async def open_event(
        self,
        people: int = 1,
        partners: Partners = Partners.FIXED,
        tables: int | None = None,
        channel: int = CHANNEL,
        best_of: int | None = None,
    ) -> str:
        """Open an event that people 1, 2, … join; one mark wins a game."""
        event = await self.events.open(
            guild_id=GUILD,
            channel_id=channel,
            user_id=HOST,
            name="P1",
            game="42",
            rules={"target": 1},
            partners=partners,
            table_count=tables,
            best_of=best_of,
        )
        for user in range(2, people + 1):
            await self.events.join(event.event_id, user, f"P{user}")
        return event.event_id

    async def start_event(
        self, people: int = 4, partners: Partners = Partners.FIXED, tables: int | None = None
    ) -> str:
        event_id = await self.open_event(people, partners, tables)
        await self.events.begin(event_id, HOST)
        await self.settle()
        return event_id

    async def view(self, event_id: str) -> EventView:
        return await self.events.view(event_id)

    async def table_ids(self, event_id: str) -> list[str]:
        """List the table ids of the current round, table one first."""
        event = await self.store.events.load_event(event_id)
        assert event is not None
        return [game.table_id or "" for game in event.round_games]

    async def tables_of(self, event_id: str) -> list[TableView]:
        return [await self.tables.view(t) for t in await self.table_ids(event_id)]

    async def table_of(self, event_id: str, user: int) -> TableView:
        tables = await self.tables_of(event_id)
        return next(table for table in tables if table.seat_of(user) is not None)

    async def play_round(self, event_id: str) -> EventView:
        """Play every game of the round to its end."""
        for table_id in await self.table_ids(event_id):
            await self.play_game(table_id)
        await self.settle()
        return await self.view(event_id)

    async def play_game(self, table_id: str) -> TableView:
        """Play a table's game to its end; whoever is away is waited for between hands."""
        while (table := await self.play_hand(table_id)).status is not Status.FINISHED:
            for line in table.people:
                assert line.user_id is not None
                await self.tables.ready(table_id, line.user_id)
            await self.later(30)
        return table


def names(table: TableLine) -> list[set[str]]:
    """List the names of the two pairs at a table."""
    return [{player.name for player in side} for side in table.sides]
