"""A wrong clock deletes, opens and closes nothing by date; a right one catches up at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.daily.book import DayBook
from bot.daily.closing import ClosedDays
from bot.daily.days import Calendar
from bot.daily.figures import Background, Figures
from bot.daily.kept import DayHands
from bot.daily.service import DailyService
from bot.link.clock_check import ClockCheck
from bot.runtime.compared_clock import ComparedClock
from bot.runtime.loops import Loops
from bot.runtime.randomness import SeededRandomness
from bot.store.backup import delete_older, old_copies
from bot.tables.model import TableClock
from bot.upkeep.nightly import NightlyBackup
from bot.upkeep.sweeper import Sweeper
from bot.values.experts import ExpertState
from tests.support.clocks import HandClock
from tests.support.daily_house import HOUR as DAY_BEGINS
from tests.upkeep.kept import Kept

TODAY = 1_795_766_400.0
IN_1970 = 40.0
IN_2031 = 1_925_000_000.0
HOUR = 3600.0
DAY = 86_400.0
DAYS = Calendar(DAY_BEGINS)


class Days:
    """A store of days that no one has played."""

    def __init__(self) -> None:
        self.stored: dict[date, Any] = {}
        self.closed: list[date] = []

    async def waking(self, _version: str) -> list[Any]:
        return []

    async def has_unfinished(self, _day: date, _version: str) -> bool:
        return False

    async def daily_reminders_due(self, _day: date) -> list[int]:
        return []

    async def load_day(self, day: date) -> Any:
        return self.stored.get(day)

    async def open_day(self, day: Any) -> Any:
        return self.stored.setdefault(day.date, day)

    async def open_days(self) -> list[Any]:
        return [day for each, day in self.stored.items() if each not in self.closed]

    async def down_time(self, _since: float, _until: float) -> float:
        return 0.0

    async def unsettled_days(self) -> list[date]:
        return []

    async def close_day(self, day: date, _at: float, *, excused: bool) -> None:
        assert not excused
        self.closed.append(day)


class Machine:
    """A bot's work by date, on a clock that can be wrong, with a Discord that knows the time."""

    def __init__(self, folder: Path, date_shown: float) -> None:
        self.system = HandClock(date_shown)
        self.began = self.system.elapsed()
        self.asleep = 0.0
        self.clock = clock = ComparedClock(self.system)
        self.kept = Kept(tables=3)
        self.days = Days()
        self.made = list[float]()
        self.sweeper = Sweeper(self.kept, self.kept, clock, 30, old_copies(folder, 2))
        self.nightly = NightlyBackup(self._make, clock)
        experts: Any = SimpleNamespace(state=ExpertState.READY, version="1")
        days: Any = self.days
        boards: Any = SimpleNamespace(look_soon=lambda: None)
        background = Background(clock)
        unused: Any = None
        hands = DayHands(days, unused, experts, DAYS, clock, TableClock())
        book = DayBook(unused, hands, days, days, days, days, experts, clock, SeededRandomness("a"))
        self.daily = DailyService(
            unused,
            hands,
            days,
            days,
            unused,
            book,
            Figures(days, days, experts, background),
            background,
            experts,
            clock,
            boards,
            ClosedDays(days, clock),
        )
        loops = Loops()
        loops.add(self.sweeper.sweeping, self.nightly.loop, self.daily.loop)
        self.check = ClockCheck(clock, loops)

    @property
    def right_date(self) -> float:
        return TODAY + self.system.elapsed() - self.began + self.asleep

    async def _make(self) -> None:
        self.made.append(self.clock.now())

    async def _nothing(self) -> None:
        pass

    async def _ask(self) -> None:
        date_of_answer = formatdate(self.right_date, usegmt=True)
        self.clock.compare(date_of_answer, self.system.elapsed())

    async def a_minute(self) -> None:
        """Let a minute pass."""
        for _ in range(6):
            for _ in range(30):
                await asyncio.sleep(0)
            self.system.move(10.0)
        for _ in range(30):
            await asyncio.sleep(0)

    def sleep(self, seconds: float) -> None:
        """Suspend the machine: only the date goes on."""
        self.asleep += seconds
        self.system.set(self.system.now() + seconds)

    @property
    def deleted(self) -> int:
        return 3 - self.kept.old["tables"]

    @property
    def today(self) -> date:
        return DAYS.day_at(self.right_date)


