"""What follows from the close of a day: unfinished hands are deleted, and results are counted."""

from __future__ import annotations

from datetime import date

from bot.store.daily.closing import ClosingStore
from bot.values.clock import Clock

from .steps import in_steps

TOGETHER = 200
"""How many people's hands a transaction looks at."""


class ClosedDays:
    """Settles closed days. A process that was killed leaves nothing half done for the next one."""

    def __init__(self, store: ClosingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def settle_newest(self) -> bool:
        """Settle the newest day that has closed; return True if another one is left."""
        days = await self._store.unsettled_days()
        for day in days[:1]:
            await self._settle(day)
        return len(days) > 1

    async def _settle(self, day: date) -> None:
        """Delete the unfinished hands of a day, and save everybody's results as counts."""

        async def drop_marks(_: int) -> int | None:
            return await self._store.drop_marks(day, TOGETHER) or None

        async def drop_hands(last: int) -> int | None:
            return await self._store.drop_unfinished(day, last, TOGETHER)

        await self._store.save_fields(day, await self._store.count_fields(day))
        await in_steps(drop_marks, self._clock)
        await in_steps(drop_hands, self._clock)
        await self._store.settle_day(day)
