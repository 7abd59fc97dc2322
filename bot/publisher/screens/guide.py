"""The guide through a first hand: its owner, and a computer's advice."""

from __future__ import annotations

from dataclasses import replace

from bot.store.people import PeopleStore
from bot.tables.errors import TableError
from bot.tables.model import Status
from bot.tables.service import TableService
from bot.tables.views import PanelView
from bot.values.preferences import Preferences
from texas42.ai.findings.judgments import Advice

Key = tuple[str, int]
HINTED_HANDS = 2
"""In this many hands of the first game after a lesson, the hint opens by itself."""


class FirstHandGuide:
    """Explains the game to a user who plays their first hand, alone with computers."""

    def __init__(self, preferences: PeopleStore, tables: TableService) -> None:
        self._preferences = preferences
        self._tables = tables
        self._first: dict[
            Key, tuple[int, bool, str]
        ] = {}  # the hand number, whether it is their first, and its game
        self._better: dict[Key, tuple[int, Advice | None]] = {}  # the turn, and the best action

    async def with_guide(self, panel: PanelView) -> PanelView:
        """Add the guide to a panel of somebody alone with computers, in their first hand.

        In the first game after a lesson, hints of two hands open by themselves, and its end asks
        how strong the next opponents shall be.
        """
        if panel.table.first_game and panel.seat is not None:
            return await self._in_first_game(panel)
        if not await self._is_first(panel):
            return panel
        if panel.question is not None or panel.better is not None:
            return replace(panel, guided=True)
        return replace(panel, guided=True, better=await self._advice(panel))

    async def _in_first_game(self, panel: PanelView) -> PanelView:
        table = panel.table
        view = panel.view
        chooses = view is not None and len(view.legal) > 1 and panel.advice is None
        if table.winner is None and not (chooses and table.hand_of_game <= HINTED_HANDS):
            return panel
        chosen = await self._preferences.preferences(panel.user_id)
        if table.winner is not None:
            return replace(panel, asks_level=chosen.opponents is None)
        if table.rules.game.id in chosen.knows:  # they skipped the lesson
            return panel
        return replace(panel, advice=await self._advice(panel))

    def follow(self, chosen: Preferences) -> None:
        """Stop guiding a user through a game that they have said they know."""
        for key, (hand, _, game) in self._first.items():
            if key[1] == chosen.user_id and game in chosen.knows:
                self._first[key] = hand, False, game

    async def _is_first(self, panel: PanelView) -> bool:
        table = panel.table
        key = (panel.table.table_id, panel.user_id)
        if panel.seat is None or panel.view is None:
            return False
        game = table.rules.game.id
        hand, first, _ = self._first.get(key, (None, False, game))
        if hand != table.hand_no:
            first = table.deals.explained or not await self._preferences.knows_game(
                panel.user_id, game
            )
            self._first[key] = table.hand_no, first, game
        if table.status is Status.CLOSED:
            self._first.pop(key, None)
            self._better.pop(key, None)
        return first

    async def _advice(self, panel: PanelView) -> Advice | None:
        """Return the best action this turn, None if it is not their turn."""
        table = panel.table
        key = (panel.table.table_id, panel.user_id)
        if panel.view is None or not panel.view.legal:
            return None
        seq, advice = self._better.get(key, (None, None))
        if seq == table.seq:
            return advice
        try:
            progress = await self._tables.adviser.advise(*key)
        except TableError:  # the turn is over
            return None
        if progress.after.seq != table.seq:
            return None
        self._better[key] = table.seq, progress.advice
        return progress.advice
