"""The ports of the daily hand: its store, experts, reviews, screens and source of secrets."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from bot.values.experts import ExpertState
from bot.values.undelivered import Delivery
from texas42.ai.findings.judgments import Review
from texas42.engine import Action, Deal, SeatView

from .model import StoredBoard
from .views import DailyView, DayBoard, Reminded, WeekBoard


class Experts(Protocol):
    """The three computer players. Their choices depend only on the view."""

    version: str

    @property
    def state(self) -> ExpertState:
        """Whether the experts can play now."""

    async def ready(self, seconds: float) -> ExpertState:
        """Wait until the experts can play, with a timeout; start the warm-up if needed."""

    async def choose(self, view: SeatView) -> Action:
        """Choose an act for the seat in turn; the experts must be ready."""

    async def par(self, deal: Deal) -> int | None:
        """Compute the points of the bidder's side with best play by all; None if unknown."""


class Reviews(Protocol):
    """Judges finished hands."""

    async def review(self, record: str, hand: int) -> Review | None:
        """Review a hand of a record; None without a solver. Raises ReviewNotReady."""


class DailyScreens(Protocol):
    """Shows people their daily hand."""

    def publish(self, view: DailyView) -> None:
        """Update a person's open screens of the day, in the background."""

    async def remind(self, user_id: int, day: date) -> Reminded:
        """Remind a person of a day's hand, by a DM that is already open."""


class Secrets(Protocol):
    """The source of secrets."""

    def secret(self) -> bytes:
        """Draw 32 bytes."""


class BoardMessages(Protocol):
    """The messages that show servers' boards."""

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        """Post a board, or update it if it still exists. `digest`: what is stored as shown.

        A board that was just posted is stored without a digest: Discord may have returned an
        earlier attempt's message, so the next look edits it.
        """
