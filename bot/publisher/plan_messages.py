"""The messages of plans: a card for each date, and one mention before it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.plans.model import Plan, date_of
from bot.presenter.plans.card import past_date, plan_call, plan_card
from bot.presenter.words.spec import Message
from bot.publisher.keeper.background import Background
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind


class PlanMessages:
    """Shows plans. Raises discord.py's errors if a retry may succeed."""

    def __init__(self, publisher: DiscordPublisher, background: Background) -> None:
        self._publisher = publisher
        self._background = background

    async def post(self, plan: Plan) -> None:
        """Post the card for its planner, who waits. Raises all of discord.py's errors."""
        await self._card(plan).show(self._wanted(plan))

    async def show(self, plan: Plan) -> Delivery:
        """Bring the card up to date; a new date gets a new card."""
        show = partial(self._card(plan).show, self._wanted(plan))
        delivery = await self._background.send(_about(plan), show, posts=True, last=plan.over)
        if plan.over:
            await self._background.forget(_about(plan))
        return delivery

    async def call(self, plan: Plan) -> Delivery:
        """Mention those who are in, once, if their settings allow it now."""
        call = self._call(plan)
        if not plan.seated or await self._publisher.means.messages.last_occasion(call.key):
            return Delivery.SENT
        people = [each.user_id for each in plan.seated]
        pinged = await self._publisher.pings.take(plan.key, plan.host_id or 0, people)
        message = replace(plan_call(plan, self._publisher.context(plan.guild_id)), mentions=pinged)
        wanted = Wanted(
            write=lambda: replace(message, silent=not pinged),
            channel_id=plan.channel_id,
            guild_id=plan.guild_id,
        )
        return await self._background.send(_about(plan), partial(call.show, wanted), posts=True)

    async def uncall(self, plan: Plan) -> None:
        """Delete the mention, since the date has come."""
        await self._call(plan).remove()

    def _card(self, plan: Plan) -> PostedMessage:
        return self._publisher.message(PostedKey(PostedKind.PLAN, plan.plan_id))

    def _call(self, plan: Plan) -> PostedMessage:
        key = PostedKey(PostedKind.PLAN_CALL, plan.plan_id, plan.date_no + 1)
        return self._publisher.message(key)

    def _wanted(self, plan: Plan) -> Wanted:
        def write() -> Message:
            return plan_card(plan, self._publisher.context(plan.guild_id))

        def retired(old: Posted, _shown: Message | None) -> Message:
            at = date_of(plan.first, plan.zone, old.key.part - 1)
            return past_date(plan, at, self._publisher.context(plan.guild_id))

        return Wanted(
            write=write,
            channel_id=plan.channel_id,
            guild_id=plan.guild_id,
            part=plan.date_no + 1,
            last=plan.over,
            retired=retired,
        )


def _about(plan: Plan) -> Undelivered:
    kind = UndeliveredKind.PLAN
    return Undelivered(kind, plan.plan_id, plan.guild_id, plan.channel_id, plan.host_id)
