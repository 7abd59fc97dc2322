"""The event service: the one way to change an event.

Each method works on one event at a time, saves before it notifies, and can be interrupted anywhere:
the saved event says who belongs at which table, and `EventTables` seats them and reads the results
as often as needed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.events.event_tables import EventSyncer, EventTables
from bot.runtime.keyed_locks import KeyedLocks
from bot.store.errors import Conflict
from bot.store.events import EventStore
from bot.tables.clocks.deadlines import Scheduler
from bot.tables.errors import DiscordError, NoSuchTable, NoThread, TryAgain
from bot.tables.house_rules import table_rules
from bot.tables.ports import Randomness
from bot.tables.service import TableService
from bot.tables.views import TableView
from bot.values.clock import Clock
from texas42.library import rules_json

from . import entries
from .deadlines import EventTimeouts, next_due
from .describe import event_view
from .errors import (
    EventHere,
    NoSuchEvent,
    PairsOnly,
    RoundGoesOn,
    TooLateForPartners,
    WrongEventStatus,
)
from .model import SEATS, Entry, Event, EventGame, EventStatus, Partners
from .ports import EventPlaces
from .repository import ATTEMPTS, EventRepository
from .rounds import by_seat, draw_entries, next_round
from .views import EventView
from .waits import GRACE_SECONDS, EventWaits

Work = Callable[[Event], Awaitable[Event]]


class EventService:
    """Changes events, by id. Every method may raise an `EventError` or a `TableError`."""

    def __init__(
        self,
        store: EventStore,
        places: EventPlaces,
        tables: TableService,
        clock: Clock,
        randomness: Randomness,
        waiting: EventTimeouts,
    ) -> None:
        self._places = places
        self._tables = tables
        self._clock = clock
        self._randomness = randomness
        self._waiting = waiting
        self._scheduler = Scheduler("event clocks", clock)
        self.loop = self._scheduler.loop
        self._events = EventRepository(store, self._scheduler, randomness, waiting)
        self._started = False
        self._locks = KeyedLocks()
        self._event_tables = EventTables(tables, self._events.save, clock, randomness)
        self.waits = EventWaits(self._events, self._change, tables.serves, clock)
        self._syncer = EventSyncer(self._sync_tables, clock)
        tables.watch(self._syncer.event_table_changed)

    async def start(self) -> None:
        """Resume every event: games may have ended in the meantime.

        As no one could act while the program was down, expired waits get a little longer.
        """
        self._scheduler.start(self._ring)
        self._started = True
        await self.resume(self._tables.serves)

    async def resume(self, serves: Callable[[int | None], bool]) -> None:
        """Resume the events of these servers, once the program has started."""
        for event_id in await self._events.live() if self._started else ():
            event = await self._events.load(event_id)
            if not serves(event.guild_id):
                continue
            due = next_due(event, self._waiting)
            if due is not None:
                soonest = self._clock.now() + min(GRACE_SECONDS, self._waiting.between)
                self._scheduler.set(event_id, max(due[0], soonest))
            self._events.on_change(event_id)
            self._syncer.rouse(event_id)

    async def stop(self) -> None:
        """Stop all timers and syncs; the next start resumes from the saved state."""
        await self._scheduler.stop()
        await self._syncer.stop()

    def publish_to(self, on_change: Callable[[str], None]) -> None:
        """Call `on_change`, which returns at once, with the id of each event that has changed."""
        self._events.on_change = on_change

    # Reading ---------------------------------------------------------------------------------

    async def view(self, event_id: str) -> EventView:
        """Build the public view of an event."""
        return await self._view(await self._events.load(event_id))

    async def settled_view(self, event_id: str) -> EventView:
        """Build the public view of an event once a change in progress, such as its end, is done."""
        async with self._locks.hold(event_id):
            return await self.view(event_id)

    async def has_left(self, event: EventView, user_id: int) -> bool:
        """Return True if a person finished a hand in an event in which they have no place now."""
        if event.place_of(user_id) is not None:
            return False
        return await self._events.has_played(event.event_id, user_id)

    async def here(self, *channel_ids: int) -> str:
        """Return the id of the event in the first of these channels that has one."""
        for channel_id in channel_ids:
            for event_id in await self._events.live(channel_id=channel_id):
                return event_id
        raise NoSuchEvent

    async def find_hosted(self, guild_id: int, user_id: int) -> str:
        """Return the id of the newest live event of a server that this person hosts."""
        for event_id in reversed(await self._events.live(guild_id=guild_id)):
            if (await self._events.load(event_id)).host_id == user_id:
                return event_id
        raise NoSuchEvent

    # Before the start ------------------------------------------------------------------------

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        game: str,
        rules: Mapping[str, object],
        partners: Partners,
        table_count: int | None = None,
        best_of: int | None = None,
    ) -> EventView:
        """Open an event in a channel, with the asking person as host and first to join.

        Raises EventHere if the channel has an event, PairsOnly for a game without two pairs, and
        the library's errors for unknown games and rules.
        """
        checked = table_rules(game, rules)
        if (checked.game.seats, checked.game.sides) != (SEATS, 2):
            raise PairsOnly
        now = self._clock.now()
        async with self._locks.hold(channel_id):
            await self._require_no_event(channel_id)
            event = await self._events.create(
                Event(
                    event_id="",
                    guild_id=guild_id,
                    channel_id=channel_id,
                    host_id=user_id,
                    game=game,
                    rules=rules_json(checked),
                    partners=partners,
                    table_count=table_count,
                    best_of=best_of,
                    entries=(Entry(0, user_id, name),),
                    created_at=now,
                    since=now,
                )
            )
        return await self._view(event)

    async def join(
        self, event_id: str, user_id: int, name: str, partner: int | None = None
    ) -> EventView:
        """Join a person; after the start, in a computer's place.

        `partner`: the person they want to play with. Joining again changes that wish.
        """

        async def work(event: Event) -> Event:
            if event.status is EventStatus.OPEN:
                return await self._events.save(
                    event, entries.join_open(event, user_id, name, partner)
                )
            if partner is not None:
                raise TooLateForPartners(event.event_id)
            if event.entry_of(user_id) is not None:
                return event
            return await self._join_running(event, user_id, name)

        return await self._view(await self._change(event_id, work))

    async def leave(self, event_id: str, user_id: int) -> EventView:
        """Remove a person; after the start a computer takes the place."""

        async def work(event: Event) -> Event:
            mine = event.entry_of(user_id)
            if mine is None:
                return event
            if event.status is EventStatus.OPEN:
                after = entries.leave_open(event, user_id)
                if not after.people:
                    return await self._end(after)
                return await self._events.save(event, after)
            await self._event_tables.leave(event, mine)
            return await self._events.save(event, entries.vacate(event, mine))

        return await self._view(await self._change(event_id, work))

    async def move(self, event_id: str, user_id: int, channel_id: int) -> EventView:
        """Move an event to another channel before its start. Raises EventHere."""

        async def work(event: Event) -> Event:
            entries.require_before_start(event, user_id, manager=False)
            if event.channel_id == channel_id:
                return event
            await self._require_no_event(channel_id)
            moved = await self._events.save(event, replace(event, channel_id=channel_id))
            await self._places.discard_places(await self._view(event))
            return moved

        return await self._view(await self._change(event_id, work))

    async def lower_tables(
        self, event_id: str, user_id: int, count: int, *, manager: bool = False
    ) -> EventView:
        """Play at fewer tables, though at no fewer than the people need."""

        async def work(event: Event) -> Event:
            entries.require_before_start(event, user_id, manager)
            return await self._events.save(event, entries.lower_tables(event, count))

        return await self._view(await self._change(event_id, work))

    # Rounds ----------------------------------------------------------------------------------

    async def begin(self, event_id: str, user_id: int, *, manager: bool = False) -> EventView:
        """Draw the places, computers in the free ones, and begin the first round.

        Raises TooFewPeople, SeatedElsewhere if people sit at other tables, and NoThread if Discord
        opens no thread for a table: the next try reuses the threads opened before.
        """

        async def work(event: Event) -> Event:
            entries.require_before_start(event, user_id, manager)
            entries.require_people(event)
            table_rules(event.game, event.rules)
            await self._event_tables.require_free(event)
            ready = replace(event, entries=draw_entries(event, self._randomness.choose))
            pairs = next_round(ready)
            view = await self._view(event)
            places = [
                await self._places.open_place(view, number) for number in range(1, len(pairs) + 1)
            ]
            games = tuple(
                EventGame(1, number, place, by_seat(two))
                for number, (place, two) in enumerate(zip(places, pairs, strict=True), 1)
            )
            return await self._play(event, ready, games)

        return await self._view(await self._change(event_id, work))

    async def next(self, event_id: str, user_id: int, *, manager: bool = False) -> EventView:
        """Begin the next round, once all games of this one are over."""

        async def work(event: Event) -> Event:
            entries.require_host(event, user_id, manager)
            return await self._next(event)

        return await self._view(await self._change(event_id, work))

    async def close(self, event_id: str, user_id: int, *, manager: bool = False) -> EventView:
        """End an event and its tables."""

        async def work(event: Event) -> Event:
            entries.require_host(event, user_id, manager)
            return await self._end(event)

        return await self._view(await self._change(event_id, work))

    async def _next(self, event: Event) -> Event:
        if event.status is EventStatus.PLAYING:
            raise RoundGoesOn(tuple(g.table_no for g in event.round_games if not g.over))
        if event.status is not EventStatus.BETWEEN:
            raise WrongEventStatus(event.event_id, event.status)
        games = []
        for old, pairs in zip(event.round_games, next_round(event), strict=True):
            table = await self._event_tables.live(old)
            fresh = EventGame(
                event.round_no + 1, old.table_no, old.channel_id, by_seat(pairs), old.table_id
            )
            if table is None:
                games.append(replace(fresh, table_id=None))
            else:
                games.append(replace(fresh, first_game=table.game_no + 1))
        return await self._play(event, event, tuple(games))

    async def _play(self, before: Event, after: Event, games: tuple[EventGame, ...]) -> Event:
        event = replace(
            after,
            status=EventStatus.PLAYING,
            round_no=before.round_no + 1,
            games=after.games + games,
            since=self._clock.now(),
        )
        event = await self._events.save(before, event)
        self._syncer.rouse(event.event_id)  # completes what an interruption left undone
        return await self._event_tables.follow(event)

    async def _end(self, event: Event) -> Event:
        """Close the tables, then the event: if interrupted in between, it can be repeated."""
        await self._event_tables.close(event)
        if event.status is EventStatus.OPEN:
            await self._places.discard_places(await self._view(event))
        return await self._events.save(event, replace(event, status=EventStatus.CLOSED))

    # Tables ----------------------------------------------------------------------------------

    async def lose_place(self, guild_id: int, channel_id: int) -> None:
        """Open another thread for a table whose thread is gone; its game goes on there.

        If none can be opened, nothing happens here: the table service pauses the game.
        """
        for event_id in await self._events.live(guild_id=guild_id):
            with suppress(NoSuchEvent, NoThread, DiscordError):
                await self._change(event_id, lambda event: self._resettle(event, channel_id))

    async def _resettle(self, event: Event, channel_id: int) -> Event:
        view = await self._view(event)
        for line, game in zip(view.tables, event.round_games, strict=True):
            if line.channel_id == channel_id:
                room = await self._places.open_place(view, game.table_no)
                if game.table_id is not None:
                    with suppress(NoSuchTable):  # it was closed
                        await self._tables.resettle(game.table_id, room)
                moved = entries.with_game(event, replace(game, channel_id=room))
                event = await self._events.save(event, moved)
        return event

    async def _sync_tables(self, event_id: str) -> None:
        await self._change(event_id, self._event_tables.follow)
        self._events.on_change(event_id)

    async def _join_running(self, event: Event, user_id: int, name: str) -> Event:
        await self._tables.require_free(user_id)
        entry = await self._event_tables.sit(event, user_id, name)
        return await self._events.save(event, entries.take(event, entry, user_id, name))

    # Inside ----------------------------------------------------------------------------------

    async def _ring(self, event_id: str) -> None:
        """Begin the next round, or close the event, when due; a wrong clock closes none."""
        await self.waits.restart_after_jump()

        async def work(event: Event) -> Event:
            due = next_due(event, self._waiting)
            if due is None or not self._tables.serves(event.guild_id):
                return event
            if (later := self.waits.put_off(*due)) is not None:
                self._scheduler.set(event_id, later)
                return event
            return await (self._next(event) if due[1] else self._end(event))

        with suppress(NoSuchEvent):
            await self._change(event_id, work)

    async def _require_no_event(self, channel_id: int) -> None:
        """Raise EventHere if the channel has an event."""
        with suppress(NoSuchEvent):
            event = await self.view(await self.here(channel_id))
            raise EventHere(event.host, event.event_id)

    async def _change(self, event_id: str, work: Work) -> Event:
        """Change an event under its lock; retry on a lost race."""
        async with self._locks.hold(event_id):
            for _ in range(ATTEMPTS):
                event = await self._events.load(event_id)
                if event.status is EventStatus.CLOSED:
                    raise NoSuchEvent
                with suppress(Conflict):
                    return await work(event)
        raise TryAgain

    async def _view(self, event: Event) -> EventView:
        tables: dict[str, TableView] = {}
        for game in event.round_games:
            if game.table_id is not None:
                with suppress(NoSuchTable):
                    tables[game.table_id] = await self._tables.view(game.table_id)
        return event_view(event, tables, self._waiting)
