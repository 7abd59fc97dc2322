"""Measures the CPU of some work, and how long the event loop stands still meanwhile."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable
from dataclasses import dataclass

TICK = 0.001


@dataclass(frozen=True)
class Cost:
    """CPU seconds, and the longest time for which the event loop stood still.

    `held`: the most CPU that the loop's thread used between two ticks. On a busy machine only this
    tells what holds the loop up; the standstill counts other programs' turns, too.
    """

    cpu: float
    standstill: float
    held: float


async def cost_of(work: Awaitable[object]) -> Cost:
    """Measure some work beside a task that wants to run every millisecond."""
    longest = 0.0
    held = 0.0

    async def tick() -> None:
        nonlocal longest, held
        while True:
            began = time.perf_counter()
            used = time.thread_time()
            await asyncio.sleep(TICK)
            longest = max(longest, time.perf_counter() - began - TICK)
            held = max(held, time.thread_time() - used)

    gc.collect()
    gc.freeze()  # leftovers of the filling are not the program's heap
    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    cpu = time.process_time()
    await work
    cpu = time.process_time() - cpu
    await asyncio.sleep(2 * TICK)
    ticking.cancel()
    return Cost(cpu, longest, held)
