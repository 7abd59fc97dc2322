"""Requests go by importance, and no more of them than Discord allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.budget.kinds import BACKGROUND, Kind
from bot.budget.queue import HOLD_SECONDS, LONG_SECONDS, OLDEST_EVERY, RequestQueue
from bot.budget.turns import forget_turn, requests_are
from tests.support.house import HandClock


async def settled() -> None:
    """Let every task go on as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


class Sent:
    """Work of these kinds that waits, and the order in which its requests go."""

    def __init__(self, queue: RequestQueue) -> None:
        self.queue = queue
        self.names: list[str] = []
        self.waits: list[tuple[str, float]] = []
        self.tasks: list[asyncio.Task[None]] = []

    def note(self, kind: str, waited: float) -> None:
        self.waits.append((kind, waited))

    async def ask(self, kind: Kind, name: str = "", key: str | None = None) -> None:
        """Send a request in a turn of its own, in the background."""

        async def send() -> None:
            async with self.queue.turn(kind, key):
                await self.queue.admit()
                self.names.append(name or kind.word)

        self.tasks.append(asyncio.create_task(send()))
        await settled()


class Rush:
    """A queue that lets one request go each second, and is busy with the first."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.queue = RequestQueue(clock, per_second=1.2)  # four in four seconds
        self.sent = Sent(self.queue)

    async def begin(self) -> None:
        await self.queue.admit()

    async def step(self) -> None:
        """Let the request under way end, and the next one go."""
        self.queue.end()
        await settled()
        self.clock.move(1.01)
        await settled()


@pytest.fixture
async def rush(clock: HandClock) -> Rush:
    rush = Rush(clock)
    await rush.begin()
    return rush


async def test_the_most_important_goes_first_whoever_came_first(rush: Rush) -> None:
    for kind in reversed(Kind):
        await rush.sent.ask(kind)
    for _ in Kind:
        await rush.step()
    assert rush.sent.names == [kind.word for kind in Kind]


async def test_of_one_kind_the_oldest_goes_first(rush: Rush) -> None:
    for name in ("first", "second", "third"):
        await rush.sent.ask(Kind.BOARD, name)
        rush.clock.move(0.01)
    for _ in range(3):
        await rush.step()
    assert rush.sent.names == ["first", "second", "third"]


async def test_a_tenth_goes_to_what_has_waited_longest(rush: Rush) -> None:
    await rush.sent.ask(Kind.REST, "old")
    rush.clock.move(0.01)
    for _ in range(2 * OLDEST_EVERY):
        await rush.sent.ask(Kind.IN_TURN)
    for _ in range(OLDEST_EVERY - 1):
        await rush.step()
    assert "old" in rush.sent.names
    assert rush.sent.names.index("old") == OLDEST_EVERY - 2  # the first place was taken before


async def test_more_important_work_moves_ahead_and_keeps_its_age(rush: Rush) -> None:
    await rush.sent.ask(Kind.BOARD, "board")
    await rush.sent.ask(Kind.BOARD, "mine", key="mine")
    await rush.sent.ask(Kind.IN_TURN, "other")
    rush.queue.raise_to("mine", Kind.IN_TURN)
    rush.queue.raise_to("mine", Kind.REST)  # never back
    for _ in range(3):
        await rush.step()
    assert rush.sent.names == ["mine", "other", "board"]


async def test_nothing_waits_while_there_is_room(clock: HandClock) -> None:
    queue = RequestQueue(clock)
    for _ in range(50):
        await asyncio.wait_for(queue.admit(), timeout=None)
    one_more = asyncio.create_task(queue.admit())
    await settled()
    assert not one_more.done()
    one_more.cancel()


def _most_in(times: list[float], seconds: float) -> int:
    return max(sum(at <= other < at + seconds for other in times) for at in times)


async def _send_for(
    queue: RequestQueue, clock: HandClock, seconds: float, delay: Callable[[int], float]
) -> list[float]:
    """Keep the queue full; return when requests have reached Discord. `delay`: of each."""
    arrived: list[float] = []
    under_way: list[tuple[float, float]] = []
    waiting: set[asyncio.Task[None]] = set()
    until = clock.elapsed() + seconds

    async def send() -> None:
        await queue.admit()
        sent_at = clock.elapsed()
        arrives = sent_at + delay(len(arrived))
        arrived.append(arrives)
        under_way.append((arrives, arrives + 0.01))

    while clock.elapsed() < until:
        while len(waiting) < 300:
            task = asyncio.create_task(send())
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await settled()
        clock.move(0.01)
        for each in [each for each in under_way if each[1] <= clock.elapsed()]:
            under_way.remove(each)
            queue.end()
    for task in waiting:
        task.cancel()
    return sorted(arrived)


@pytest.mark.parametrize("delay", [lambda _: 0.0, lambda number: 0.3 * (number % 2)])
async def test_however_long_requests_take_no_stretch_of_time_has_more_than_allowed(
    clock: HandClock, delay: Callable[[int], float]
) -> None:
    times = await _send_for(RequestQueue(clock), clock, 9.0, delay)
    assert _most_in(times, 1.0) <= 50
    assert 150 <= _most_in(times, LONG_SECONDS) <= 180


async def test_process_uses_only_the_share_of_its_shards(clock: HandClock) -> None:
    quarter = RequestQueue(clock, share=lambda: 0.25)
    times = await _send_for(quarter, clock, 9.0, lambda _: 0.0)
    assert _most_in(times, 1.0) == 12
    assert _most_in(times, LONG_SECONDS) == 45
    granted = RequestQueue(clock, per_second=200.0, share=lambda: 0.25)
    assert _most_in(await _send_for(granted, clock, 5.0, lambda _: 0.0), 1.0) == 50


async def test_four_small_shares_never_exceed_nine_tenths_together(clock: HandClock) -> None:
    """Discord's limit at one twentieth: 10 in four seconds."""
    queues = [RequestQueue(clock, per_second=2.5, share=lambda: 0.25) for _ in range(4)]
    times = [await _send_for(queue, clock, 40.0, lambda _: 0.0) for queue in queues]
    assert sum(_most_in(each, LONG_SECONDS) for each in times) <= 9


