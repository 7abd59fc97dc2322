"""Starts the waits of events over when the clock has jumped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.values.clock import Clock, Jumps

from .errors import NoSuchEvent
from .model import Event
from .repository import EventRepository

GRACE_SECONDS = 60.0
"""How long a wait that ran out while the program was down still takes."""
WRONG_CLOCK_SECONDS = 20.0
"""How soon to look again whether the clock is right: no event is closed while it is wrong."""

Change = Callable[[str, Callable[[Event], Awaitable[Event]]], Awaitable[Event]]
"""Changes an event under its lock."""


class EventWaits:
    """The waits that began at a date which means nothing after a jump of the clock.

    `serves`: True if this process serves the events of a server.
    """

    def __init__(
        self,
        events: EventRepository,
        change: Change,
        serves: Callable[[int | None], bool],
        clock: Clock,
    ) -> None:
        self._events = events
        self._change = change
        self._serves = serves
        self._clock = clock
        self._jumps = Jumps(clock)
        self._has_jumped = False
        self._restarting = asyncio.Lock()  # so that no timer rings before its wait begins anew

    async def restart_after_jump(self) -> None:
        """Let every wait begin now, once after each jump."""
        async with self._restarting:
            self._has_jumped = self._jumps.noticed() or self._has_jumped
            if not self._has_jumped:
                return
            for event_id in await self._events.live():
                with suppress(NoSuchEvent):
                    await self._change(event_id, self._begin_now)
            self._has_jumped = False

    def put_off(self, due: float, goes_on: bool) -> float | None:
        """Return when to look at a timer again that is not due yet, None if it is due.

        `goes_on`: the next round begins then; otherwise the event is closed.
        """
        now = self._clock.now()
        if not goes_on and not self._clock.is_right():
            return now + WRONG_CLOCK_SECONDS
        return due if due > now else None

    async def _begin_now(self, event: Event) -> Event:
        if not self._serves(event.guild_id):
            return event
        return await self._events.save(event, replace(event, since=self._clock.now()))
