"""Coalesces updates of private messages that have just changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.values.clock import Clock

from .personal_screens import PersonalScreens


class PanelDebounce:
    """Delays updates for some users of a table, then calls `wake` once for all of them."""

    def __init__(self, name: str, clock: Clock, wake: Callable[[], None]) -> None:
        self.task: asyncio.Task[None] | None = None
        self._name = name
        self._clock = clock
        self._wake = wake
        self._people: set[PersonalScreens] = set()

    def add(self, person: PersonalScreens, seconds: float) -> None:
        """Delay a user's update by some seconds, or join the delay that is running."""
        self._people.add(person)
        if self.task is None:
            self.task = asyncio.create_task(self._after(seconds), name=self._name)

    def stop(self) -> None:
        """Cancel the delay."""
        if self.task is not None:
            self.task.cancel()

    async def _after(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self.task = None
        for person in self._people:
            person.end_rest()
        self._people.clear()
        self._wake()
