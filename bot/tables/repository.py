"""How a table is read and changed: under its lock, saved first, published afterwards.

Where another process was faster (`Conflict`) the table is read again and the change is worked
out anew from what is there now. So is what would be refused or would change nothing, if another
process has written the table since it was read here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.engine import EngineError

from .cache import Slot, TableCache
from .deadlines import Timing, next_due
from .describe import progress_of
from .errors import NoSuchTable, TableError, TryAgain
from .loaded import LoadedTable, PendingChange
from .model import Status, Table
from .ports import Clock, Conflict, Publisher, Store, Watcher, saved
from .scheduler import Scheduler
from .views import Note, Progress

ATTEMPTS = 4

Edit = Callable[[LoadedTable], PendingChange | Note | None]
"""Works out a change; None or a note to the user where nothing is to be changed."""


class TableRepository:
    """The tables as they are, and the one way to change them."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        scheduler: Scheduler,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._scheduler = scheduler
        self._clock = clock
        self._timing = timing
        self._cache = TableCache(store)
        self._under_way: set[asyncio.Task[Progress]] = set()
        self.watcher: Watcher | None = None
        self.think_ahead: Callable[[LoadedTable], None] | None = None

    @property
    def in_memory(self) -> int:
        """How many tables are loaded."""
        return len(self._cache)

    async def read(self, table_id: str) -> LoadedTable:
        """Return a table. Raises NoSuchTable and TryAgain."""
        async with self._cache.hold(table_id) as slot:
            return slot.table

    async def look(self, table_id: str, user_id: int | None = None) -> Progress:
        """Return how a table stands, for a user who asks. Raises NoSuchTable and TryAgain."""
        return self.unchanged(await self.read(table_id), user_id)

    def unchanged(
        self, live: LoadedTable, user_id: int | None = None, note: Note | None = None
    ) -> Progress:
        """Return the progress of a request that changed nothing."""
        return progress_of(live, self._timing, user_id, note)

    def publish(self, live: LoadedTable) -> None:
        """Bring every screen of a table to how it stands."""
        self._publisher.publish(self.unchanged(live))

    async def change(
        self, table_id: str, edit: Edit, user_id: int | None = None, note: Note | None = None
    ) -> Progress:
        """Save what `edit` makes of a table and return what has become of it.

        A change that has begun is brought to its end even where the caller is cancelled: what
        is on disk is also published. `note`: what the user is told beside the panel. Raises what
        `edit` raises, NoSuchTable for a table that has ended, and TryAgain.
        """
        task = asyncio.create_task(self._change(table_id, edit, user_id, note))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for the changes that have begun."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def wind(self, live: LoadedTable) -> None:
        """Set a table's clock by its state, unless it is set."""
        due = next_due(live, self._timing)
        if due is not None and not self._scheduler.is_set(live.table.table_id):
            self._scheduler.set(live.table.table_id, due[0])

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
                    saved_plan = await self._save(slot, plan)
                    if saved_plan is not None:
                        return self._tell(before, saved_plan, user_id, note)
                elif not await self._cache.renew(slot):
                    return self.unchanged(before, user_id, plan or note)
        raise TryAgain

    async def _save(self, slot: Slot, plan: PendingChange) -> PendingChange | None:
        """Write a plan and return it as written; None where another process was faster."""
        now, before = self._clock.now(), slot.table.table
        plan = self._stamped(plan, before, now)
        slot.value = None  # until it is known what was written
        try:
            with saved():
                await self._store.commit(plan.change(before, now))
                if plan.game is not None:
                    rated = await self._store.rated(before.table_id, plan.game.game_no)
                    plan = replace(plan, live=replace(plan.live, rated=rated))
        except Conflict:
            return None
        slot.value = plan.live
        return plan

    def _tell(
        self, before: LoadedTable, plan: PendingChange, user_id: int | None, note: Note | None
    ) -> Progress:
        """Set the table's clock, and tell the publisher and the watcher what was saved."""
        progress = progress_of(before, self._timing, user_id, note, plan=plan)
        table = plan.live.table
        self._scheduler.set(table.table_id, table.wake_at)
        if self.think_ahead is not None:
            self.think_ahead(plan.live)
        self._publisher.publish(progress)
        if table.event_id is not None and self.watcher is not None:
            self.watcher.event_table_changed(table)
        return progress

    def _stamped(self, plan: PendingChange, before: Table, now: float) -> PendingChange:
        """Return the plan with the row's next version, the time of its next ring, and its end."""
        due = next_due(plan.live, self._timing)
        table = replace(
            plan.live.table,
            version=before.version + 1,
            wake_at=None if due is None else due[0],
            closed_at=now if plan.live.table.status is Status.CLOSED else None,
        )
        return replace(plan, live=replace(plan.live, table=table))
