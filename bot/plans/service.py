"""Plans: made and answered by people, carried out by a loop. Each step is saved before it shows."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.runtime.keyed_locks import KeyedLocks
from bot.runtime.loops import Loop
from bot.store.errors import StoreFailure
from bot.store.plans.plans import PlanStore
from bot.tables.company.errors import NoInvitation
from bot.tables.errors import ChannelBusy, DiscordError, NoThread, TryAgain
from bot.tables.house_rules import table_rules
from bot.tables.model import Place
from bot.tables.ports import log_failure, store_errors_as_try_again
from bot.tables.service import TableService
from bot.values.clock import Clock
from bot.values.server_presets import ChosenRules
from bot.values.undelivered import Delivery

from .errors import NoSuchPlan, NotNamed, NotPlanner, TimeOver, TooManyNamed, TooManyPlans
from .model import (
    AT_ONCE,
    CALL_SECONDS,
    LATE_SECONDS,
    MOST_DAYS,
    MOST_IDLE,
    MOST_NAMED,
    MOST_OF_PERSON,
    MOST_OF_SERVER,
    Answer,
    Full,
    Outcome,
    Plan,
    Said,
    answers_of,
    date_of,
    next_step,
)
from .ports import PlanMessages

_LOG = logging.getLogger(__name__)
DAY = 86_400.0
LOOK_SECONDS = 60.0
"""How long a card may lag behind a change by another process."""
RETRY_SECONDS = 30.0
TOGETHER = 100


class Plans:
    """Makes, answers and carries out plans.

    `open_place` opens a thread in a plan's channel and returns its id; it raises NoThread and
    DiscordError. `is_ours`: True if this process, of several, serves a server.
    """

    def __init__(
        self,
        store: PlanStore,
        tables: TableService,
        messages: PlanMessages,
        open_place: Callable[[Plan], Awaitable[int]],
        clock: Clock,
        is_ours: Callable[[int], bool] = lambda _guild_id: True,
    ) -> None:
        self._store = store
        self._tables = tables
        self._messages = messages
        self._open_place = open_place
        self._clock = clock
        self._is_ours = is_ours
        self._locks = KeyedLocks()  # by plan
        self._changed: set[str] = set()
        self.loop = Loop("plans", self._step, clock, expected=(StoreFailure, TryAgain))

    def start(self) -> None:
        """Carry plans out in the background, those first that are overdue."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    def now(self) -> float:
        """Return the time by which plans come, in Unix seconds."""
        return self._clock.now()

    # What people ask -------------------------------------------------------------------------

    async def make(
        self,
        *,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        asked: ChosenRules,
        first: str,
        zone: str,
        weekly: bool,
        named: Mapping[int, str],
    ) -> Plan:
        """Plan a table, with its planner in. `named`: whom it is for; everybody if empty.

        Whom the planner has blocked is left out.
        Raises TimeOver, TooManyNamed, TooManyPlans, the library's errors, and what `post` raises.
        """
        now = self._clock.now()
        at = date_of(first, zone, 0)
        if not now < at <= now + MOST_DAYS * DAY:
            raise TimeOver(MOST_DAYS)
        blocked = await self._tables.blocks.blocked_among(user_id, named)
        others = {other: named[other] for other in named if other not in {user_id, *blocked}}
        if len(others) > MOST_NAMED:
            raise TooManyNamed(MOST_NAMED)
        seats = table_rules(asked.game, asked.rules).game.seats
        people = (
            Answer(user_id, name, Said.IN, 1),
            *(Answer(other, called) for other, called in others.items()),
        )
        plan = Plan(
            secrets.token_hex(5),
            guild_id,
            channel_id,
            user_id,
            name,
            asked.game,
            asked.rules,
            first,
            zone,
            weekly,
            bool(others),
            seats,
            now,
            at,
            best_of=asked.best_of,
            called=at - now < CALL_SECONDS,  # whoever is in has only just said so
            people=people,
        )
        with store_errors_as_try_again():
            full = await self._store.add_plan(plan)
        if full is Full.PERSON:
            raise TooManyPlans(MOST_OF_PERSON, everyone=False)
        if full is Full.SERVER:
            raise TooManyPlans(MOST_OF_SERVER, everyone=True)
        try:
            async with self._locks.hold(plan.plan_id):
                await self._messages.post(plan)
                await self._store.set_due(plan, next_step(plan))
        except BaseException:
            await self._store.drop_plan(plan.plan_id)
            raise
        self.loop.wake()
        return plan

    async def answer(
        self, plan_id: str, date_no: int, user_id: int, name: str, said: Said, guild_id: int | None
    ) -> Plan:
        """Save what a person says to a date. Raises NoSuchPlan, NotNamed and NoInvitation."""
        plan = await self._open_plan(plan_id, guild_id)
        if plan.date_no != date_no or self._clock.now() >= plan.at:
            raise NoSuchPlan
        if not plan.may_answer(user_id):
            raise NotNamed(tuple(each.name for each in plan.people if each.name))
        if plan.host_id is not None and await self._tables.blocks.blocks(plan.host_id, user_id):
            raise NoInvitation
        with store_errors_as_try_again():
            saved = await self._store.answer(plan_id, date_no, user_id, name, said)
        if saved is None:
            raise NoSuchPlan
        self._look_at(plan_id)
        return saved

    async def end(self, plan_id: str, user_id: int, guild_id: int | None, *, manager: bool) -> None:
        """End a plan for its planner or a manager. Raises NoSuchPlan and NotPlanner."""
        plan = await self._open_plan(plan_id, guild_id)
        if plan.host_id != user_id and not manager:
            raise NotPlanner(plan.host_name)
        await self._end(plan_id)

    async def leave(self, plan_id: str, user_id: int) -> None:
        """Take a person out of a plan; it ends if they have planned it."""
        plan = await self._store.plan(plan_id)
        if plan is None:
            return
        if plan.host_id == user_id:
            await self._store.end_plan(plan_id, Outcome.ENDED, forget_host=True)
        await self._store.take_out(plan_id, user_id)
        self._look_at(plan_id)

    async def end_in(self, channel_id: int) -> None:
        """End the plans of a channel that is gone."""
        for plan_id in await self._store.plans_in(channel_id):
            await self._store.drop_plan(plan_id)

    async def _end(self, plan_id: str) -> None:
        with store_errors_as_try_again():
            await self._store.end_plan(plan_id, Outcome.ENDED)
        self._look_at(plan_id)

    async def _open_plan(self, plan_id: str, guild_id: int | None) -> Plan:
        with store_errors_as_try_again():
            plan = await self._store.plan(plan_id)
        if plan is None or plan.over or plan.guild_id != guild_id:
            raise NoSuchPlan
        return plan

    def _look_at(self, plan_id: str) -> None:
        self._changed.add(plan_id)
        self.loop.wake()

    # Carrying out ----------------------------------------------------------------------------

    async def _step(self) -> float:
        """Carry out what is due; a failure doesn't stop the other plans."""
        changed = self._changed
        self._changed = set()
        failed = None
        now = self._clock.now()
        by = now if self._clock.is_right() else AT_ONCE
        for due in await self._store.due_plans(by, TOGETHER):
            if not (due.plan_id in changed or self._is_ours(due.guild_id)):
                continue
            try:
                async with self._locks.hold(due.plan_id):
                    await self._carry_out(due.plan_id)
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other plans
                failed = error
                self._changed |= changed & {due.plan_id}
                log_failure(_LOG, error, "could not carry out plan %s", due.plan_id)
        if failed is not None:
            raise failed
        soon = await self._store.next_due(now)
        return LOOK_SECONDS if soon is None else min(LOOK_SECONDS, max(soon - now, 1.0))

    async def _carry_out(self, plan_id: str) -> None:
        """Do the next step of a plan, if its time has come, and bring its card up to date."""
        plan = await self._store.plan(plan_id)
        if plan is None:
            return
        now = self._clock.now()
        if not self._clock.is_right():
            await self._show(plan)
            return
        if plan.over and now >= next_step(plan):
            await self._store.drop_plan(plan_id)
            return
        if not plan.over and now >= plan.at:
            plan = await self._come(plan, now)
        elif not plan.over and not plan.called and now >= plan.at - CALL_SECONDS:
            await self._messages.call(plan)
            plan = replace(plan, called=True)
            await self._store.save_step(plan)
        await self._show(plan)

    async def _show(self, plan: Plan) -> None:
        """Bring the card up to date; a plan ends with its channel."""
        delivery = await self._messages.show(plan)
        if delivery is Delivery.GONE:
            await self._store.drop_plan(plan.plan_id)
            return
        now = self._clock.now()
        due_at = max(next_step(plan), now + RETRY_SECONDS)
        if delivery is Delivery.REFUSED:
            due_at = min(due_at, now + LOOK_SECONDS)
        await self._store.set_due(plan, due_at)

    async def _come(self, plan: Plan, now: float) -> Plan:
        """Open the table of a date that has come, and go on to the next date.

        Without a place for the table the plan stays as it is; that is tried again for a while.
        """
        outcome = Outcome.MISSED if plan.seated else Outcome.EMPTY
        channel_id = None
        if plan.seated and now < plan.at + LATE_SECONDS:
            try:
                channel_id = await self._open_table(plan)
            except (NoThread, ChannelBusy, DiscordError) as error:
                _LOG.info("no place for a planned table yet: %s", type(error).__name__)
                return plan
            outcome = Outcome.OPENED
        await self._messages.uncall(plan)
        after = self._after(plan, outcome, channel_id, now)
        await self._store.save_step(after, answers=True)
        return after

    def _after(self, plan: Plan, outcome: Outcome, channel_id: int | None, now: float) -> Plan:
        """Return a plan after a date: over, or with the next date that is still ahead."""
        done = replace(plan, outcome=outcome, channel_of_last=channel_id)
        idle = 0 if plan.seated else plan.idle + 1
        if not plan.weekly:
            return replace(done, over=True)
        if idle >= MOST_IDLE:
            return replace(done, idle=idle, outcome=Outcome.IDLE, over=True)
        date_no = plan.date_no + 1
        while date_of(plan.first, plan.zone, date_no) + LATE_SECONDS <= now:
            date_no += 1
        return replace(
            done,
            date_no=date_no,
            at=date_of(plan.first, plan.zone, date_no),
            called=False,
            idle=idle,
            people=answers_of(plan.people, named=plan.named),
        )

    async def _open_table(self, plan: Plan) -> int:
        """Open the lobby in the plan's channel, or a thread; return where. Idempotent."""
        with store_errors_as_try_again():
            opened = await self._tables.again.channel_of_plan(plan.key)
        if opened is not None:
            return opened
        people = [(each.user_id, each.name) for each in plan.seated]
        channel_id = plan.channel_id
        if await self._tables.live_tables(channel_id=channel_id):
            channel_id = await self._open_place(plan)
        place = Place(plan.guild_id, channel_id, plan.channel_id)
        await self._tables.again.open_planned(place, plan.key, people, plan.asked)
        return channel_id
