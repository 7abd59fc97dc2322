"""Additions to the screens of a game's end: a fact about its player, the event."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from bot.events.errors import NoSuchEvent
from bot.events.service import EventService
from bot.events.views import EventView
from bot.store.results import ResultStore
from bot.tables.model import Status
from bot.tables.views import PanelView, TableView
from bot.values.game_fact import GameFact

MOST_CACHED = 1_000
"""How many facts stay in memory: a screen is often drawn more than once after a game."""


class Endings:
    """Looks up what the end of a game means to a player, and the event that goes on after it."""

    def __init__(self, results: ResultStore, events: EventService) -> None:
        self._results = results
        self._events = events
        self._facts: OrderedDict[tuple[int, str, int], GameFact | None] = OrderedDict()

    async def event_after(self, table: TableView) -> EventView | None:
        """Return the event of a table that is closed; None of any other table."""
        if table.event_id is None or table.status is not Status.CLOSED:
            return None
        try:
            return await self._events.settled_view(table.event_id)
        except NoSuchEvent:
            return None

    async def has_left(self, event: EventView, user_id: int) -> bool:
        """Return True if a person played in an event in which they have no place now."""
        return await self._events.has_left(event, user_id)

    async def with_fact(self, panel: PanelView) -> PanelView:
        """Add the fact to a panel if its owner's game has just ended."""
        table = panel.table
        if panel.seat is None or table.status is not Status.FINISHED or table.winner is None:
            return panel
        key = panel.user_id, table.table_id, table.game_no
        if key not in self._facts:
            self._facts[key] = await self._results.game_fact(*key)
            while len(self._facts) > MOST_CACHED:
                self._facts.popitem(last=False)
        return replace(panel, fact=self._facts[key])
