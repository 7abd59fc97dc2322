"""A user's own data: summary, export and deletion."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import orjson

from bot.events.errors import EventError
from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.own_data import OwnDataStore
from bot.tables.errors import TableError, TryAgain
from bot.values.clock import Clock

from .ports import MessageCleaner, Rows
from .sweeper import DAY
from .views import DataSummary

_LOG = logging.getLogger(__name__)
LONGEST = 8_000_000  # characters of one file: Discord takes ten megabytes
REDRAWN_DAYS = 7
INDENTED = 6  # characters before each line of a row, which stands three levels deep
PAUSES = Pauses(first=5.0, longest=600.0)
BATCH = 200  # rows of one transaction, so that players' saves wait for a batch, never for all
Leave: TypeAlias = Callable[[str, int], Awaitable[object]]
"""Takes a user off a table, an event or a plan; does nothing if they are not there."""


class OwnData:
    """Summarizes, exports and deletes a user's data. Raises `StoreFailure`."""

    def __init__(
        self,
        store: OwnDataStore,
        leave_table: Leave,
        leave_event: Leave,
        leave_plan: Leave,
        messages: MessageCleaner,
        clock: Clock,
    ) -> None:
        self._store = store
        self._leave_table = leave_table
        self._leave_event = leave_event
        self._leave_plan = leave_plan
        self._messages = messages
        self._clock = clock
        self.loop = Loop(
            "deletions",
            self._finish_deletions,
            clock,
            pauses=PAUSES,
            expected=(StoreFailure, TryAgain),
        )

    async def summarize(self, user_id: int) -> DataSummary:
        """Count the data stored about a user."""
        counts = await self._store.counts(user_id)
        return DataSummary(
            known=bool(counts),
            hands=counts.get("hand_players", 0),
            games=counts.get("game_players", 0),
            acts=counts.get("acts", 0),
            messages=counts.get("posted", 0),
        )

    async def export(self, user_id: int, longest: int = LONGEST) -> Sequence[str]:
        """Return all data about a user as one or more JSON texts."""
        rows = await self._store.about(user_id)
        head = {"user_id": str(user_id), "exported_at": round(self._clock.now())}
        return await asyncio.to_thread(_files, head, rows, longest)

    async def delete(self, user_id: int) -> None:
        """Delete a user's data, take them off tables, events and plans, and redraw messages.

        Raises TryAgain, and deletes nothing, if a seat cannot be freed. A failed deletion is
        retried in the background, and one cut short by a crash is resumed at the next start.
        """
        if not await self._store.counts(user_id):
            return
        for table_id in await self._store.tables_naming(user_id):
            with _ignore_ended():
                await self._leave_table(table_id, user_id)
        for event_id in await self._store.events_naming(user_id):
            with _ignore_ended():
                await self._leave_event(event_id, user_id)
        for plan_id in await self._store.plans_naming(user_id):
            await self._leave_plan(plan_id, user_id)
        now = self._clock.now()
        screens = await self._store.screens_naming(user_id, now - REDRAWN_DAYS * DAY)
        await self._messages.stop_following(user_id)
        await self._store.begin_deletion(user_id, screens, now)
        try:
            await self._delete_rows(user_id)
        except StoreFailure:
            self.loop.start(PAUSES.first)
            raise
        self._messages.clean()
        _LOG.info("deleted a person's data at their request")

    async def _delete_rows(self, user_id: int) -> None:
        """Delete in steps; pause after each for as long as it took, so players' saves get in."""
        began = self._clock.elapsed()
        while await self._store.delete_some(user_id, BATCH):
            await self._clock.sleep(self._clock.elapsed() - began)
            began = self._clock.elapsed()

    def start(self) -> None:
        """Resume in the background what the last stop interrupted."""
        self.loop.start()
        self._messages.clean()

    async def stop(self) -> None:
        """Stop deleting and redrawing; the next start resumes both."""
        await self.loop.stop()
        await self._messages.stop()

    async def _finish_deletions(self) -> None:
        """Finish pending deletions, skipping users whose seats can't be freed yet."""
        refused = None
        for user_id in await self._store.unfinished_deletions():
            try:
                await self.delete(user_id)
            except TryAgain as error:
                refused = error
        if refused is not None:
            raise refused


def _files(head: Mapping[str, object], rows: Rows, longest: int) -> Sequence[str]:
    """Encode the rows as JSON texts, with a compiled encoder, which barely delays presses."""
    return [_json({**head, "data": part}) for part in _parts(rows, longest)]


def _json(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _parts(rows: Rows, longest: int) -> Iterator[Mapping[str, Sequence[Any]]]:
    """Split the rows into parts of about `longest` characters of JSON; yield at least one."""
    part: dict[str, list[Any]] = {}
    length = 0
    empty = True
    for name, found in rows.items():
        for row in found:
            text = _json(row)
            size = len(text) + INDENTED * (text.count("\n") + 1) + len(",\n")
            if length and length + size > longest:
                yield part
                part = {}
                length = 0
                empty = False
            part.setdefault(name, []).append(row)
            length += size
    if part or empty:
        yield part


class _ignore_ended(suppress):  # noqa: N801 - used like a function
    """Ignore a table or event that has ended in the meantime, but not a failed save."""

    def __init__(self) -> None:
        super().__init__(TableError, EventError)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return not isinstance(error, TryAgain) and bool(super().__exit__(kind, error, trace))
