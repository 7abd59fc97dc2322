"""Answers of the strong players about a hand; needs numba, which is loaded on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from bot.engine import SeatView
from bot.values.bid_chances import BidChances, BidQuestion
from bot.values.play_chances import PlayChances


class HandAnswers(Protocol):
    """Answers about a hand, by roll-outs. Owns working memory: use one instance per call."""

    def bid_chances(self, question: BidQuestion) -> BidChances:
        """Estimate the chances of a hand's bids."""
        ...

    def play_chances(self, view: SeatView) -> PlayChances:
        """Estimate the chances of the legal plays."""
        ...


def hand_answers() -> HandAnswers:
    """Build the answers in the calling thread."""
    found: HandAnswers = import_module("bot.ai.rollouts.hand_answers").RolledOutAnswers()
    return found
