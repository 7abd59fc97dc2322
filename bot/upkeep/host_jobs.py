"""The host's background jobs, every few seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from bot.runtime.loops import GRACE_SECONDS, SENDING_GRACE_SECONDS, Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.host.heartbeats import HeartbeatStore
from bot.store.host.orders import HostStore
from bot.values.clock import Clock

from .blocks import Close, HostBlocks, HostOrders
from .heartbeats import Check, Heartbeats
from .reports import Reports

EVERY_SECONDS = 5.0
PAUSES = Pauses(EVERY_SECONDS, 60.0)

Job = Callable[[], Awaitable[None]]
"""Does one job; a failure is retried."""


def host_loop(
    name: str,
    job: Job,
    clock: Clock,
    is_ours: Callable[[], bool] | None = None,
    grace: float = GRACE_SECONDS,
) -> Loop:
    """Build the loop of one job. `is_ours`: True if this process does it now."""

    async def step() -> float:
        if is_ours is None or is_ours():
            await job()
        return EVERY_SECONDS

    return Loop(name, step, clock, grace=grace, pauses=PAUSES, expected=(StoreFailure,))


@asynccontextmanager
async def host_jobs(
    orders: HostStore,
    heartbeats: HeartbeatStore,
    blocks: HostBlocks,
    reports: Reports,
    *,
    close_table: Close,
    close_event: Close,
    checks: Mapping[str, Check],
    version: str,
    is_ours: Callable[[], bool],
    clock: Clock,
) -> AsyncIterator[tuple[Loop, ...]]:
    """Run the host's jobs during the block, each in its own loop.

    A heartbeat tells the result of the `checks`, and the running `version`. `is_ours`: True if this
    process closes tables and writes to the host now.
    """
    heart = Heartbeats(heartbeats, checks, version, clock)
    host_orders = HostOrders(orders, close_table, close_event)
    loops = (
        host_loop("reading blocks", blocks.read_again, clock),
        host_loop("heartbeat", heart.beat, clock),
        host_loop("closing tables", host_orders.carry_out, clock, is_ours),
        host_loop("delivering reports", reports.deliver, clock, is_ours, SENDING_GRACE_SECONDS),
    )
    for loop in loops:
        loop.start()
    try:
        yield loops
    finally:
        for loop in loops:
            await loop.stop()
        await heart.stop()
