"""Places, par, weeks and streaks on the screens equal a plain recount of the stored records."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.daily.errors import DailyError
from bot.daily.views import DailyView
from bot.presenter.daily.screen import daily_screen
from bot.presenter.words.spec import Container, Text
from bot.values.experts import ExpertState
from tests.daily.filled import dealt_out, line_of_play, save
from tests.daily.recount import WORDS, Fields, Records, plain_par
from tests.support.daily_house import CALENDAR, MONDAY, DailyHouse, installed
from texas42.engine import Deal

pytestmark = pytest.mark.slow

LINES = 12
HOUR = 3600.0
FIRST_USER = 1_000
LONG = (pytest.mark.long, pytest.mark.timeout(7200))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[DailyHouse]:
    async with installed(tmp_path) as running:
        running.experts.choose_by = lambda view: view.legal[0]

        async def par(deal: Deal) -> int:
            return plain_par(deal)

        running.experts.par = par  # type: ignore[method-assign]
        yield running


class Town:
    """People with different habits who play day after day."""

    def __init__(self, house: DailyHouse, file: Path, people: int, seed: int) -> None:
        self.house = house
        self.file = file
        self.randomness = random.Random(seed)
        self.compared = 0
        self.closed: Fields = {}
        users = range(FIRST_USER, FIRST_USER + people)
        self.habits = {user: self.randomness.choice((0.3, 0.6, 0.9, 1.0)) for user in users}

    async def day(self, day: date) -> None:
        """Begin a day, close the day before, and have people play early, late, or not at all."""
        kind = self.randomness.random()
        self.house.experts.state = ExpertState.MISSING if kind < 0.06 else ExpertState.READY
        self.house.go_to(day, 60)
        await self.house.turn()
        if kind < 0.06:
            return
        if kind < 0.12:
            await self._withdraw(day)
            return
        who = [user for user, habit in self.habits.items() if self.randomness.random() < habit]
        early = len(who) // 8
        upgraded = len(who) // 2 if kind > 0.85 else len(who)
        await self._play(day, who[:early], finish=True)
        self.house.go_to(day, HOUR)
        await self.house.turn()
        await self._play(day, who[early:upgraded], finish=True)
        if upgraded < len(who):
            self.house.experts.version += "+"
            await self._play(day, who[upgraded:], finish=True)
        others = [user for user in self.habits if user not in who]
        await self._play(day, others[: len(others) // 4], finish=False)

    async def _withdraw(self, day: date) -> None:
        """Withdraw the day: the experts fail before anybody has begun."""
        self.house.experts.state = ExpertState.MISSING
        with pytest.raises(DailyError):
            await self.house.daily.look(FIRST_USER)
        assert day not in (await self.house.store.day_scores.days_played(0)).offered

    async def _play(self, day: date, users: list[int], *, finish: bool) -> None:
        stored = await self.house.day(day)
        version = self.house.experts.version
        lines = [line_of_play(stored, self.randomness, version) for _ in range(LINES)]
        if not finish:
            lines = [replace(x, acts=x.acts[:9], finished_at=None, outcome=None) for x in lines]
        await save(self.house.store, dealt_out(lines, users, self.randomness))

    def note_closed(self) -> None:
        """Note everybody's results on the days that have just closed."""
        records = Records(self.file)
        for day, field in records.lines.items():
            if records.is_closed(day):
                self.closed.setdefault(day, field)

    async def forget(self, user: int) -> None:
        """Delete a person's data; they never play again."""
        del self.habits[user]
        await self.house.store.own_data.begin_deletion(user, [], self.house.clock.now())
        while await self.house.store.own_data.delete_some(user, 10):
            pass

    async def compare(self, day: date, most: int) -> list[str]:
        """Compare the recount with the screens of some people who finished a closed day."""
        await self._count_par(day, most)
        records = Records(self.file, self.closed)
        sunday = day + timedelta(days=6 - day.weekday())
        is_over = self.house.clock.now() >= CALENDAR.closes(sunday)
        wrong = []
        for user in self._some(records, day, most):
            shown = lines_of(await self.house.daily.look(user, day))
            expected = records.expected(user, day, week_is_over=is_over)
            wrong += [f"{day} {user}: {x} not in {shown}" for x in expected if x not in shown]
            self.compared += 1
        return wrong

    async def _count_par(self, day: date, most: int) -> None:
        """Open each screen once, so that par is computed."""
        for user in self._some(Records(self.file), day, most):
            await self.house.daily.look(user, day)
        await self.house.settle()

    def _some(self, records: Records, day: date, most: int) -> list[int]:
        finished = sorted(records.lines.get(day, ()))
        return random.Random(day.toordinal()).sample(finished, min(most, len(finished)))


def lines_of(view: DailyView) -> list[str]:
    """List the lines of an end screen, and what it says of par by itself."""
    screen = daily_screen(view, WORDS)
    frames = [part for part in screen.body if isinstance(part, Container)]
    texts = [part.markdown for frame in frames for part in frame.children if isinstance(part, Text)]
    said = "\n".join(texts).split("\n")
    return [*said, *(line.rpartition(", ")[2].lower() for line in said)]


@pytest.mark.parametrize(
    ("people", "days", "most"), [(20, 10, 6), pytest.param(1000, 60, 60, marks=LONG)]
)
async def test_screens_equal_a_recount_of_the_records(
    house: DailyHouse, tmp_path: Path, people: int, days: int, most: int
) -> None:
    town = Town(house, tmp_path / "daily.sqlite3", people, 5)
    wrong = []
    for number in range(days):
        day = MONDAY + timedelta(days=number)
        await town.day(day)
        house.go_to(day, 2 * HOUR)
        await house.turn()
        town.note_closed()
        if number % 7 == 3:
            await town.forget(min(town.habits))
        for back in (1, 8):  # the day that has just closed, and the same weekday a week earlier
            before = day - timedelta(days=back)
            if before >= MONDAY:
                wrong += await town.compare(before, most)
    assert wrong == []
    assert town.compared > 5 * days
