"""Whom the owners of panels meet at a table although they have blocked them."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.errors import TryAgain
from bot.tables.model import Status
from bot.tables.service import TableService
from bot.tables.views import PanelView

Around = tuple[int, frozenset[int]]
"""A hand, and the people at its table."""


class Meetings:
    """Looks up whom a panel's owner has blocked: once a hand, and when somebody sits down."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._known: dict[tuple[str, int], tuple[Around, frozenset[int]]] = {}

    async def with_meetings(self, panel: PanelView) -> PanelView:
        """Add the seats of people whom the panel's owner has blocked."""
        table = panel.table
        key = table.table_id, panel.user_id
        if table.status is Status.CLOSED or table.alone or table.held_by(panel.user_id) is None:
            self._known.pop(key, None)
            return panel
        people = frozenset(line.holder for line in table.seats if line.holder is not None)
        around = table.hand_no, people
        known, met = self._known.get(key, (None, frozenset[int]()))
        if known != around:
            try:
                met = await self._tables.blocks.blocked_among(panel.user_id, people)
            except TryAgain:  # the panel goes first
                return panel
            self._known[key] = around, met
        seats = tuple(line.seat for line in table.seats if line.holder in met)
        return replace(panel, meets=seats) if seats else panel
