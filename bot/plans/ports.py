"""The port of plans: their messages."""

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
