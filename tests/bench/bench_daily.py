"""Measure the screens of the daily hand with thousands of results a day, and the cost of a day.

    python tests/bench/bench_daily.py [--people N] [--postgres URL of an empty database]

The ten previous days have as many results as today. Each figure covers loading, building the view
and writing the words, but not drawing the picture, which a worker does, nor the experts' thinking
(`bench_experts.py`). Calls run one after another.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, text

from bot.asked.hands import HandQuestions
from bot.daily.days import GRACE_SECONDS
from bot.daily.hand import SEAT, daily_rules
from bot.daily.views import DailyView, Stage
from bot.presenter.daily.screen import daily_screen
from bot.presenter.daily.share import compared
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.words.render_context import RenderContext
from bot.store import Store, open_store
from bot.upkeep import sweeper as upkeep
from bot.upkeep.sweeper import Sweeper
from tests.daily.filled import any_act, dealt_out, line_of_play, save_quickly
from tests.support.daily_house import MONDAY, NAMES, DailyHouse
from texas42.engine import format_action, parse_tile

PEOPLE = 10_000
BEFORE = 10
LINES = 60
TIMES = 300
GUESTS = 60
GUEST = 1_000_000
"""The first user id of the people who play during the measurement."""
TODAY = MONDAY + timedelta(days=BEFORE)
CONTEXT = RenderContext()
ASKED = [parse_tile(tile) for tile in ("66", "65", "64", "63", "62", "61", "60")]


def report(name: str, taken: list[float]) -> None:
    """Print the median and the 99th percentile of times in milliseconds."""
    cuts = quantiles(taken, n=100, method="inclusive")
    print(f"{name:<34} p50 {cuts[49]:7.2f} ms   p99 {cuts[98]:7.2f} ms")


async def measure(days: Days, name: str, works: Iterable[Callable[[], Awaitable[object]]]) -> None:
    """Time each call and report; its background work ends before the next call starts."""
    taken = []
    for work in works:
        start = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - start) * 1000)
        await days.house.settle()
    report(name, taken)


class Days:
    """An installation with many results on each day."""

    def __init__(self, store: Store, people: int) -> None:
        self.house = DailyHouse(store)
        self.house.experts.choose_by = lambda view: any_act(view, self.randomness)
        self.store = store
        self.people = people
        self.randomness = random.Random(1)

    async def fill(self, day: date) -> None:
        """Open a day, closing earlier ones, and save a finished hand for everybody."""
        self.house.go_to(day, 3600)
        await self.house.turn()
        stored = await self.house.day(day)
        lines = [line_of_play(stored, self.randomness) for _ in range(LINES)]
        par = [
            replace(each, outcome=replace(each.outcome, par=0)) for each in lines if each.outcome
        ]
        await save_quickly(self.store, dealt_out(par, range(1, self.people + 1), self.randomness))

    def readers(self, count: int) -> list[int]:
        """Choose some people who have finished every day."""
        return [self.randomness.randrange(1, self.people + 1) for _ in range(count)]

    async def look(self, user_id: int, day: date | None = None) -> None:
        """Build the screen of /daily."""
        daily_screen(await self.house.daily.look(user_id, day), CONTEXT, may_share=True)

    async def begin(self, user_id: int) -> None:
        """Press Play."""
        daily_screen(await self.house.daily.begin(user_id, NAMES.get(user_id, "Guest")), CONTEXT)

    async def act(self, view: DailyView, taken: list[float]) -> DailyView:
        """Bid or play at random, and wait for the experts."""
        assert view.panel is not None
        assert view.panel.view is not None
        seen = view.panel.view
        words = format_action(any_act(seen, self.randomness), daily_rules())
        start = time.perf_counter()
        after = await self.house.act_on(view.user_id, view.date, words, phase=seen.phase)
        daily_screen(after, CONTEXT, may_share=True)
        taken.append((time.perf_counter() - start) * 1000)
        await self.house.settle()
        return await self.house.daily.look(view.user_id, view.date)

    async def play(self, user_id: int, taken: list[float]) -> None:
        """Play a whole hand."""
        await self.house.daily.begin(user_id, "Guest")
        await self.house.settle()
        view = await self.house.daily.look(user_id)
        while view.stage is Stage.PLAYING:
            assert view.panel is not None
            assert view.panel.view is not None
            assert view.panel.view.to_act == SEAT
            view = await self.act(view, taken)

    async def replay(self, user_id: int, day: date) -> None:
        """Step to the middle of a replay."""
        replay_screen(await self.house.replay(user_id, day), ReplayPlace(12), CONTEXT)

    async def compare(self, user_id: int, friend_id: int) -> None:
        """Compare two people."""
        found = await self.house.daily.compare(user_id, friend_id)
        compared(found, daily_rules(), ("Ana", "Bo"), CONTEXT)


class NoTables:
    """A fake in which nobody sits at a table."""

    async def tables_of(self, user_id: int) -> list[object]:
        del user_id
        return []


async def screens(days: Days) -> None:
    """Time each screen, first of the current day, then of a closed one."""
    yesterday = TODAY - timedelta(days=1)
    readers = days.readers(TIMES)
    guests = range(GUEST, GUEST + TIMES)
    asked = HandQuestions(None, NoTables(), days.house.daily)  # type: ignore[arg-type]
    await measure(days, "look, not begun", (partial(days.look, user) for user in guests))
    await measure(days, "look, finished, day on", (partial(days.look, user) for user in readers))
    await measure(days, "begin", (partial(days.begin, user) for user in guests))
    await measure(days, "look, in play", (partial(days.look, user) for user in guests))
    lookup = asked.require_not_in_play
    await measure(days, "/bid-this: in play?", (partial(lookup, user, ASKED) for user in readers))
    await measure(
        days, "end, day closed, with field", (partial(days.look, u, yesterday) for u in readers)
    )
    await measure(days, "replay", (partial(days.replay, user, yesterday) for user in readers))
    pairs = zip(readers, days.readers(TIMES), strict=True)
    await measure(days, "compare", (partial(days.compare, *pair) for pair in pairs))
    sunday = TODAY - timedelta(days=TODAY.weekday() + 1)
    await measure(
        days, "end of a Sunday, with the week", (partial(days.look, u, sunday) for u in readers)
    )


async def whole_hands(days: Days) -> None:
    """Have some people play whole hands; time their acts and the total CPU."""
    acts: list[float] = []
    cpu = time.process_time()
    for user in range(2 * GUEST, 2 * GUEST + GUESTS):
        await days.play(user, acts)
    cpu = (time.process_time() - cpu) / GUESTS
    report("act", acts)
    print(
        f"{'CPU of a hand, experts aside':<34} {cpu * 1000:7.1f} ms; "
        f"a day of {days.people} hands {cpu * days.people:.0f} s"
    )


class Writes:
    """Records how long transactions that write take."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def store_used(self, operation: str, seconds: float, *, failed: bool) -> None:
        """Record a duration."""
        if operation == "write" and not failed:
            self.taken.append(seconds * 1000)

    def table_saved(self, acts: int, *, hand: bool, game: str | None) -> None:
        """Do nothing."""


