"""Reading and changing tables: under their lock, saved first, published afterwards.

On a lost race (`Conflict`) the table is reloaded and the change recomputed. So is a refusal or an
edit without effect, if another process has written the table since it was read here. The most
recently used tables stay in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.store.errors import Conflict
from bot.store.people import PeopleStore
from bot.store.results import ResultStore
from bot.store.tables import TableStore
from bot.values.clock import Clock
from texas42.engine import EngineError

from .clocks.computer_turns import ComputerTurns
from .clocks.deadlines import Scheduler, Timing, next_due
from .describe import progress_of
from .draws.opening import new_draw
from .errors import NoSuchTable, TableError, TryAgain
from .hands import new_shake
from .loaded import LoadedTable, PendingChange, channel_of, people_in, seat_log, unique_resources
from .model import Seat, Status, Table, is_live_seat
from .ports import NoScreens, Publisher, Randomness, store_errors_as_try_again
from .rows.cache import Slot, TableCache
from .rows.rows import TableRows
from .sharing.homes import home_of
from .stored import UniqueResources
from .views import Note, Progress

ATTEMPTS = 4


Edit = Callable[[LoadedTable], PendingChange | Note | None]
"""Computes a change; None or a note to the user if nothing changes."""


class TableRepository:
    """Reads tables and is the one way to change them."""

    def __init__(
        self,
        tables: TableStore,
        hands: TableRows,
        results: ResultStore,
        people: PeopleStore,
        scheduler: Scheduler,
        clock: Clock,
        randomness: Randomness,
        timing: Timing,
        serves: Callable[[int], bool],
        computer_turns: ComputerTurns,
    ) -> None:
        self._tables = tables
        self._results = results
        self._people = people
        self._serves = serves
        self._scheduler = scheduler
        self._clock = clock
        self._randomness = randomness
        self._timing = timing
        self._computer_turns = computer_turns
        self._cache = TableCache(tables, hands, results, clock)
        self.read = self._cache.read
        self.invalidate = self._cache.invalidate
        self.reload_hands_of = self._cache.reload_hands_of
        self._under_way: set[asyncio.Task[Progress]] = set()
        self.publisher: Publisher = NoScreens()
        self.publisher_of_hands: Publisher = NoScreens()
        self.on_event_table_change: Callable[[Table], None] = lambda _table: None

    @property
    def in_memory(self) -> int:
        """How many tables are loaded."""
        return len(self._cache)

    async def create(self, table: Table, replaces: str | None = None) -> Table:
        """Save a new table under an unused name, with the shake of its first hand.

        It keeps the code that it has, if that is free. `replaces`: as in `TableStore.create`.
        Raises TryAgain also if its channel or one of its people got another table meanwhile.
        """
        here = frozenset(each for each in people_in(table.seats) if is_live_seat(table, each))
        unique = UniqueResources(here, channel_of(table) if table.event_id is None else None)
        code = table.code
        for _ in range(ATTEMPTS):
            named = replace(table, table_id=self._randomness.table_id())
            if table.private or table.place is None:
                named = replace(named, code=code or self._randomness.table_code())
                code = None
            named = await self._apply_choices(named, ())
            shake = new_shake(named.table_id, named.hand_no, self._randomness.secret())
            draw = new_draw(named.draw_game, self._randomness.secret())
            with store_errors_as_try_again(), suppress(Conflict):
                log = seat_log((), named, named.created_at)
                return await self._tables.create(named, shake, log, unique, draw, replaces)
        raise TryAgain

    async def look(self, table_id: str, user_id: int | None = None) -> Progress:
        """Build a table's progress for a user who asks, or for the public if that is None.

        Raises NoSuchTable and TryAgain.
        """
        return self.unchanged(await self.read(table_id), user_id)

    def unchanged(
        self, live: LoadedTable, user_id: int | None = None, note: Note | None = None
    ) -> Progress:
        """Build the progress of a request that changed nothing."""
        return progress_of(live, self._timing, user_id, note)

    def serves(self, live: LoadedTable) -> bool:
        """Return True if this process runs a table's clock, computer turns and screens."""
        return self._serves(home_of(live.table.table_id, live.table.guild_id))

    def publish(self, live: LoadedTable) -> None:
        """Bring every screen of a table up to date."""
        self._screens_of(live).publish(self.unchanged(live))

    def _screens_of(self, live: LoadedTable) -> Publisher:
        return self.publisher_of_hands if live.table.deals.one_hand else self.publisher

    async def present(self, table_id: str) -> LoadedTable:
        """Arm the timer of a new table, show it, and return it."""
        async with self._cache.hold(table_id) as slot:
            self._adopt(slot)
            return slot.table

    async def renew(self, table_id: str) -> None:
        """Reload a table that may have been written elsewhere, and show it if it was.

        Raises NoSuchTable and TryAgain.
        """
        async with self._cache.hold(table_id, anew=True) as slot:
            if slot.published != slot.table.table.version:
                self._adopt(slot)

    async def on_table_changed(self, table_id: str, version: int, guild_id: int) -> None:
        """Handle a change notice, from this process or another. Raises TryAgain."""
        published = self._cache.published_version(table_id)
        serves = self._serves(home_of(table_id, guild_id))
        if published is None and not serves:
            return
        if published is not None and published >= version:
            return
        with suppress(NoSuchTable):
            async with self._cache.hold(table_id) as slot:
                if slot.table.table.version < version:
                    await self._cache.renew(slot)
                if slot.published < slot.table.table.version:
                    self._adopt(slot)

    async def change(
        self, table_id: str, edit: Edit, user_id: int | None = None, note: Note | None = None
    ) -> Progress:
        """Apply `edit` to a table, save the result and return the progress.

        Once begun, a change finishes even if the caller is cancelled: whatever is on disk is also
        published. `note`: shown to the user beside the panel. Raises what `edit` raises,
        NoSuchTable for a table that has ended, and TryAgain.
        """
        task = asyncio.create_task(self._change(table_id, edit, user_id, note))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for pending changes."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def wind(self, live: LoadedTable, soonest: float = 0.0) -> None:
        """Arm a table's timer by its state, unless it is armed; never before `soonest`."""
        due = next_due(live, self._timing)
        if due is not None and not self._scheduler.is_set(live.table.table_id):
            self._scheduler.set(live.table.table_id, max(due[0], soonest))

    async def _change(
        self, table_id: str, edit: Edit, user_id: int | None, note: Note | None
    ) -> Progress:
        for _ in range(ATTEMPTS):
            async with self._cache.hold(table_id) as slot:
                before = slot.table
                if before.table.status is Status.CLOSED:
                    raise NoSuchTable(before.table.number)
                try:
                    plan = edit(before)
                except (TableError, EngineError):
                    if await self._cache.renew(slot):
                        continue
                    raise
                if isinstance(plan, PendingChange):
                    saved_plan = await self._save(slot, plan, user_id)
                    if saved_plan is not None:
                        return self._announce(slot, saved_plan, user_id, note)
                elif not await self._cache.renew(slot):
                    return self.unchanged(before, user_id, plan or note)
        raise TryAgain

    async def _save(
        self, slot: Slot, plan: PendingChange, user_id: int | None
    ) -> PendingChange | None:
        """Write a change and return it as written; None on a lost race."""
        now = self._clock.now()
        before = slot.table.table
        table = plan.live.table
        if table.seats != before.seats:
            table = await self._apply_choices(table, before.seats)
            plan = replace(plan, live=replace(plan.live, table=table))
        plan = self._stamp(plan, before, now)
        unique = unique_resources(before, table, user_id)
        slot.value = None  # until the outcome of the write is known
        try:
            with store_errors_as_try_again():
                rows = self._cache.rows_of(before.table_id)
                await rows.commit(replace(plan.change(before, now), unique=unique))
                if plan.game is not None:
                    rated = await self._results.rated(before.table_id, plan.game.game_no)
                    plan = replace(plan, live=replace(plan.live, rated=rated))
        except Conflict:
            return None
        slot.value = plan.live
        return plan

    async def _apply_choices(self, table: Table, before: Sequence[Seat]) -> Table:
        """Apply the preferences of people who have sat down since `before`."""
        fresh = people_in(table.seats) - people_in(before)
        if not fresh:
            return table
        with store_errors_as_try_again():
            chosen = await self._people.play_choices(fresh)
        seats = tuple(
            chosen[seat.user_id].noted_on(seat) if seat.user_id in fresh else seat
            for seat in table.seats
        )
        return replace(table, seats=seats)

    def _announce(
        self, slot: Slot, plan: PendingChange, user_id: int | None, note: Note | None
    ) -> Progress:
        """Build the progress of a saved change, and show it."""
        progress = progress_of(plan.live, self._timing, user_id, note, happenings=plan.happenings)
        slot.published = plan.live.table.version
        self._show_and_arm(plan.live, progress, plan.live.table.wake_at)
        return progress

    def _adopt(self, slot: Slot) -> None:
        """Publish a reloaded table and arm its timer, if this process serves the table."""
        live = slot.table
        slot.published = live.table.version
        due = next_due(live, self._timing)
        self._show_and_arm(live, self.unchanged(live), None if due is None else due[0])

    def _show_and_arm(self, live: LoadedTable, progress: Progress, due: float | None) -> None:
        """Publish a table, arm its timer and tell its event, if this process serves it.

        A hand of a shared deal is shown by every process in which its person looks at it.
        """
        table = live.table
        if not self.serves(live):
            if table.deals.one_hand:
                self._screens_of(live).publish(progress)
            return
        self._scheduler.set(table.table_id, due)
        self._computer_turns.think_ahead(live)
        self._screens_of(live).publish(progress)
        if table.event_id is not None:
            self.on_event_table_change(table)

    def _stamp(self, plan: PendingChange, before: Table, now: float) -> PendingChange:
        """Return the change with the row's next version, timer and end; if closed, without code."""
        due = next_due(plan.live, self._timing)
        closed = plan.live.table.status is Status.CLOSED
        table = replace(
            plan.live.table,
            version=before.version + 1,
            wake_at=None if due is None else due[0],
            closed_at=now if closed else None,
            code=None if closed else plan.live.table.code,
        )
        return replace(plan, live=replace(plan.live, table=table))
