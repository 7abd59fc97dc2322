"""One fact for each player when their game ends."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from bot.publisher.ports import GameFactStore
from bot.tables.model import Status
from bot.tables.views import PanelView
from bot.values.game_fact import GameFact

KEPT = 1_000
"""How many facts stay in memory: a panel is often drawn more than once after a game."""


class GameFacts:
    """Looks up what a finished game means for a player."""

    def __init__(self, store: GameFactStore) -> None:
        self._store = store
        self._known: OrderedDict[tuple[int, str, int], GameFact | None] = OrderedDict()

    async def with_fact(self, panel: PanelView) -> PanelView:
        """Add the fact to a panel if its owner's game has just ended."""
        table = panel.table
        if panel.seat is None or table.status is not Status.FINISHED or table.winner is None:
            return panel
        key = panel.user_id, table.table_id, table.game_no
        if key not in self._known:
            self._known[key] = await self._store.game_fact(*key)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return replace(panel, fact=self._known[key])
