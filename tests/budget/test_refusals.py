"""Refusals of all processes within ten minutes, and what stops because of them."""

from __future__ import annotations

import asyncio

import pytest

from bot.budget.kinds import Kind
from bot.budget.queue import RequestQueue
from bot.budget.refusals import BRAKE, Refusals
from bot.store import Store
from tests.support.house import HandClock


class Process:
    """One process's queue and counter."""

    def __init__(self, store: Store, clock: HandClock, name: str) -> None:
        self.queue = RequestQueue(clock)
        self.refusals = Refusals(store.refusals, self.queue, name, clock)

    def refuse(self, times: int) -> None:
        for _ in range(times):
            self.refusals.note()

    async def is_held(self, kind: Kind) -> bool:
        """Try to send a request."""
        task = asyncio.create_task(self._send(kind))
        for _ in range(10):
            await asyncio.sleep(0)
        waits = not task.done()
        task.cancel()
        return waits

    async def _send(self, kind: Kind) -> None:
        async with self.queue.turn(kind):
            pass


@pytest.fixture
def one(store: Store, clock: HandClock) -> Process:
    return Process(store, clock, "one")


@pytest.fixture
def other(store: Store, clock: HandClock) -> Process:
    return Process(store, clock, "other")


async def test_refusals_of_two_processes_are_summed(one: Process, other: Process) -> None:
    one.refuse(BRAKE - 10)
    await one.refusals.exchange()
    other.refuse(9)
    await other.refusals.exchange()
    assert other.refusals.total == BRAKE - 1
    assert not other.refusals.is_held
    other.refuse(1)  # counts at once, before it is saved
    assert other.refusals.is_held
    await other.refusals.exchange()
    await one.refusals.exchange()
    assert one.refusals.is_held
    assert one.refusals.total == BRAKE


async def test_only_what_nobody_waits_for_stops_until_the_number_has_fallen(
    one: Process, other: Process, clock: HandClock
) -> None:
    one.refuse(BRAKE)
    await one.refusals.exchange()
    await other.refusals.exchange()
    for process in (one, other):
        assert not await process.is_held(Kind.BOARD)
        assert not await process.is_held(Kind.ASKED)
        assert await process.is_held(Kind.CARD)
        assert await process.is_held(Kind.REST)
    clock.move(601.0)
    for process in (one, other):
        await process.refusals.exchange()
        assert process.refusals.total == 0
        assert not await process.is_held(Kind.CARD)


async def test_count_survives_a_restart(one: Process, store: Store, clock: HandClock) -> None:
    one.refuse(300)
    await one.refusals.stop()
    clock.move(120.0)
    again = Process(store, clock, "again")
    again.refuse(5)
    await again.refusals.exchange()
    assert again.refusals.total == 305
    assert await store.refusals.recent_refusals(clock.now()) == 305


async def test_old_minutes_are_deleted(one: Process, store: Store, clock: HandClock) -> None:
    one.refuse(7)
    await one.refusals.exchange()
    clock.move(300.0)
    one.refuse(2)
    await one.refusals.exchange()
    assert one.refusals.total == 9
    clock.move(301.0)
    one.refuse(1)
    await one.refusals.exchange()
    assert one.refusals.total == 3


async def test_clock_that_was_ahead_leaves_no_refusals_behind(
    one: Process, store: Store, clock: HandClock
) -> None:
    clock.set(clock.now() + 86_400.0)
    one.refuse(BRAKE)
    await one.refusals.exchange()
    clock.set(clock.now() - 86_400.0)
    one.refuse(1)
    await one.refusals.exchange()
    assert one.refusals.total == 1
