"""What the daily hand needs of the store, the experts, the screens and chance."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Protocol

from bot.engine import Action, Deal, SeatView
from bot.values.experts import ExpertState
from bot.values.findings import Review
from bot.values.preferences import Preferences

from .model import DayFacts, Finisher, StoredBoard, StoredDay, StoredHand
from .views import DailyView, DayBoard, WeekBoard


class DailyStore(Protocol):
    """Keeps days and hands. Every method raises `StoreFailure` if the database fails."""

    async def open_day(self, day: StoredDay) -> StoredDay:
        """Save a day unless it is there already; return the stored one."""
        ...

    async def load_day(self, day: date) -> StoredDay | None:
        """Load a day, None if it was never opened."""
        ...

    async def open_days(self) -> Sequence[StoredDay]:
        """List the days that are not closed, the oldest first."""
        ...

    async def close_day(self, day: date, at: float) -> None:
        """Close a day: drop its key, its marks and its unfinished hands."""
        ...

    async def withdraw_day(self, day: date) -> None:
        """Record that a day could not be offered, unless somebody has begun its hand."""
        ...

    async def load_hand(self, day: date, user_id: int) -> StoredHand | None:
        """Load a person's hand of a day, None if they have not begun it."""
        ...

    async def begin_hand(self, hand: StoredHand) -> None:
        """Save a new hand, or begin an unfinished one of another version again.

        Raises Conflict if the day is closed, the person has a hand of this version, or their mark
        says that they have deleted their data today.
        """
        ...

    async def save_acts(self, hand: StoredHand, added: int) -> None:
        """Save a hand with its newest acts; `added`: how many are new.

        Raises Conflict if another process has added acts, or the day is closed.
        """
        ...

    async def save_par(self, day: date, user_id: int, par: int) -> None:
        """Save the par of a finished hand."""
        ...

    async def is_marked(self, day: date, user_id: int) -> bool:
        """Return True if the person deleted their data after beginning the day's hand."""
        ...

    async def unfinished(self, version: str) -> Sequence[tuple[date, int]]:
        """List the unfinished hands with experts of a version, by day and person."""
        ...

    async def day_facts(
        self,
        day: date,
        user_id: int,
        version: str,
        own: tuple[date, date],
        week: tuple[date, date],
    ) -> DayFacts:
        """Count all that a person's standing on a closed day is made of.

        `own`: the first and last day of their own results; `week`: of the lowest ones.
        """
        ...

    async def week_totals(self, first: date, last: date, least: int) -> Sequence[int]:
        """List the sums, as `week_total` makes them, of all who finished `least` days."""
        ...

    async def set_daily_reminder(self, user_id: int, day: date, *, wanted: bool) -> None:
        """Begin to remind a person of each day's hand, from the day after this one; or stop."""
        ...

    async def wants_daily_reminder(self, user_id: int) -> bool:
        """Return True if a person wants to be reminded."""
        ...

    async def daily_reminders_due(self, day: date) -> Sequence[int]:
        """List who wants a reminder of a day, has got none, and has not begun its hand."""
        ...

    async def mark_reminded(self, user_id: int, day: date) -> None:
        """Record that a person was reminded of a day."""
        ...

    async def preferences(self, user_id: int) -> Preferences:
        """Return a person's preferences."""
        ...

    async def expert_scores(self, day: date) -> Mapping[str, int]:
        """Return what an expert in the person's seat scored, by version."""
        ...

    async def save_expert_score(self, day: date, version: str, score: int) -> None:
        """Save what an expert of a version scored in the person's seat."""
        ...


class Experts(Protocol):
    """The three others. Their choices depend on nothing but the view."""

    version: str

    @property
    def state(self) -> ExpertState:
        """Whether they can play now."""
        ...

    async def ready(self, seconds: float) -> ExpertState:
        """Wait until they can play, with a timeout; start the warm-up if needed."""
        ...

    async def choose(self, view: SeatView) -> Action:
        """Choose for a seat in turn; they must be ready."""
        ...

    async def par(self, deal: Deal) -> int | None:
        """Compute what the bidder's side takes with best play by all; None if unknown."""
        ...


class Reviews(Protocol):
    """Judges finished hands."""

    async def review(self, record: str, hand: int) -> Review | None:
        """Review a hand of a record; None without a solver. Raises ReviewNotReady."""
        ...


class DailyScreens(Protocol):
    """Shows people their daily hand."""

    def publish(self, view: DailyView) -> None:
        """Bring a person's open screens of the day to this state, in the background."""
        ...

    async def remind(self, user_id: int, day: date) -> None:
        """Tell a person by DM that a day's hand is there; do nothing if they can't be reached."""
        ...


class Secrets(Protocol):
    """The source of secrets."""

    def secret(self) -> bytes:
        """Draw 32 bytes."""
        ...


class BoardStore(Protocol):
    """Keeps what servers' channels show of the daily hand. Raises `StoreFailure`."""

    async def daily_channels(self) -> Sequence[tuple[int, int]]:
        """List the servers with a channel for their boards, and that channel."""
        ...

    async def finishers(
        self, guilds: Collection[int], first: date, last: date
    ) -> Sequence[Finisher]:
        """List who finished a hand that they began in one of these servers, as they finished."""
        ...

    async def open_days(self) -> Sequence[StoredDay]:
        """List the days that are not closed, the oldest first."""
        ...

    async def lowest_scores(self, first: date, last: date) -> Mapping[date, int]:
        """Return the lowest score of each closed day that somebody finished."""
        ...

    async def daily_boards_since(self, first: date) -> Sequence[StoredBoard]:
        """List the boards of a day and of all later ones."""
        ...

    async def save_daily_board(self, board: StoredBoard) -> None:
        """Save a board, in place of the one of the same server and day."""
        ...

    async def drop_daily_boards(self, before: date) -> None:
        """Forget the boards of days before this one."""
        ...


class BoardMessages(Protocol):
    """The messages that show servers' boards."""

    async def post(self, board: StoredBoard, view: DayBoard | WeekBoard) -> int | None:
        """Post a board and return the message's id; None if the channel can't be used.

        A second call finds the first message, which still shows what was posted first.
        """
        ...

    async def edit(self, board: StoredBoard, view: DayBoard | WeekBoard) -> None:
        """Bring the message up to date, if it is still there."""
        ...
