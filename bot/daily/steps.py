"""Work in steps, each its own transaction, so that players' saves get in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.values.clock import Clock


async def in_steps(step: Callable[[int], Awaitable[int | None]], clock: Clock) -> None:
    """Repeat a step until it returns None; pause after each for as long as it took.

    A step is given what the one before returned, the first one 0.
    """
    last: int | None = 0
    while last is not None:
        began = clock.elapsed()
        last = await step(last)
        await clock.sleep(clock.elapsed() - began)
