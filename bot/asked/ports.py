"""The ports of questions: computer players, tables, the store, and messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.values.day_hands import DayHand
from bot.values.undelivered import Delivery
from texas42.ai.findings.bid_chances import BidChances, BidQuestion
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import SeatView

from .model import Vote


class DailyHands(Protocol):
    """The daily hand. People get no help with it, and may not show it before its day closes."""

    async def is_in_play(self, user_id: int) -> bool:
        """Return True if a person has begun a daily hand that they can still finish."""

    async def open_hands(self, user_id: int) -> Sequence[DayHand]:
        """Return the hands of the days that are not closed, as a person stands to them."""


class Oracle(Protocol):
    """Computer players that estimate chances."""

    async def bid_chances(self, question: BidQuestion) -> BidChances | None:
        """Estimate the chances of a hand; None without the strong players.

        Raises ReviewNotReady while they compile, or on a timeout.
        """

    async def play_chances(self, view: SeatView) -> PlayChances | None:
        """Estimate the chance of each legal play; None and errors as for `bid_chances`."""


class VotePoster(Protocol):
    """The messages that show votes."""

    async def post(self, vote: Vote, view: SeatView) -> int:
        """Post a vote for its asker, who waits, and return the message's id; idempotent."""

    async def post_later(self, vote: Vote, view: SeatView) -> int | None:
        """Post a vote that an earlier process left; None if that is refused for good."""

    async def show(
        self, vote: Vote, view: SeatView, answer: BidChances | PlayChances | None
    ) -> Delivery:
        """Update the message; a closed vote also shows the expert's answer."""

    async def forget(self, vote: Vote) -> None:
        """Forget a vote that is over because its message was deleted."""
