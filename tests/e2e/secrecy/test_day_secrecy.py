"""Nobody is told anything about a day's hand too early, whichever way they try.

    python -m pytest -m long tests/e2e/secrecy/test_day_secrecy.py

A driver has people play several days at different times. After each step it has several of them
try ways out of a table, and compares what everybody was told with what they may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from random import Random

import pytest

from bot.cli.parser import COMMANDS
from discord_sandbox.client.simulated_user import SimulatedUser

from . import inside
from .attempts import Role
from .town import MONDAY, UNLISTED, Town
from .ways import COMMANDS as TRIED
from .ways import HOST, WAYS, Way, leaks, role_of

LONG = (pytest.mark.long, pytest.mark.timeout(7200))
SUNDAY = 6
HOUR = 3600.0
GRACE = HOUR / 2
LATEST = 80_000.0
STEP_SECONDS = 900.0
AT_ONCE = 3
THOROUGHLY = 5
"""So many ways somebody tries after a step: those that were tried least often in their role."""
NO_DATABASE = {"run", "practice", "referee", "verify", "solve", "bid", "bidbook", "arena", "player"}
FILES = {"restore", "warm"}
"""Commands that print only the paths of files."""
PEOPLES = [way for way in WAYS if way.roles != HOST]
HOSTS = [way for way in WAYS if way.roles == HOST]


class Driver:
    """Has people play day after day, and try to learn more meanwhile.

    `thoroughly`: they try more ways, and after each step instead of every other one; and everybody
    tries every way twice each Sunday.
    """

    def __init__(self, town: Town, people: int, choice: Random, *, thoroughly: bool) -> None:
        self.town = town
        self.people = town.people[:people]
        self.others = (*self.people, town.onlooker)
        self.choice = choice
        self.thoroughly = thoroughly

    async def note_usual(self) -> None:
        """Have everybody try the ways in which no day counts, before anybody plays."""
        for person in self.others:
            await self._tell(MONDAY, person, [way for way in PEOPLES if not way.counts_days])

    async def play_day(self, day: date) -> None:
        """Have most people play a few acts at a time, in random order.

        Some stop mid-hand, and finish in the grace period or not at all.
        """
        town = self.town
        await town.go_to(day, 60)
        waiting = [each for each in self.people if self.choice.random() < 0.9]
        late = list[SimulatedUser]()
        seconds = 60.0
        await self._try_everything(day)
        while waiting:
            person = self.choice.choice(waiting)
            goes_on = await self._step(person)
            if goes_on and self.choice.random() < 0.1:
                late.append(person)
            if not goes_on or person in late:
                waiting.remove(person)
            seconds = min(seconds + STEP_SECONDS, LATEST)
            await town.go_to(day, seconds)
            if self.thoroughly or self.choice.random() < 0.5:
                await self._look(day, self.choice.choice((person, person, *self.others)))
        await self._try_everything(day)
        await self._finish(day, late)
        await town.go_to(day + timedelta(days=1), HOUR + 1)
        await self._look(day, *self.others)

    async def _step(self, person: SimulatedUser) -> bool:
        """Begin a hand or make a few acts; return False once there is nothing left to do.

        Somebody may also delete their data. It is always the same one, who is on no leaderboard.
        """
        town = self.town
        if person is town.people[UNLISTED] and self.choice.random() < 0.05:
            await town.forget(person)
            return False
        if await town.begin(person, by_dm=self.choice.random() < 0.3):
            return True
        for _ in range(self.choice.randrange(2, 9)):
            if not await town.act(person, self.choice):
                return False
        return True

    async def _finish(self, day: date, late: Sequence[SimulatedUser]) -> None:
        """Finish most hands in the grace period, when the day's hand is still secret."""
        tomorrow = day + timedelta(days=1)
        await self.town.go_to(tomorrow, GRACE)
        await self._look(day, self.people[0], self.town.onlooker)
        for person in late:
            if self.choice.random() < 0.7:
                await self.town.finish(person, self.choice)
                await self._look(day, person)
                await self._look(tomorrow, person)

    async def _try_everything(self, day: date) -> None:
        if self.thoroughly and day.weekday() == SUNDAY:
            for person in self.others:
                await self._tell(day, person, PEOPLES)
            await self._tell(day, self.town.onlooker, HOSTS)

    async def _look(self, day: date, *people: SimulatedUser) -> None:
        for person in people:
            known = await inside.read_day(self.town.stage, day)
            assert known is not None
            role = role_of(known, person.id)
            tried = self.town.tried
            order = sorted(PEOPLES, key=lambda way: (tried[way.name, role], self.choice.random()))
            most = THOROUGHLY if self.thoroughly else AT_ONCE
            await self._tell(day, person, [way for way in order if role in way.roles][:most])
        hosts = sorted(HOSTS, key=lambda way: self.town.tried[way.name, Role.HOST])
        await self._tell(day, self.town.onlooker, hosts[:1])

    async def _tell(self, day: date, person: SimulatedUser, ways: Iterable[Way]) -> None:
        found = await leaks(self.town, day, person, ways)
        assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("first", "days", "people"),
    [(0, 2, 2), *(pytest.param(first, 10, 6, marks=LONG) for first in range(0, 50, 10))],
)
async def test_nobody_is_told_anything_too_early(
    town: Town, first: int, days: int, people: int
) -> None:
    driver = Driver(town, people, Random(first), thoroughly=days > 2)
    await driver.note_usual()
    for number in range(first, first + days):
        await driver.play_day(MONDAY + timedelta(days=number))
    every = {(way.name, role) for way in WAYS for role in way.roles}
    tried = set(+town.tried)
    assert tried == every if driver.thoroughly else len(tried) > len(every) / 3
    print(f"{days} days, {people} people: {sum(town.tried.values())} attempts")


def test_every_command_that_reads_the_database_is_tried() -> None:
    assert {command for command, *_ in TRIED} | NO_DATABASE | FILES == set(COMMANDS)
