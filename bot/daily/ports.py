"""The ports of the daily hand: its store, experts, reviews, screens and source of secrets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Protocol

from bot.values.experts import ExpertState
from bot.values.posted import Posted, PostedKind
from bot.values.preferences import Preferences
from bot.values.undelivered import Delivery
from texas42.ai.findings.judgments import Review
from texas42.engine import Action, Deal, SeatView

from .model import DayFacts, DaysPlayed, Finisher, StoredBoard, StoredDay, StoredHand
from .views import DailyView, DayBoard, Reminded, WeekBoard


class DailyStore(Protocol):
    """Keeps days and hands. Every method raises `StoreFailure` if the database fails."""

    async def open_day(self, day: StoredDay) -> StoredDay:
        """Save a day unless it is there already; return the stored one."""

    async def load_day(self, day: date) -> StoredDay | None:
        """Load a day; None if it was never opened."""

    async def open_days(self) -> Sequence[StoredDay]:
        """List the days that are not closed, the oldest first."""

    async def extend_day(self, day: date, closes_at: float) -> None:
        """Let an open day close later than usual."""

    async def close_day(self, day: date, at: float, *, excused: bool = False) -> None:
        """Close a day: drop its key, its marks and its unfinished hands.

        `excused`: whoever missed the day keeps their streak.
        """

    async def down_time(self, first: float, last: float) -> float:
        """Return how many seconds between two times no process ran."""

    async def withdraw_day(self, day: date) -> None:
        """Record that a day could not be offered, unless somebody has begun its hand."""

    async def load_hand(self, day: date, user_id: int) -> StoredHand | None:
        """Load a person's hand of a day; None if they have not begun it."""

    async def begin_hand(self, hand: StoredHand) -> None:
        """Save a new hand, or restart an unfinished one of another version.

        Raises Conflict if the day is closed, the person has a hand of this version, or they deleted
        their data today.
        """

    async def save_acts(self, hand: StoredHand, added: int) -> None:
        """Save a hand with its newest acts; `added`: the number of new ones.

        Raises Conflict if another process has added acts, or the day is closed.
        """

    async def save_par(self, day: date, user_id: int, par: int) -> None:
        """Save the par of a finished hand."""

    async def is_marked(self, day: date, user_id: int) -> bool:
        """Return True if the person deleted their data after beginning the day's hand."""

    async def unfinished(self, version: str) -> Sequence[tuple[date, int]]:
        """List the unfinished hands with experts of a version, by day and person."""

    async def day_facts(
        self,
        day: date,
        user_id: int,
        version: str,
        own: tuple[date, date],
        week: tuple[date, date],
    ) -> DayFacts:
        """Load the data behind a person's standing on a closed day.

        `own`: the first and last day of their results to load. `week`: the first and last day of
        the lowest scores to load.
        """

    async def days_played(self, user_id: int) -> DaysPlayed:
        """Load the data behind a person's streak."""

    async def week_totals(self, first: date, last: date, least: int) -> Sequence[int]:
        """List the `week_total` of each person who finished at least `least` days."""

    async def set_daily_reminder(self, user_id: int, day: date, *, wanted: bool) -> None:
        """Turn a person's daily reminder on, from the day after this one, or off."""

    async def daily_reminder(self, user_id: int) -> bool | None:
        """Return True if a person's daily reminder is on, False if a refusal ended it."""

    async def daily_reminders_due(self, day: date) -> Sequence[int]:
        """List the people whose reminder of a day is due.

        They were not reminded, have not begun the hand, and are not blocked.
        """

    async def mark_reminded(self, user_id: int, day: date | None) -> None:
        """Record that a person has been reminded of a day; None: Discord refused, so it ends."""

    async def preferences(self, user_id: int) -> Preferences:
        """Return a person's preferences."""

    async def expert_scores(self, day: date) -> Mapping[str, int]:
        """Return the score of an expert in the person's seat, by version."""

    async def save_expert_score(self, day: date, version: str, score: int) -> None:
        """Save the score of an expert of a version in the person's seat."""


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


class BoardStore(Protocol):
    """Keeps each server's boards of the daily hand. Raises `StoreFailure`."""

    async def daily_channels(self) -> Sequence[tuple[int, int]]:
        """List the servers that have a channel for boards, each with that channel."""

    async def finishers(
        self, guilds: Collection[int], first: date, last: date
    ) -> Sequence[Finisher]:
        """List who finished a hand that they began on one of these servers, in finishing order."""

    async def open_days(self) -> Sequence[StoredDay]:
        """List the days that are not closed, the oldest first."""

    async def lowest_scores(self, first: date, last: date) -> Mapping[date, int]:
        """Return the lowest score of each closed day that anybody finished."""

    async def posted_boards_since(self, first: date) -> Sequence[Posted]:
        """List the boards from a day on, also those that somebody has deleted."""

    async def outdated_posted(self, *kinds: PostedKind) -> Sequence[Posted]:
        """List the messages of these kinds that may show a person who deleted their data."""

    async def forget_posted_before(self, kinds: Collection[PostedKind], about: str) -> None:
        """Forget the messages of these kinds of days before this one."""


class BoardMessages(Protocol):
    """The messages that show servers' boards."""

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        """Post a board, or update it if it still exists. `digest`: what is stored as shown.

        A board that was just posted is stored without a digest: Discord may have returned an
        earlier attempt's message, so the next look edits it.
        """
