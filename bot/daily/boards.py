"""Each server's boards of the daily hand: who has finished, and the results once it is over."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from datetime import date, timedelta

from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop
from bot.store.daily.boards import DayBoardStore
from bot.store.errors import StoreFailure
from bot.values.clock import Clock
from bot.values.undelivered import Delivery

from .days import DAY_SECONDS, Calendar, monday_of
from .hand import daily_rules
from .model import DELETED, NO_MESSAGE, DueBoard, ServerDay, ServerWeek, StoredBoard
from .ports import BoardMessages
from .standing import LEAST_DAYS, day_lines, week_lines
from .steps import in_steps
from .views import DayBoard, WeekBoard

LOOK_SECONDS = 60.0
"""How long a board may lag behind a change by another process."""
LONGEST_SECONDS = 3600.0
"""The longest pause between two looks at a board that Discord refuses."""
REDRAW_SECONDS = 5.0
"""The shortest time between two edits of a board."""
TOGETHER = 100
"""How many due boards are read at once, and how many are marked or forgotten in a transaction."""
WEEK = timedelta(days=7)
Shown = tuple[StoredBoard, DayBoard | WeekBoard]


class DailyBoards:
    """Keeps each server's boards of the day and the week up to date.

    Whatever changes a board marks it as due; only due boards are looked at. A board is posted when
    the first person finishes. A deleted board is not posted again. `leads`: True if this process,
    of several, updates the boards.
    """

    def __init__(
        self,
        store: DayBoardStore,
        messages: BoardMessages,
        calendar: Calendar,
        clock: Clock,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._messages = messages
        self._calendar = calendar
        self._clock = clock
        self._leads = leads
        self._forgotten = date.min  # the boards of earlier days are forgotten
        self.loop = Loop(
            "daily boards", self._step, clock, grace=SENDING_GRACE_SECONDS, expected=(StoreFailure,)
        )

    def start(self) -> None:
        """Update the boards in the background, starting with what changed during the downtime."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    def look_soon(self) -> None:
        """Look at the due boards soon: somebody has finished a hand, or a day has closed."""
        self.loop.wake()

    async def look_again(self, guild_id: int) -> None:
        """Look at a server's boards soon, also at those that Discord has refused."""
        await self._store.mark_server_boards(guild_id)
        self.loop.wake()

    async def _step(self) -> float:
        """Update the boards that are due. A failure doesn't stop the others."""
        if not self._leads():
            return LOOK_SECONDS
        await self._forget_old()
        await self._mark_everywhere()
        failed = None
        last = None
        now = self._clock.now()
        while found := await self._store.due_boards(now, last, TOGETHER):
            last = found[-1]
            looks = list[tuple[DueBoard, float | None]]()
            for due in found:
                try:
                    again = await self._look_at(due)
                except Exception as error:  # noqa: BLE001 - the loop logs it, after the others
                    failed = error
                    continue
                if again != due.due_at:
                    looks.append((due, again))
            await self._store.note_looks(looks)
        if failed is not None:
            raise failed
        await self._clock.sleep(REDRAW_SECONDS)
        return LOOK_SECONDS

    async def _mark_everywhere(self) -> None:
        """Mark each server's boards of the days that closed or close later, and of past weeks."""
        for due in await self._store.due_everywhere(self._clock.now()):
            again = None
            if not self._is_past(due):
                again = await self._until_over(due) if due.week else None
                if again is None:
                    await self._mark_all(due)
            await self._store.note_looks([(due, again)])

    async def _look_at(self, due: DueBoard) -> float | None:
        """Bring a board up to date; return when to look again, None if it shows what it should.

        A week is only looked at while the date is right.
        """
        if self._is_past(due):
            return None
        if due.week and not self._clock.is_right():
            return due.due_at
        shown = await (self._week(due) if due.week else self._day(due))
        if shown is None:
            return None
        board, view = shown
        digest = await asyncio.to_thread(_digest_of, view)
        if board.shown in (digest, DELETED):
            return None
        delivery = await self._messages.show(board, view, digest)
        if delivery is Delivery.SENT and board.message_id != NO_MESSAGE:
            return None
        return self._later(due)  # refused, or posted: then it may be an earlier attempt's message

    def _later(self, due: DueBoard) -> float:
        """Return when to look at a board again; each pause is twice as long as the one before."""
        if not self._clock.is_right():
            return due.due_at
        pause = LOOK_SECONDS * 2.0 ** min(due.tries, 16)
        return self._clock.now() + min(pause, LONGEST_SECONDS)

    def _last_week(self) -> date:
        """Return the Monday of last week."""
        return monday_of(self._calendar.day_at(self._clock.now())) - WEEK

    def _is_past(self, due: DueBoard) -> bool:
        """Return True if a board is so old that it stays as it is."""
        return self._clock.is_right() and due.date < self._last_week()

    async def _forget_old(self) -> None:
        """Forget the boards that stay as they are."""
        if not self._clock.is_right() or self._forgotten >= self._last_week():
            return
        first = self._last_week()

        async def some(_: int) -> int | None:
            return await self._store.forget_boards_before(first, TOGETHER) or None

        await in_steps(some, self._clock)
        self._forgotten = first

    async def _mark_all(self, due: DueBoard) -> None:
        """Mark the boards of all servers, some at a time."""
        mark = self._store.mark_boards_of_week if due.week else self._store.mark_boards_of_day

        async def some(last: int) -> int | None:
            return await mark(due.date, last, TOGETHER)

        await in_steps(some, self._clock)

    async def _until_over(self, due: DueBoard) -> float | None:
        """Return when to look again whether a week is over; None if it is."""
        closes_at = self._calendar.closes(due.date)
        if not self._clock.is_right():
            return self._later(due)
        if self._clock.now() < closes_at:
            return closes_at
        return self._later(due) if await self._store.is_open(due.date) else None

    async def _day(self, due: DueBoard) -> Shown | None:
        """Build the board of a day. A new one starts only while its day is open."""
        found = await self._store.server_day(due.guild_id, due.date)
        closed = found.day is None or found.day.is_closed
        board = found.board
        if board is None:
            if closed or found.channel_id is None or not found.people:
                return None
            board = StoredBoard(due.date, due.guild_id, week=False, channel_id=found.channel_id)
        view = await asyncio.to_thread(self._day_view, due, found, closed=closed)
        return board, view

    def _day_view(self, due: DueBoard, found: ServerDay, *, closed: bool) -> DayBoard:
        closes_at = self._calendar.closes(due.date)
        if found.day is not None and not closed:
            closes_at = found.day.closing(closes_at)
        lines, apart = day_lines(found.people, closed=closed)
        return DayBoard(due.guild_id, due.date, closes_at, closed, daily_rules(), lines, apart)

    async def _week(self, due: DueBoard) -> Shown | None:
        """Build the board of last week.

        A new one starts within a day of Sunday's close; later only in servers with a board of one
        of its days, which the bot has not followed since, but not where a channel was just chosen.
        """
        now = self._clock.now()
        closes_at = self._calendar.closes(due.date)
        if now < closes_at or await self._store.is_open(due.date):
            return None  # its close marks all boards of the week
        found = await self._store.server_week(due.guild_id, due.date, LEAST_DAYS)
        board = found.board
        if board is None:
            late = now >= closes_at + DAY_SECONDS and not found.is_followed
            if not found.people or found.channel_id is None or late:
                return None
            board = StoredBoard(due.date, due.guild_id, week=True, channel_id=found.channel_id)
        return board, await asyncio.to_thread(self._week_view, due, found)

    def _week_view(self, due: DueBoard, found: ServerWeek) -> WeekBoard:
        begins_at = self._calendar.begins(monday_of(due.date))
        return WeekBoard(due.guild_id, begins_at, week_lines(found.people))


def _digest_of(view: DayBoard | WeekBoard) -> str:
    return hashlib.sha256(repr(view).encode()).hexdigest()
