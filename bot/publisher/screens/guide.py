"""The guide through a first hand: its owner, and a computer's advice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.publisher.ports import PreferencesStore, Tables
from bot.tables.errors import TableError
from bot.tables.model import Status
from bot.tables.views import PanelView
from bot.values.findings import Advice
from bot.values.preferences import Preferences

Key = tuple[str, int]


class FirstHandGuide:
    """Explains the game to a user who plays their first hand, alone with computers."""

    def __init__(self, preferences: PreferencesStore, tables: Callable[[], Tables]) -> None:
        self._preferences = preferences
        self._tables = tables
        self._first: dict[
            Key, tuple[int, bool]
        ] = {}  # the hand number, and whether it is their first
        self._better: dict[Key, tuple[int, Advice | None]] = {}  # the turn, and the best action

    async def with_guide(self, panel: PanelView) -> PanelView:
        """Add the guide to a panel of somebody alone with computers, in their first hand."""
        if not await self._is_first(panel):
            return panel
        return replace(panel, guided=True, better=await self._advice(panel))

    def follow(self, chosen: Preferences) -> None:
        """Stop guiding a user who has said that they know the game."""
        if chosen.knows_42:
            self._first = {
                key: first for key, first in self._first.items() if key[1] != chosen.user_id
            }

    async def _is_first(self, panel: PanelView) -> bool:
        table, key = panel.table, (panel.table.table_id, panel.user_id)
        if panel.seat is None or panel.view is None:
            return False
        hand, first = self._first.get(key, (None, False))
        if hand != table.hand_no:
            first = not (await self._preferences.preferences(panel.user_id)).knows_42
            self._first[key] = table.hand_no, first
        if table.status is Status.CLOSED:
            self._first.pop(key, None)
            self._better.pop(key, None)
        return first

    async def _advice(self, panel: PanelView) -> Advice | None:
        """Return the best action this turn, None if it is not their turn."""
        table, key = panel.table, (panel.table.table_id, panel.user_id)
        if panel.view is None or not panel.view.legal:
            return None
        seq, advice = self._better.get(key, (None, None))
        if seq == table.seq:
            return advice
        try:
            progress = await self._tables().adviser.advise(*key)
        except TableError:  # the turn is over
            return None
        if progress.after.seq != table.seq:
            return None
        self._better[key] = table.seq, progress.advice
        return progress.advice