async def ends(days: Days) -> None:
    """Time the transactions of a day's close, and of deleting its details."""
    house = days.house
    house.go_to(TODAY + timedelta(days=1), GRACE_SECONDS + 1)
    upkeep.PAUSE_SECONDS = 0.0
    sweeper = Sweeper(days.store.retention, days.store.servers, house.clock, 0, no_copies)
    for name, work in (("close a day", house.turn), ("sweep all days", sweeper.sweep)):
        writes = Writes()
        days.store.database.observer = writes
        await work()
        days.store.database.observer = None
        number = len(writes.taken)
        print(f"{name:<34} max {max(writes.taken):7.2f} ms of write time, {number} transactions")


async def no_copies(before: float) -> int:
    """Return that there are no copies of the database."""
    del before
    return 0


def size_of(connection: Connection) -> int:
    """Return the size of the database in bytes."""
    if connection.dialect.name == "sqlite":
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return int(connection.execute(text(pages)).scalar_one())
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


async def run(url: str, people: int) -> None:
    """Fill the days, and print the figures."""
    store = await open_store(url)
    days = Days(store, people)
    await days.house.start()
    print(f"{url.split(':')[0]}, {people} results a day, {BEFORE} days before")
    try:
        for number in range(BEFORE):
            await days.fill(MONDAY + timedelta(days=number))
        before = await store.database.read(size_of)
        await days.fill(TODAY)
        size = await store.database.read(size_of) - before
        print(f"{'database of a day':<34} {size / 1e6:7.2f} MB, {size / people:.0f} bytes a hand")
        await screens(days)
        await whole_hands(days)
        await ends(days)
    finally:
        await days.house.stop()
        await store.close()


async def main() -> None:
    """Measure SQLite, or the given PostgreSQL."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--postgres")
    given = parser.parse_args()
    if given.postgres:
        await run(given.postgres, given.people)
        return
    with tempfile.TemporaryDirectory() as folder:
        await run(f"sqlite:///{folder}/daily.sqlite3", given.people)


if __name__ == "__main__":
    asyncio.run(main())