@asynccontextmanager
async def running(folder: Path, date_shown: float) -> AsyncIterator[Machine]:
    """Run a bot that was started when its clock showed a date."""
    machine = Machine(folder, date_shown)
    await machine._ask()
    machine.check.start(machine._ask, machine._nothing)
    machine.sweeper.start()
    machine.nightly.start()
    machine.daily.start()
    try:
        yield machine
    finally:
        await machine.check.stop()
        await machine.sweeper.stop()
        await machine.nightly.stop()
        await machine.daily.stop()


def is_idle(machine: Machine) -> bool:
    """Return True if nothing was deleted, made or opened."""
    return not (machine.deleted or machine.made or machine.days.stored or machine.days.closed)


@pytest.mark.parametrize(
    ("shown", "words"), [(IN_1970, "days behind Discord's"), (IN_2031, "days ahead of Discord's")]
)
async def test_start_in_1970_or_2031_deletes_and_opens_nothing_until_the_clock_is_right(
    tmp_path: Path, shown: float, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with running(tmp_path, shown) as machine:
            await machine.a_minute()
            assert is_idle(machine)
            assert words in (await machine.clock.lack() or "")
            assert sum(words in line for line in caplog.messages) == 1
            machine.system.set(machine.right_date)
            await machine.a_minute()
            assert await machine.clock.lack() is None
            assert [*machine.days.stored] == [machine.today]
            await machine.a_minute()
            assert machine.deleted == 3  # they are two months old


async def test_clock_that_is_set_wrong_after_the_start_stops_all_work_by_date(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, TODAY) as machine:
        await machine.a_minute()
        machine.kept.old["tables"] = 3
        machine.system.set(IN_2031)
        for _ in range(3):
            await machine.a_minute()
        assert machine.deleted == 0
        assert not machine.made
        assert [*machine.days.stored] == [machine.today]
        assert not machine.days.closed


async def test_after_20_hours_of_sleep_the_right_day_opens_within_a_minute(tmp_path: Path) -> None:
    async with running(tmp_path, TODAY) as machine:
        await machine.a_minute()
        before = machine.today
        machine.sleep(20 * HOUR)
        await machine.a_minute()
        assert machine.today != before
        assert machine.today in machine.days.stored
        assert machine.days.closed == [before]
        assert len(machine.made) == 1  # the night's copy is late, but made


async def test_clock_an_hour_back_neither_deletes_nor_opens_until_it_is_right(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, TODAY) as machine:
        await machine.a_minute()
        known = [*machine.days.stored]
        machine.kept.old["tables"] = 3
        machine.system.set(machine.system.now() - HOUR)
        for _ in range(2):
            await machine.a_minute()
        assert (machine.deleted, [*machine.days.stored]) == (0, known)
        machine.system.set(machine.right_date)
        await machine.a_minute()
        assert machine.clock.is_right()
        assert machine.today in machine.days.stored


def test_newest_nightly_copies_stay_whatever_their_dates(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.sqlite3").touch()
    assert len(delete_older(tmp_path, 9e9, 2)) == 1
    assert len([*tmp_path.iterdir()]) == 2


async def test_ten_minutes_are_the_most_that_the_clock_may_differ() -> None:
    system = HandClock(TODAY)
    clock = ComparedClock(system)
    assert not clock.is_right()  # nothing is known before the first answer
    for off, right in ((599, True), (-599, True), (601, False), (-601, False)):
        clock.compare(formatdate(TODAY + off, usegmt=True), system.elapsed())
        assert clock.is_right() is right


async def test_slow_answer_does_not_make_a_clock_look_fast() -> None:
    system = HandClock(TODAY)
    clock = ComparedClock(system)
    asked_at = system.elapsed()
    system.move(HOUR)
    clock.compare(formatdate(TODAY + 60, usegmt=True), asked_at)
    assert clock.is_right()


async def test_jump_ends_the_agreement_until_the_next_answer() -> None:
    system = HandClock(TODAY)
    clock = ComparedClock(system)
    clock.compare(formatdate(TODAY, usegmt=True), system.elapsed())
    system.set(IN_2031)
    assert not clock.is_right()
    clock.compare("not a date", system.elapsed())
    clock.compare(None, system.elapsed())
    assert not clock.is_right()
    clock.compare(formatdate(IN_2031, usegmt=True), system.elapsed())
    assert clock.is_right()
