"""The ports of the daily hand: its experts and screens."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from bot.tables.ports import FixedPlayers
from bot.values.experts import ExpertState
from bot.values.undelivered import Delivery
from texas42.engine import Deal

from .model import StoredBoard
from .views import DailyView, DayBoard, Reminded, WeekBoard


class Experts(FixedPlayers, Protocol):
    """The three computer players."""

    version: str

    @property
    def state(self) -> ExpertState:
        """Whether the experts can play now."""

    async def par(self, deal: Deal) -> int | None:
        """Compute the points of the bidder's side with best play by all; None if unknown."""


class DailyScreens(Protocol):
    """Shows people their daily hand."""

    def publish(self, view: DailyView) -> None:
        """Update a person's open screens of the day, in the background."""

    async def remind(self, user_id: int, day: date) -> Reminded:
        """Remind a person of a day's hand, by a DM that is already open."""


class NoDailyScreens:
    """Shows nobody anything: the screens of a service that has been given none yet."""

    def publish(self, _view: DailyView) -> None:
        """Do nothing."""

    async def remind(self, _user_id: int, _day: date) -> Reminded:
        """Return that the reminder has to wait."""
        return Reminded.LATER


class BoardMessages(Protocol):
    """The messages that show servers' boards."""

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        """Post a board, or update it if it still exists. `digest`: what is stored as shown.

        A board that was just posted is stored without a digest: Discord may have returned an
        earlier attempt's message, so the next look edits it.
        """
