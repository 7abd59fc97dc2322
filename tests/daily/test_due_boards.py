"""Boards that are looked at only when something marks them show what boards of every look show."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.daily.boards import LONGEST_SECONDS, LOOK_SECONDS, DailyBoards
from bot.daily.days import DAY_SECONDS, GRACE_SECONDS
from bot.daily.model import StoredHand
from bot.daily.views import DayBoard
from bot.store import Store
from bot.store.errors import Conflict
from bot.values.experts import ExpertState
from bot.values.posted import PostedKind
from tests.store.databases import newest_postgres, postgres, store, url
from tests.store.samples import forget, game, hand, save_played_table, sweep_days
from tests.support.daily_house import ANA, CALENDAR, CHANNEL, HERE, MONDAY, DailyHouse, list_people

from .filled import line_of_play, save
from .former_boards import FormerBoards, Key, words_of

__all__ = ["newest_postgres", "postgres", "store", "url"]

pytestmark = pytest.mark.slow

SERVERS = (5, 6, 7)
PEOPLE = range(7001, 7009)
LINES = 5
ACTS_A_DAY = 9
LONG = (pytest.mark.long, pytest.mark.timeout(7200))


@pytest.fixture
async def house(store: Store) -> AsyncIterator[DailyHouse]:
    running = DailyHouse(store)
    await running.start()
    yield running
    await running.stop()


class Town:
    """Servers whose people play, hide, forget themselves, and are watched by managers."""

    def __init__(self, house: DailyHouse, seed: int) -> None:
        self.house = house
        self.randomness = random.Random(seed)
        self.former = FormerBoards(house.store, CALENDAR, house.clock)
        self.former.refusing = house.messages.closed
        self.lines: dict[date, list[StoredHand]] = {}
        self.tables = 0
        self.compared = 0
        self.acts: list[tuple[int, Callable[[], Coroutine[Any, Any, object]]]] = [
            (12, self.play),
            (2, self.hide),
            (4, self.finish_a_game),
            (2, self.choose_channel),
            (1, self.switch_leaderboards),
            (1, self.forget),
            (1, self.delete_message),
            (1, self.refuse),
            (2, self.restart),
            (1, self.close_later),
            (1, self.sweep),
        ]

    async def day(self, day: date) -> None:
        """Let a day begin, the one before close, and things happen before and after that."""
        self.house.experts.state = ExpertState.READY
        if self.randomness.random() < 0.08:  # the bot is down all day, or has no experts
            self.house.experts.state = ExpertState.MISSING
        self.house.go_to(day)
        await self.turn()
        weights = [weight for weight, _ in self.acts]
        for number in range(ACTS_A_DAY):
            if number == 2:
                self.house.go_to(day, GRACE_SECONDS + self.randomness.choice((1, 40_000)))
                await self.turn()
            await self.randomness.choices(self.acts, weights)[0][1]()
            await self.compare()

    async def turn(self) -> None:
        """Open, close and count days."""
        await self.house.turn()
        while await self.house.daily._closed.settle_newest():
            pass
        await self.former.note_closed()

    async def compare(self) -> None:
        """Look at the boards, again a minute later, and compare them."""
        await self.step()
        await self.former.look()
        self.house.clock.time += LOOK_SECONDS + 1
        await self.step()
        await self.former.look()
        assert self.shown() == self.former.shown
        self.compared += len(self.former.shown)

    async def step(self) -> None:
        await self.house.boards._step()

    def shown(self) -> dict[Key, str]:
        """Write what each board says."""
        messages = self.house.messages
        return {
            (key.part, date.fromisoformat(key.about), key.kind is PostedKind.WEEK_BOARD): words_of(
                messages.shown[message_id]
            )
            for key, message_id in messages._posted.items()
        }

    async def play(self) -> None:
        """Have somebody, or several, finish a hand of an open day."""
        for day in await self.house.store.days.open_days():
            if day.date not in self.lines:
                self.lines[day.date] = [line_of_play(day, self.randomness) for _ in range(LINES)]
            for person in self.randomness.sample(PEOPLE, self.randomness.choice((1, 1, 6))):
                line = self.randomness.choice(self.lines[day.date])
                hand = replace(
                    line,
                    user_id=person,
                    name=self.randomness.choice(("Ana", "Bo", f"P{person}")),
                    version=self.randomness.choice(("one", "one", "two")),
                    guild_id=self.randomness.choice((*SERVERS[:1] * 4, *SERVERS, None)),
                    finished_at=self.house.clock.now() + person / 1e4,
                )
                try:
                    await save(self.house.store, [hand])
                except Conflict:
                    continue

    async def hide(self) -> None:
        """Have somebody leave the leaderboards, or join them again."""
        shown = self.randomness.random() < 0.6
        person = self.randomness.choice(PEOPLE)
        await self.house.store.people.save_choices(person, on_leaderboards=shown)

    async def finish_a_game(self) -> None:
        """Have people finish a game on a server; with the first one they are listed."""
        four = tuple(self.randomness.sample(PEOPLE, 4))
        at = self.house.clock.now()
        self.tables += 1
        await save_played_table(
            self.house.store,
            f"table{self.tables}",
            [hand(players=four, at=at)],
            game(players=four, at=at),
            guild_id=self.randomness.choice(SERVERS),
        )

    async def choose_channel(self) -> None:
        """Have a manager choose a channel for the boards, or none."""
        server = self.randomness.choice(SERVERS)
        channel = self.randomness.choice((None, 10 * server, 10 * server, 10 * server + 1))
        await self.house.store.servers.save_server_settings(server, daily_channel=channel)

    async def switch_leaderboards(self) -> None:
        """Have a manager switch a server's leaderboards on or off."""
        on = self.randomness.random() < 0.7
        server = self.randomness.choice(SERVERS)
        await self.house.store.servers.save_server_settings(server, leaderboards=on)

    async def forget(self) -> None:
        """Delete a person's data."""
        await forget(self.house.store, self.randomness.choice(PEOPLE))

    async def delete_message(self) -> None:
        """Have a moderator delete a board."""
        if shown := self.shown():
            key = self.randomness.choice(sorted(shown))
            kind = PostedKind.WEEK_BOARD if key[2] else PostedKind.DAY_BOARD
            self.former.deleted.add(key)
            for posted, message_id in self.house.messages._posted.items():
                if (posted.kind, posted.about, posted.part) == (kind, key[1].isoformat(), key[0]):
                    self.house.messages.deleted.add(message_id)

    async def refuse(self) -> None:
        """Have a channel refuse messages while people play."""
        closed = self.house.messages.closed
        closed.add(10 * self.randomness.choice(SERVERS))
        await self.play()
        await self.step()
        await self.former.look()
        closed.clear()
        self.house.clock.time += LONGEST_SECONDS

    async def restart(self) -> None:
        """Kill the process, sometimes between a finished hand and its board, or between boards."""
        messages = self.house.messages
        if self.randomness.random() < 0.7:
            await self.play()
        if self.randomness.random() < 0.5:
            left = self.randomness.randrange(3)

            class Killed(BaseException):
                pass

            async def show(*given: Any) -> Any:
                nonlocal left
                left -= 1
                if left < 0:
                    raise Killed
                return await messages.show(*given)

            killed = DailyBoards(self.house.store.day_boards, messages, CALENDAR, self.house.clock)
            killed._messages = type("Dying", (), {"show": staticmethod(show)})()
            with suppress(Killed):
                await killed._step()
        self.house.boards = DailyBoards(
            self.house.store.day_boards, messages, CALENDAR, self.house.clock
        )

    async def close_later(self) -> None:
        """Let an open day close a day later than usual."""
        for day in await self.house.store.days.open_days():
            if day.closes_at is None:
                later = CALENDAR.closes(day.date) + DAY_SECONDS
                await self.house.store.days.extend_day(day.date, later)

    async def sweep(self) -> None:
        """Delete what is stored of old days, with the shortest retention time."""
        await sweep_days(self.house.store, self.house.clock.now() - 3 * DAY_SECONDS)


