"""No screen, file, export or log reveals anything about a day too early.

A driver has people play several days at different times. After each step it searches the screens of
several people for dominoes that they have not seen, and for other people's results.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from bot.cli.parser import COMMANDS
from bot.daily.errors import DailyError
from bot.daily.views import DailyView, Stage
from bot.runtime.log_setup import set_up_log
from tests.daily.knowledge import tiles_in
from tests.daily.looks import Program
from tests.daily.stage import ELSEWHERE, HERE, MONDAY, NAMES, DailyStage
from tests.daily.told import PEOPLE, PRINTING, leaks, view_or_refusal

pytestmark = pytest.mark.slow

LONG = (pytest.mark.long, pytest.mark.timeout(7200))
HOUR = 3600.0
EVERYWHERE = 7
"""Every so many steps, search even where nothing about the daily hand belongs."""
NO_DATABASE = {"run", "practice", "referee", "verify", "solve", "bid", "bidbook", "arena", "player"}
FILES = {"backup", "restore", "warm"}
"""Commands that print only file paths."""


class Driver:
    """Has people play day after day, and searches everything they can see meanwhile."""

    def __init__(
        self, stage: DailyStage, program: Program, people: Sequence[int], randomness: random.Random
    ) -> None:
        self.stage = stage
        self.program = program
        self.people = people
        self.randomness = randomness
        self.steps = 0
        self.found: list[str] = []

    async def play_day(self, day: date) -> None:
        """Have everybody play a few acts at a time, in random order; search after each step.

        The search covers the person who acted and two others; once the day is closed, everybody.
        Some people stop in mid-hand, and finish in the grace period or not at all.
        """
        self.stage.go_to(day, 60)
        await self.stage.turn()
        waiting = [user for user in self.people if self.randomness.random() < 0.9]
        late = list[int]()
        seconds = 60.0
        while waiting:
            user = self.randomness.choice(waiting)
            stage = await self._step(day, user)
            if stage is Stage.PLAYING and self.randomness.random() < 0.05:
                late.append(user)
            if stage in (None, Stage.FINISHED) or user in late:
                waiting.remove(user)
            seconds = min(seconds + 900, 80_000.0)
            self.stage.go_to(day, seconds)
            await self._look(day, user)
        await self._finish(day, late)
        self.stage.go_to(day + timedelta(days=1), HOUR)
        await self.stage.turn()
        await self._look(day, *self.people)

    async def _step(self, day: date, user: int) -> Stage | None:
        """Begin a person's hand or make a few acts; rarely, delete their data instead."""
        view = await view_or_refusal(self.stage, day, user)
        if isinstance(view, DailyError):
            return None
        if self.randomness.random() < 0.01:
            await self.program.own_data.delete(user)
            return None
        if view.stage is Stage.NEW:
            place = self.randomness.choice((HERE, HERE, ELSEWHERE, None))
            first = user == self.people[0]
            return (await self.stage.begin(user, HERE if first else place)).stage
        return await self._act(view)

    async def _act(self, view: DailyView) -> Stage:
        """Make a few random acts in a hand."""
        for _ in range(self.randomness.randrange(2, 9)):
            if view.stage is Stage.PLAYING:
                view = await self.stage.step(
                    view.user_id, lambda seen: self.randomness.choice(seen.legal)
                )
        return view.stage

    async def _finish(self, day: date, late: Sequence[int]) -> None:
        """Finish some hands in the grace period, when the day's hand is still secret."""
        self.stage.go_to(day + timedelta(days=1), HOUR / 2)
        await self.stage.turn()
        await self._look(day, *self.people[:2])
        for user in late:
            if self.randomness.random() < 0.7:
                await self._act(await self.stage.daily.look(user, day))
                await self._look(day, user)

    async def _look(self, day: date, *readers: int) -> None:
        self.steps += 1
        others = self.randomness.sample(self.people, 2)
        self.found += await leaks(
            self.stage,
            self.program,
            day,
            {*readers, *others},
            self.people,
            everywhere=self.steps % EVERYWHERE == 0,
        )


@pytest.mark.parametrize(
    ("first", "days", "people"),
    [(0, 2, 3), pytest.param(0, 25, 6, marks=LONG), pytest.param(25, 25, 6, marks=LONG)],
)
async def test_nobody_sees_anything_too_early(
    stage: DailyStage,
    program: Program,
    first: int,
    days: int,
    people: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    set_up_log("DEBUG", "text")
    driver = Driver(stage, program, PEOPLE[:people], random.Random(first))
    played = [MONDAY + timedelta(days=number) for number in range(first, first + days)]
    for day in played:
        await driver.play_day(day)
        assert driver.found == []
    secrets = [(await stage.day(day)).secret for day in played]
    assert told_by_log(log.getvalue(), secrets) == []
    assert driver.steps > 6 * days
    assert stage.messages.shown


def told_by_log(text: str, secrets: Sequence[bytes]) -> list[str]:
    """Search the program's debug log."""
    found = [f"the log names {name}" for name in (*NAMES.values(), "score=") if name in text]
    shown = [each for each in secrets if each.hex() in text or repr(each)[2:-1] in text]
    return [*found, *map(repr, shown), *map(repr, tiles_in(text))]


def test_every_command_that_reads_the_database_is_searched() -> None:
    looked_at = {command for command, *_ in PRINTING}
    looked_at |= {"export", "close-table", "block", "unblock", "doctor"}
    assert looked_at | NO_DATABASE | FILES == set(COMMANDS)