async def test_what_sends_nothing_gives_its_place_back(rush: Rush) -> None:
    async def send_nothing() -> None:
        async with rush.queue.turn(Kind.IN_TURN):
            pass

    nothing = asyncio.create_task(send_nothing())
    await rush.sent.ask(Kind.BOARD)
    await rush.step()
    assert nothing.done()
    assert rush.sent.names == ["board"]


async def test_cancelled_work_takes_no_place(rush: Rush) -> None:
    await rush.sent.ask(Kind.IN_TURN)
    await rush.sent.ask(Kind.BOARD)
    rush.sent.tasks[0].cancel()
    await rush.step()
    assert rush.sent.names == ["board"]


async def test_place_of_slow_work_goes_to_others_and_its_request_waits_again(
    clock: HandClock,
) -> None:
    queue = RequestQueue(clock, per_second=1.2)
    sent = Sent(queue)
    drawn = asyncio.Event()

    async def draw_and_send() -> None:
        async with queue.turn(Kind.IN_TURN):
            await drawn.wait()
            await queue.admit()
            sent.names.append("slow")

    slow = asyncio.create_task(draw_and_send())
    await settled()
    await sent.ask(Kind.BOARD)
    assert sent.names == []
    clock.move(HOLD_SECONDS)
    await settled()
    assert sent.names == ["board"]
    drawn.set()
    await settled()
    assert not slow.done()
    queue.end()
    await settled()
    clock.move(1.0)
    await settled()
    assert sent.names == ["board", "slow"]


async def test_second_request_of_a_turn_waits_for_a_place_of_its_own(rush: Rush) -> None:
    async def send_two() -> None:
        async with rush.queue.turn(Kind.BOARD):
            await rush.queue.admit()
            rush.sent.names.append("one")
            async with rush.queue.turn(Kind.REST):  # the outer turn says what it is for
                await rush.queue.admit()
                rush.sent.names.append("two")

    both = asyncio.create_task(send_two())
    await rush.step()
    await rush.sent.ask(Kind.CARD)
    assert rush.sent.names == ["one"]
    await rush.step()
    await rush.step()
    assert rush.sent.names == ["one", "two", "card"]
    assert both.done()


async def test_requests_of_a_block_are_what_it_says(clock: HandClock) -> None:
    sent = Sent(RequestQueue(clock))
    queue = RequestQueue(clock, on_request=sent.note)
    with requests_are(Kind.ASKED):
        await queue.admit()
        await asyncio.create_task(_in_background(queue.admit))
        ended = asyncio.create_task(settled())
    await ended
    await queue.admit()
    await queue.admit(Kind.CONNECTION)
    assert [kind for kind, _ in sent.waits] == ["asked", "rest", "rest", "connection"]


async def _in_background(work: Callable[[], Awaitable[None]]) -> None:
    forget_turn()
    await work()


async def test_wait_is_counted_from_when_it_was_wanted(rush: Rush) -> None:
    queue = RequestQueue(rush.clock, per_second=1.2, on_request=rush.sent.note)
    rush.sent.queue = queue
    await queue.admit()
    await rush.sent.ask(Kind.BOARD)
    rush.clock.move(2.0)
    queue.end()
    await settled()
    rush.clock.move(1.0)
    await settled()
    assert rush.sent.waits == [("rest", 0.0), ("board", 3.0)]


async def test_global_limit_stops_everything_for_its_time(clock: HandClock) -> None:
    queue = RequestQueue(clock)
    sent = Sent(queue)
    queue.stop_for(3.0)
    await sent.ask(Kind.CONNECTION)
    clock.move(2.5)
    await settled()
    assert sent.names == []
    clock.move(0.5)
    await settled()
    assert sent.names == ["connection"]


async def test_background_is_held_and_nothing_of_it_lost(clock: HandClock) -> None:
    queue = RequestQueue(clock)
    sent = Sent(queue)
    queue.hold_background(held=True)
    for kind in reversed(Kind):
        await sent.ask(kind)
    foreground = {kind.word for kind in Kind} - {kind.word for kind in BACKGROUND}
    assert set(sent.names) == foreground
    assert queue.waiting(Kind.CARD) == 1
    queue.hold_background(held=False)
    await settled()
    assert sent.names[len(foreground) :] == ["card", "redraw", "rest"]