@pytest.mark.parametrize(
    ("seed", "days"), [(1, 12), *(pytest.param(n, 60, marks=LONG) for n in range(2, 22))]
)
async def test_boards_show_what_a_look_at_every_row_shows(
    house: DailyHouse, seed: int, days: int
) -> None:
    town = Town(house, seed)
    for server in SERVERS[:2]:
        await house.store.servers.save_server_settings(server, daily_channel=10 * server)
    for number in range(days):
        await town.day(MONDAY + timedelta(days=number))
    assert any(week for _, _, week in town.former.shown)
    assert town.compared > 20 * days


async def test_of_several_processes_the_one_that_leads_writes_a_board(house: DailyHouse) -> None:
    await list_people(house, ANA)
    other = DailyBoards(
        house.store.day_boards, house.messages, CALENDAR, house.clock, lambda: not house.leads
    )
    await house.play_day(ANA, guild_id=HERE)
    for leads in (False, True):
        house.leads = leads
        await asyncio.gather(other._step(), house.boards._step())
    assert house.messages.sent == [("post", CHANNEL)]


async def test_boards_show_a_day_that_closes_later(house: DailyHouse) -> None:
    await list_people(house, ANA)
    await house.play_day(ANA, guild_id=HERE)
    await house.boards._step()
    later = CALENDAR.closes(MONDAY) + DAY_SECONDS
    await house.store.days.extend_day(MONDAY, later)
    await house.boards._step()
    (board,) = house.messages.shown.values()
    assert isinstance(board, DayBoard)
    assert board.closes_at == later


async def test_refused_board_is_tried_again_after_longer_and_longer_pauses(
    house: DailyHouse,
) -> None:
    await list_people(house, ANA)
    house.messages.closed.add(CHANNEL)
    await house.play_day(ANA, guild_id=HERE)
    for _ in range(4 * 60):
        await house.boards._step()
        house.clock.time += LOOK_SECONDS
    assert 6 <= len(house.messages.sent) <= 10
    await house.boards.look_again(HERE)
    house.messages.closed.clear()
    await house.boards._step()
    assert house.messages.shown
