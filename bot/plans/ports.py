"""The ports of plans: their messages, and threads for their tables."""

from __future__ import annotations

from typing import Protocol

from bot.values.undelivered import Delivery

from .model import Plan


class PlanMessages(Protocol):
    """The card of a plan, and the mention before its date."""

    async def post(self, plan: Plan) -> None:
        """Post the card for its planner, who waits."""

    async def show(self, plan: Plan) -> Delivery:
        """Bring the card up to date; a new date gets a new card."""

    async def call(self, plan: Plan) -> Delivery:
        """Mention those who are in, once."""

    async def uncall(self, plan: Plan) -> None:
        """Delete the mention, since the date has come."""


class PlanPlaces(Protocol):
    """Threads for tables whose channel has one."""

    async def open_place(self, plan: Plan) -> int:
        """Open a thread in the plan's channel and return its id. Raises NoThread, DiscordError."""
