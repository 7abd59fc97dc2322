"""Additions to the screens of a game's end: the deciding play, a fact, the event."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from bot.engine import Ended
from bot.events.errors import NoSuchEvent
from bot.events.views import EventView
from bot.publisher.ports import Events, GameFactStore, Tables
from bot.tables.errors import TableError
from bot.tables.model import Status
from bot.tables.ports import log_failure
from bot.tables.views import PanelView, TableView
from bot.values.findings import PlayCost
from bot.values.game_fact import GameFact

_LOG = logging.getLogger(__name__)
KEPT = 1_000
"""How many facts and plays stay in memory: a screen is often drawn more than once after a game."""


class Endings:
    """Looks up the deciding play and the facts of a finished game.

    A solver is asked in the background which play decided it; `redraw` shows the table again when
    it has an answer.
    """

    def __init__(
        self, store: GameFactStore, tables: Callable[[], Tables], redraw: Callable[[str], None]
    ) -> None:
        self._store = store
        self._tables = tables
        self._redraw = redraw
        self._events: Callable[[], Events] | None = None
        self._facts: OrderedDict[tuple[int, str, int], GameFact | None] = OrderedDict()
        self._plays: OrderedDict[tuple[str, int], PlayCost | None] = OrderedDict()
        self._searches: set[asyncio.Task[None]] = set()

    def watch_events(self, events: Callable[[], Events]) -> None:
        """Read events from their service, which is built later."""
        self._events = events

    async def event_after(self, table: TableView) -> EventView | None:
        """Return the event of a table that is closed; None of any other table."""
        if self._events is None or table.event_id is None or table.status is not Status.CLOSED:
            return None
        try:
            return await self._events().settled_view(table.event_id)
        except NoSuchEvent:
            return None

    async def has_left(self, event: EventView, user_id: int) -> bool:
        """Return True if a person played in an event in which they have no place now."""
        return self._events is not None and await self._events().has_left(event, user_id)

    async def close(self) -> None:
        """Cancel pending searches."""
        for search in self._searches:
            search.cancel()
        await asyncio.gather(*self._searches, return_exceptions=True)

    async def with_fact(self, panel: PanelView) -> PanelView:
        """Add the fact to a panel if its owner's game has just ended."""
        table = panel.table
        if panel.seat is None or table.status is not Status.FINISHED or table.winner is None:
            return panel
        key = panel.user_id, table.table_id, table.game_no
        if key not in self._facts:
            self._facts[key] = await self._store.game_fact(*key)
            while len(self._facts) > KEPT:
                self._facts.popitem(last=False)
        return replace(panel, fact=self._facts[key])

    def with_turn(self, table: TableView) -> TableView:
        """Add the deciding play, if known, to a table whose game has just ended.

        There is none in a hand that was laid down, since nobody chose its last plays, or that a
        renege ended.
        """
        result = None if table.view is None else table.view.result
        if table.winner is None or result is None or table.claimed is not None:
            return table
        if result.ended is Ended.RENEGE:
            return table
        key = table.table_id, table.hand_no
        if key in self._plays:
            return replace(table, turned_by=self._plays[key])
        self._plays[key] = None
        while len(self._plays) > KEPT:
            self._plays.popitem(last=False)
        search = asyncio.create_task(self._search(*key), name="deciding play")
        self._searches.add(search)
        search.add_done_callback(self._searches.discard)
        return table

    async def _search(self, table_id: str, hand_no: int) -> None:
        try:
            found = await self._tables().adviser.turning_point(table_id, hand_no)
        except TableError:  # the solver is busy or not needed yet, or the table is gone
            return
        except Exception as error:  # noqa: BLE001 - the game's end is shown without it
            what = "could not find the play that decided a hand at table %s"
            log_failure(_LOG, error, what, table_id)
            return
        if found is not None:
            self._plays[table_id, hand_no] = found
            self._redraw(table_id)
