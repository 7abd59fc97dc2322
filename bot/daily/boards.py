"""Each server's boards of the daily hand: who has finished, and the results once it is over."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta

from bot.runtime.loops import Loop
from bot.store.daily.days import DayStore
from bot.store.daily.scores import DayScoreStore
from bot.store.errors import StoreFailure
from bot.store.sent.posted import MessageStore
from bot.store.servers import ServerStore
from bot.values.clock import Clock
from bot.values.posted import Posted, PostedKind

from .days import DAY_SECONDS, Calendar, monday_of
from .hand import daily_rules
from .model import DELETED, Finisher, StoredBoard, StoredDay
from .ports import BoardMessages
from .standing import day_lines, week_lines
from .views import DayBoard, WeekBoard

LOOK_SECONDS = 60.0
"""How long a board may lag behind a change by another process."""
FULL_SECONDS = 600.0
"""How long a board of an earlier day may lag, unless it is outdated by somebody's deletion."""
REDRAW_SECONDS = 5.0
"""The shortest time between two edits of a board."""
WEEK = timedelta(days=7)
BOARDS = PostedKind.DAY_BOARD, PostedKind.WEEK_BOARD
Due = tuple[StoredBoard, DayBoard | WeekBoard]
Known = Mapping[tuple[int, date, bool], StoredBoard]
"""Stored boards, keyed by server, day, and whether they show a week."""


class DailyBoards:
    """Keeps each server's boards of the day and the week up to date.

    A board is posted when the first person finishes. A deleted board is not posted again. `leads`:
    True if this process, of several, updates the boards.
    """

    def __init__(
        self,
        days: DayStore,
        scores: DayScoreStore,
        servers: ServerStore,
        posted: MessageStore,
        messages: BoardMessages,
        calendar: Calendar,
        clock: Clock,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self._days = days
        self._scores = scores
        self._servers = servers
        self._posted = posted
        self._messages = messages
        self._calendar = calendar
        self._clock = clock
        self._leads = leads
        self._full_at = -math.inf  # elapsed: when to check the boards of earlier days again
        self.loop = Loop("daily boards", self._step, clock, expected=(StoreFailure,))

    def start(self) -> None:
        """Update the boards in the background, starting with what changed during the downtime."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    def finished(self) -> None:
        """Check the boards soon: somebody has finished a hand."""
        self.loop.wake()

    def closed(self) -> None:
        """Check all boards soon: a day has closed, or a channel was chosen."""
        self._full_at = -math.inf
        self.loop.wake()

    async def _step(self) -> float:
        """Update every board. A failure doesn't stop the others."""
        if not self._leads():
            return LOOK_SECONDS
        failed = None
        for board, view in await self._look():
            try:
                await self._bring_up_to_date(board, view)
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other boards
                failed = error
        if failed is not None:
            raise failed
        await self._clock.sleep(REDRAW_SECONDS)
        return LOOK_SECONDS

    async def _look(self) -> Sequence[Due]:
        """List the boards of the last two days, or of two weeks, with what they should show."""
        now = self._clock.now()
        today = self._calendar.day_at(now)
        elapsed = self._clock.elapsed()
        due = elapsed >= self._full_at or bool(await self._posted.outdated_posted(*BOARDS))
        full = self._clock.is_right() and due
        last_week = monday_of(today) - WEEK
        first = last_week if full else today - timedelta(days=1)
        if full:
            await self._posted.forget_posted_before(BOARDS, last_week.isoformat())
        stored = [_board(posted) for posted in await self._posted.posted_boards_since(first)]
        known = {(each.guild_id, each.date, each.week): each for each in stored}
        channels = dict(await self._servers.daily_channels())
        guilds = {*channels, *(each.guild_id for each in stored)}
        if not guilds:
            return ()
        people = await self._scores.finishers(guilds, first, today)
        still_open = {each.date: each for each in await self._days.open_days()}
        found = [*self._day_boards(people, known, channels, still_open)]
        if full:
            found += await self._week_boards(people, known, channels, still_open)
            self._full_at = elapsed + FULL_SECONDS
        return found

    def _day_boards(
        self,
        people: Sequence[Finisher],
        known: Known,
        channels: Mapping[int, int],
        still_open: Mapping[date, StoredDay],
    ) -> Iterator[Due]:
        """Yield the boards of days. A new board starts only while its day is open."""
        hands: dict[tuple[int, date], list[Finisher]] = {
            (each.guild_id, each.date): [] for each in known.values() if not each.week
        }
        for each in people:
            hands.setdefault((each.guild_id, each.date), []).append(each)
        for (guild_id, day), own in hands.items():
            board = known.get((guild_id, day, False))
            if board is None:
                if day not in still_open or guild_id not in channels:
                    continue
                board = StoredBoard(day, guild_id, week=False, channel_id=channels[guild_id])
            closed = day not in still_open
            closes_at = self._calendar.closes(day)
            if not closed:
                closes_at = still_open[day].closing(closes_at)
            lines, apart = day_lines(own, closed=closed)
            yield board, DayBoard(guild_id, day, closes_at, closed, daily_rules(), lines, apart)

    async def _week_boards(
        self,
        people: Sequence[Finisher],
        known: Known,
        channels: Mapping[int, int],
        still_open: Collection[date],
    ) -> Sequence[Due]:
        """List the boards of last week.

        A new one starts within a day of Sunday's close; later only in servers with a board of one
        of its days, which the bot has not followed since, but not where a channel was just chosen.
        """
        now = self._clock.now()
        sunday = monday_of(self._calendar.day_at(now)) - timedelta(days=1)
        monday = monday_of(sunday)
        closes_at = self._calendar.closes(sunday)
        if sunday in still_open or now < closes_at:
            return ()
        lowest = await self._scores.lowest_scores(monday, sunday)
        found = list[Due]()
        followed = {guild_id for guild_id, day, _ in known if monday <= day <= sunday}
        for guild_id in sorted({each.guild_id for each in people} | set(channels)):
            own = [e for e in people if e.guild_id == guild_id and monday <= e.date <= sunday]
            lines = week_lines(own, lowest)
            board = known.get((guild_id, sunday, True))
            if board is None:
                late = now >= closes_at + DAY_SECONDS
                if not lines or guild_id not in channels or (late and guild_id not in followed):
                    continue
                board = StoredBoard(sunday, guild_id, week=True, channel_id=channels[guild_id])
            found.append((board, WeekBoard(guild_id, self._calendar.begins(monday), lines)))
        return found

    async def _bring_up_to_date(self, board: StoredBoard, view: DayBoard | WeekBoard) -> None:
        """Post a new board, or edit one whose message is stale."""
        digest = hashlib.sha256(repr(view).encode()).hexdigest()
        if board.shown not in (digest, DELETED):
            await self._messages.show(board, view, digest)


def _board(posted: Posted) -> StoredBoard:
    """Read a board's entry; one that was deleted only keeps it from being posted again."""
    key = posted.key
    return StoredBoard(
        date.fromisoformat(key.about),
        key.part,
        week=key.kind is PostedKind.WEEK_BOARD,
        channel_id=posted.channel_id,
        message_id=posted.message_id,
        shown=posted.digest if posted.message_id else DELETED,
    )
