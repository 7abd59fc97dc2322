"""Computer players' choices, computed during the pause before their turn."""

from __future__ import annotations

import asyncio

from bot.tables.deals.lesson import LEVEL, scripted
from bot.tables.errors import TryAgain
from bot.tables.loaded import LoadedTable
from bot.tables.ports import ComputerPlayers, FixedPlayers
from bot.values.experts import ExpertState
from texas42.engine import Action, SeatView

from .deadlines import Timing, computer_pause

WARM_UP_SECONDS = 600.0


class ComputerTurns:
    """Asks the computer in turn for its action, at most once a turn."""

    def __init__(
        self, players: ComputerPlayers, timing: Timing, fixed: FixedPlayers | None = None
    ) -> None:
        self._players = players
        self._fixed = fixed
        self._timing = timing
        self._choices: dict[str, tuple[int, asyncio.Task[Action]]] = {}

    def think_ahead(self, live: LoadedTable) -> None:
        """Start choosing for the computer in turn, and cancel an earlier turn's choice.

        This makes the pause equally long for easy and hard choices.
        """
        table = live.table
        seat = live.to_act
        before = self._choices.pop(table.table_id, None)
        if before is not None:
            if before[0] == table.seq and seat is not None:
                self._choices[table.table_id] = before
                return
            before[1].cancel()
        if seat is not None and table.seats[seat].played_by_computer:
            thinking = asyncio.create_task(self._choose(live, seat), name="computer's turn")
            self._choices[table.table_id] = table.seq, thinking

    async def action(self, live: LoadedTable, seat: int) -> Action:
        """Return the action for the seat in turn, computed ahead if possible."""
        seq, thinking = self._choices.pop(live.table.table_id, (0, None))
        if thinking is not None and seq == live.table.seq:
            return await thinking
        return await self._choose(live, seat)

    async def stop(self) -> None:
        """Cancel all pending choices."""
        thinking = [task for _, task in self._choices.values()]
        self._choices.clear()
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    async def _choose(self, live: LoadedTable, seat: int) -> Action:
        if live.table.deals.fixed_players:
            return await self._choose_fixed(live.view(seat))
        level = live.table.seats[seat].level or self._players.levels[0]
        view = live.view(seat)
        if live.table.deals.explained:
            level = LEVEL
            planned = scripted(view)
            if planned is not None:
                return planned
        pause = computer_pause(live, self._timing)
        return await self._players.choose(view, level, pause or None)

    async def _choose_fixed(self, view: SeatView) -> Action:
        """Ask the fixed experts, once they are warm. Raises TryAgain while they can't play."""
        if self._fixed is None or await self._fixed.ready(WARM_UP_SECONDS) is not ExpertState.READY:
            raise TryAgain
        return await self._fixed.choose(view)
