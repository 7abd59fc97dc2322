"""People whose messages have just changed are brought up to date together, a little later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.publisher.ports import Clock

from .personal_screens import PersonalScreens


class PanelDebounce:
    """The people of a table who rest; `wake` is called once they no longer do."""

    def __init__(self, name: str, clock: Clock, wake: Callable[[], None]) -> None:
        self.task: asyncio.Task[None] | None = None
        self._name = name
        self._clock = clock
        self._wake = wake
        self._people: set[PersonalScreens] = set()

    def add(self, person: PersonalScreens, seconds: float) -> None:
        """Wake a user after so many seconds, or with others who rest already."""
        self._people.add(person)
        if self.task is None:
            self.task = asyncio.create_task(self._after(seconds), name=self._name)

    def stop(self) -> None:
        """Wake nobody any more."""
        if self.task is not None:
            self.task.cancel()

    async def _after(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self.task = None
        for person in self._people:
            person.end_rest()
        self._people.clear()
        self._wake()
