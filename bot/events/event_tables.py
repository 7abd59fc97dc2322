"""The tables of a round: opening, closing and following them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.store.errors import Conflict
from bot.tables.errors import AlreadySeated, NoSuchTable
from bot.tables.model import Occupant, Place, Seat, Status, Table
from bot.tables.ports import Randomness, log_failure
from bot.tables.service import TableService
from bot.tables.views import TableView
from bot.values.clock import Clock

from . import entries
from .errors import EventFull, NoSuchEvent, SeatedElsewhere
from .model import Entry, Event, EventGame, EventStatus

Save = Callable[[Event, Event], Awaitable[Event]]


class EventTables:
    """The event's access to the table service."""

    def __init__(
        self, tables: TableService, save: Save, clock: Clock, randomness: Randomness
    ) -> None:
        self._tables = tables
        self._save = save
        self._clock = clock
        self._randomness = randomness

    async def follow(self, event: Event) -> Event:
        """Bring the tables to the current round, and read their results.

        Idempotent.
        """
        if event.status is not EventStatus.PLAYING:
            return event
        for game in event.round_games:
            if game.over:
                continue
            if game.table_id is None:
                event, game = await self._open_table(event, game)
            table = await self._seat_round(event, game)
            after = entries.update_from_table(
                event, game, table, self._randomness.choose, self._clock.now()
            )
            event = await self._save(event, after)
        return event

    async def live(self, game: EventGame) -> TableView | None:
        """Return the table of a game, None if it was closed."""
        if game.table_id is None:
            return None
        table = await self._tables.view(game.table_id)
        return None if table.status is Status.CLOSED else table

    async def require_free(self, event: Event) -> None:
        """Raise SeatedElsewhere if people of the event have a live seat at a table."""
        elsewhere = []
        for entry in event.people:
            try:
                await self._tables.require_free(entry.user_id or 0)
            except AlreadySeated:
                elsewhere.append(event.names[entry.number])
        if elsewhere:
            raise SeatedElsewhere(tuple(elsewhere))

    async def sit(self, event: Event, user_id: int, name: str) -> Entry:
        """Seat a person in the best free place, if possible; return the place that they got.

        Between rounds there is no table to sit at. Raises EventFull.
        """
        free = [entry for entry in event.entries if entry.user_id is None]
        if not free:
            raise EventFull
        entry = min(free, key=lambda entry: _people_beside(event, entry))
        game = game_of(event, entry)
        if game is None or game.table_id is None:
            return entry
        progress = await self._tables.sit(game.table_id, user_id, name)
        seat = progress.after.held_by(user_id)
        return entry if seat is None else event.entries[game.entries[seat]]

    async def leave(self, event: Event, entry: Entry) -> None:
        """Free a person's seat at the table where they play."""
        game = game_of(event, entry)
        if game is not None and game.table_id is not None and entry.user_id is not None:
            with suppress(NoSuchTable):
                await self._tables.leave(game.table_id, entry.user_id)

    async def close(self, event: Event) -> None:
        """Close all tables of an event."""
        for table in await self._tables.live_tables(event_id=event.event_id):
            await self._tables.close(table.table_id, event.host_id, manager=True)

    async def _seat_round(self, event: Event, game: EventGame) -> TableView:
        """Return a game's table with this round's people seated."""
        table_id = game.table_id or ""
        table = await self._tables.view(table_id)
        if table.status is Status.FINISHED and table.game_no < game.first_game:
            await self._tables.event_seats.seat_anew(table_id, _seats(event, game), game.first_game)
            return await self._tables.view(table_id)
        return table

    async def _open_table(self, event: Event, game: EventGame) -> tuple[Event, EventGame]:
        """Open a game's table; close one that was opened but never saved with the event."""
        saved = {other.table_id for other in event.games}
        for table in await self._tables.live_tables(event_id=event.event_id):
            if table.number == game.table_no and table.table_id not in saved:
                await self._tables.close(table.table_id, event.host_id, manager=True)
        opened = await self._tables.event_seats.open_seated(
            event_id=event.event_id,
            place=Place(event.guild_id, game.channel_id, event.channel_id, game.table_no),
            host_id=event.host_id,
            game=event.game,
            rules=event.rules,
            best_of=event.best_of,
            seats=_seats(event, game),
        )
        game = replace(game, table_id=opened.table_id)
        try:
            return await self._save(event, entries.with_game(event, game)), game
        except Conflict:  # another process opened one
            await self._tables.close(opened.table_id, event.host_id, manager=True)
            raise


def game_of(event: Event, entry: Entry) -> EventGame | None:
    """Return the game that a place is playing, None if it is over."""
    games = (game for game in event.round_games if not game.over)
    return next((game for game in games if entry.number in game.entries), None)


def _people_beside(event: Event, entry: Entry) -> tuple[bool, int]:
    """Order the free places: those at a table in play first, and there the emptiest table."""
    game = game_of(event, entry)
    if game is None:
        return True, 0
    return False, sum(event.entries[number].is_person for number in game.entries)


def _seats(event: Event, game: EventGame) -> tuple[Seat, ...]:
    entries = (event.entries[number] for number in game.entries)
    return tuple(
        Seat(Occupant.COMPUTER, name=entry.name)
        if entry.user_id is None
        else Seat(Occupant.PERSON, entry.user_id, entry.name, away=entry.away)
        for entry in entries
    )


_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 5.0

Seen = tuple[Status, tuple[int, ...], int, tuple[tuple[int | None, bool], ...]]


class EventSyncer:
    """Brings events up to date with their tables.

    Plays within a hand are ignored: the event is synced when a hand or a game ends, when a person
    comes or goes, and when the table moves.
    """

    def __init__(self, look: Callable[[str], Awaitable[None]], clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._seen: dict[str, Seen] = {}
        self._behind: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped = False

    def event_table_changed(self, table: Table) -> None:
        """Sync the event with its tables if this change matters to it."""
        if table.event_id is None:
            return
        people = tuple((seat.holder, seat.away) for seat in table.seats)
        now = (table.status, table.total, table.known_place.channel_id, people)
        if table.status is Status.CLOSED:
            self._seen.pop(table.table_id, None)
        elif self._seen.get(table.table_id) == now:
            return
        else:
            self._seen[table.table_id] = now
        self.rouse(table.event_id)

    def rouse(self, event_id: str) -> None:
        """Sync an event with its tables soon; after `stop`, the next start does."""
        if self._stopped:
            return
        self._behind.add(event_id)
        if event_id not in self._tasks:
            task = asyncio.create_task(self._follow(event_id), name=f"event {event_id}")
            self._tasks[event_id] = task

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The running syncs."""
        return tuple(self._tasks.values())

    async def stop(self) -> None:
        """Cancel all syncs and start no more: tables may still change until they stop."""
        self._stopped = True
        tasks = self.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, event_id: str) -> None:
        try:
            while event_id in self._behind:
                self._behind.discard(event_id)
                try:
                    with suppress(NoSuchEvent):
                        await self._look(event_id)
                except Exception as error:  # noqa: BLE001 - one event never stops the others
                    what = "could not sync event %s with its tables; retrying"
                    log_failure(_LOG, error, what, event_id)
                    self._behind.add(event_id)
                    await self._clock.sleep(RETRY_SECONDS)
        finally:
            del self._tasks[event_id]
