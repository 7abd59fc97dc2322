"""Refusals of the daily hand."""

from __future__ import annotations

from bot.tables.errors import TableError


class DailyError(TableError):
    """A request refused by the daily hand."""


class NoDailyHand(DailyError):
    """The experts cannot play on this machine, so there is no daily hand."""


class BetweenDays(DailyError):
    """The day's secret is already public; the next day begins at `next_at`."""

    def __init__(self, next_at: float) -> None:
        super().__init__()
        self.next_at = next_at


class DateUnknown(DailyError):
    """The bot's clock is wrong, so no day is opened."""


class DayOver(DailyError):
    """The hand was not finished in time."""


class NotFinished(DailyError):
    """The person must finish this day's hand before they may see this."""


class NotComparable(DailyError):
    """The other person has not finished the hand, or does not share a leaderboard."""


class ForgottenToday(DailyError):
    """The person deleted their data on this day, so they cannot play its hand again."""

    def __init__(self, next_at: float) -> None:
        super().__init__()
        self.next_at = next_at


class NoProofYet(DailyError):
    """The day is not closed; its secret becomes public at `closes_at`."""

    def __init__(self, closes_at: float) -> None:
        super().__init__()
        self.closes_at = closes_at
