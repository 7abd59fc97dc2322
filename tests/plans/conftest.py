"""Plans on a real store and real tables; only their messages and threads are fakes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.plans.model import Plan, Said
from bot.plans.service import Plans
from bot.tables.errors import NoThread, ThreadRefusal
from bot.values.server_presets import ChosenRules
from bot.values.undelivered import Delivery
from tests.support.house import GUILD, NAMES, HandClock, House

ZONE = "America/Chicago"
CHANNEL = 900
THREAD = 901


class Cards:
    """Messages of plans, as a list of what happened."""

    def __init__(self) -> None:
        self.shown: list[Plan] = []
        self.called: list[tuple[int, ...]] = []
        self.uncalled = 0
        self.delivery = Delivery.SENT

    async def post(self, plan: Plan) -> None:
        self.shown.append(plan)

    async def show(self, plan: Plan) -> Delivery:
        self.shown.append(plan)
        return self.delivery

    async def call(self, plan: Plan) -> Delivery:
        self.called.append(tuple(each.user_id for each in plan.seated))
        return self.delivery

    async def uncall(self, plan: Plan) -> None:
        self.uncalled += 1


class Threads:
    """Threads, if they are possible."""

    def __init__(self) -> None:
        self.possible = True

    async def open_place(self, plan: Plan) -> int:
        if not self.possible:
            raise NoThread("", ThreadRefusal.KIND)
        return THREAD


class Planner:
    """Plans of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cards = Cards()
        self.threads = Threads()
        self.asked = ChosenRules("42", {})
        self.plans = Plans(
            house.store.plans, house.tables, self.cards, self.threads.open_place, house.clock
        )

    async def make(self, user: int, local: str, *named: int, weekly: bool = False) -> Plan:
        people: Mapping[int, str] = {each: NAMES[each] for each in named}
        return await self.plans.make(
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=user,
            name=NAMES[user],
            asked=self.asked,
            first=local,
            zone=ZONE,
            weekly=weekly,
            named=people,
        )

    async def say(self, plan: Plan, said: Said, *users: int) -> Plan | None:
        now = await self.house.store.plans.plan(plan.plan_id)
        assert now is not None
        for user in users:
            now = await self.plans.answer(plan.plan_id, now.date_no, user, NAMES[user], said, GUILD)
        return now

    async def at(self, local: str) -> None:
        """Set the clock to a time in the planner's zone, and do what is due."""
        now = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(ZONE)).timestamp()
        self.house.clock.set(now)
        await self.look()

    async def look(self) -> None:
        while await self.house.store.plans.due_plans(self.house.clock.now(), 1):
            before = self.house.clock.now()
            await self.plans._step()
            if await self.is_stuck(before):
                return

    async def is_stuck(self, now: float) -> bool:
        """Return True if all that is still due is to be tried again later."""
        return not await self.house.store.plans.due_plans(now, 1)

    async def plan(self, plan: Plan) -> Plan | None:
        return await self.house.store.plans.plan(plan.plan_id)


@pytest.fixture
async def planner(tmp_path: Path) -> AsyncIterator[Planner]:
    start = datetime(2027, 3, 1, 12, tzinfo=ZoneInfo(ZONE)).timestamp()
    house = await House.build(tmp_path / "plans.sqlite3", HandClock(start))
    yield Planner(house)
    await house.stop()
