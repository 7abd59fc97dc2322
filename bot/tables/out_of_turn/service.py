"""The service for acts out of turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tables.loaded import LoadedTable, PendingChange
from bot.tables.model import Status
from bot.tables.repository import TableRepository
from bot.tables.turns import require_seated
from bot.tables.views import Note, Progress
from bot.values.clock import Clock
from texas42.engine import AskDoubles, ChooseShaker, OutOfTurn, ShowKitty

from .rules import accept


class OutOfTurnActs:
    """Applies people's out-of-turn acts to their table.

    Every method may raise NotSeated, WrongStatus and the engine's IllegalAction.
    """

    def __init__(self, repository: TableRepository, clock: Clock) -> None:
        self._repository = repository
        self._clock = clock

    async def ask_doubles(self, table_id: str, user_id: int) -> Progress:
        """Ask to see the doubles of a plunge or splash; they are shown once trumps are named.

        Asking again changes nothing.
        """
        progress = await self._act(table_id, user_id, AskDoubles)
        view = progress.after.view
        return progress if view is None or view.shown else replace(progress, note=Note.ASKED)

    async def show_kitty(self, table_id: str, user_id: int) -> Progress:
        """Show the bidder's kitty to everyone."""
        return await self._act(table_id, user_id, ShowKitty)

    async def choose_shaker(self, table_id: str, user_id: int, shaker: int) -> Progress:
        """Choose the winner who shakes the next game; only the first choice counts."""
        return await self._act(table_id, user_id, lambda seat: ChooseShaker(seat, shaker))

    async def _act(
        self, table_id: str, user_id: int, action_of: Callable[[int], OutOfTurn]
    ) -> Progress:
        def edit(live: LoadedTable) -> PendingChange | None:
            action = action_of(require_seated(live, user_id))
            deal = live.game.deal
            playing = live.table.status is Status.PLAYING
            if isinstance(action, AskDoubles) and playing and deal is not None and deal.asked:
                return None
            return accept(live, action, user_id, self._clock.now())

        return await self._repository.change(table_id, edit, user_id)
