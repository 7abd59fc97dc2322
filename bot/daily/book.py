"""Open and close days, load hands, and build each person's view of a day."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from bot.store.daily.days import DayStore
from bot.store.daily.reminders import ReminderStore
from bot.store.daily.scores import DayScoreStore
from bot.store.host.heartbeats import HeartbeatStore
from bot.tables.ports import Randomness
from bot.tables.service import TableService
from bot.tables.views import PanelView, Progress
from bot.values.clock import Clock
from bot.values.day_hands import DayHand
from bot.values.experts import ExpertState
from texas42.records.shake import commitment

from .days import GRACE_SECONDS, week_of
from .errors import BetweenDays, DateUnknown, DayOver, ForgottenToday, NoDailyHand
from .hand import SEAT, deal_of, dealt
from .kept import DayHands
from .model import DayFacts, DayOutcome, Result, StoredDay, StoredHand
from .ports import Experts
from .standing import LEAST_DAYS, standing_of, streak, week_standing, week_total
from .table import table_id_of
from .views import DailyView, EndView, Stage, WeekStanding

WEEK_SECONDS = 300.0
"""How long to cache a finished week's totals, which change only when people delete their data."""
CACHED_WEEKS = 4
EXCUSING_SECONDS = 6 * 3600.0
"""A day breaks nobody's streak if no process ran for longer than this in all."""
LOST_GRACE_SECONDS = GRACE_SECONDS / 2
"""A grace period is lost if no process ran for longer than this during it."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A person's stored hand, with its day."""

    day: StoredDay
    hand: StoredHand

    @property
    def table_id(self) -> str:
        """The id of the table at which they play it."""
        return table_id_of(self.day.date, self.hand.user_id)


class DayBook:
    """Loads days and hands, and builds the views of them. `kept`: the hands as tables."""

    def __init__(
        self,
        tables: TableService,
        kept: DayHands,
        days: DayStore,
        scores: DayScoreStore,
        reminders: ReminderStore,
        heartbeats: HeartbeatStore,
        experts: Experts,
        clock: Clock,
        randomness: Randomness,
    ) -> None:
        self.calendar = kept.calendar
        self._tables = tables
        self._kept = kept
        self._days = days
        self._scores = scores
        self._reminders = reminders
        self._heartbeats = heartbeats
        self._experts = experts
        self._clock = clock
        self._randomness = randomness
        self._weeks: dict[date, tuple[float, Sequence[int]]] = {}  # (counted at, totals)
        self._counts_week = asyncio.Lock()

    # Days ------------------------------------------------------------------------------------

    async def today(self) -> StoredDay:
        """Return the current day, opening it if needed.

        Raises NoDailyHand, BetweenDays, and DateUnknown.
        """
        day = self.calendar.day_at(self._clock.now())
        if self._experts.state is ExpertState.MISSING:
            if self._clock.is_right():
                await self._days.withdraw_day(day)
            raise NoDailyHand
        stored = await self._days.load_day(day)
        if stored is None:
            if not self._clock.is_right():
                raise DateUnknown
            stored = await self._open(day)
        if stored.is_closed:  # the clock was set back
            raise BetweenDays(self.calendar.ends(day))
        return stored

    async def _open(self, day: date) -> StoredDay:
        secret = self._randomness.secret()
        now = self._clock.now()
        key = self._randomness.secret()
        return await self._days.open_day(
            StoredDay(day, commitment(secret), now, secret=secret, key=key)
        )

    async def open_today(self) -> None:
        """Open the current day at its start, so that its commitment is fixed from then on."""
        day = self.calendar.day_at(self._clock.now())
        if self._experts.state is ExpertState.MISSING:
            return
        if await self._days.load_day(day) is None:
            await self._open(day)

    async def extend_days(self) -> bool:
        """Let days close later whose grace period an outage took; return True if there were any.

        Hands that were begun can then be finished until the next day closes.
        """
        now = self._clock.now()
        extended = False
        for day in await self._days.open_days():
            later = self.calendar.closes(day.date + timedelta(days=1))
            if not self.calendar.closes(day.date) <= now < later or day.closes_at is not None:
                continue
            if await self._has_unfinished(day) and await self._lost_grace(day):
                await self._days.extend_day(day.date, later)
                extended = True
        return extended

    async def _lost_grace(self, day: StoredDay) -> bool:
        ends = self.calendar.ends(day.date)
        closes = self.calendar.closes(day.date)
        return await self._heartbeats.down_time(ends, closes) > LOST_GRACE_SECONDS

    async def _has_unfinished(self, day: StoredDay) -> bool:
        """Return True if anybody has begun the day's hand and can still finish it."""
        return await self._days.has_unfinished(day.date, self._experts.version)

    async def close_days(self) -> bool:
        """Close the days whose grace period is over; return True if there were any.

        A day that closes later than usual closes as soon as no hand of it is unfinished.
        """
        over = [day for day in await self._days.open_days() if await self._is_over(day)]
        for day in over:
            begins = self.calendar.begins(day.date)
            ends = self.calendar.ends(day.date)
            lost = await self._heartbeats.down_time(begins, ends)
            excused = lost > EXCUSING_SECONDS
            await self._days.close_day(day.date, self._clock.now(), excused=excused)
        return bool(over)

    async def _is_over(self, day: StoredDay) -> bool:
        if self._clock.now() >= self._kept.closes(day):
            return True
        return day.closes_at is not None and not await self._has_unfinished(day)

    def next_change(self) -> float:
        """Return the seconds until the next day begins or closes."""
        now = self._clock.now()
        today = self.calendar.day_at(now)
        times = (self.calendar.closes(today - timedelta(days=1)), self.calendar.ends(today))
        return min(at - now for at in times if at > now)

    # Hands -----------------------------------------------------------------------------------

    async def hand_of(self, day: StoredDay, user_id: int) -> OpenHand | None:
        """Load a person's hand of a loaded day; None if they have none."""
        hand = await self._days.load_hand(day.date, user_id)
        return None if hand is None else OpenHand(day, hand)

    async def in_play(self, user_id: int) -> OpenHand | None:
        """Load the hand that a person has begun and can still finish, yesterday's first.

        Today's void hand counts, since it can be begun again with the same deal. So does
        tomorrow's hand, if the clock was set back.
        """
        today = self.calendar.day_at(self._clock.now())
        for day in await self._days.open_days():
            hand = await self._days.load_hand(day.date, user_id)
            if hand is None or hand.is_finished or not self._kept.takes_acts(day):
                continue
            if day.date >= today or hand.version == self._experts.version:
                return OpenHand(day, hand)
        return None

    async def open_hands(self, user_id: int) -> list[DayHand]:
        """Return the hands of the days that are not closed, as a person stands to them.

        A person who has deleted their data is known by the day's mark.
        """
        return [await self._day_hand(day, user_id) for day in await self._days.open_days()]

    async def _day_hand(self, day: StoredDay, user_id: int) -> DayHand:
        hand = await self._days.load_hand(day.date, user_id)
        return DayHand(
            deal_of(dealt(day.date, day.secret)).dealt[SEAT],
            is_seen=hand is not None or await self._days.is_marked(day.date, user_id),
            is_finished=hand is not None and hand.is_finished,
        )

    async def meant(self, user_id: int) -> tuple[StoredDay, OpenHand | None]:
        """Load the day that a person is playing, and their hand.

        That is yesterday as long as they can still finish yesterday's hand.
        """
        found = await self.in_play(user_id)
        if found is not None:
            return found.day, found
        today = await self.today()
        return today, await self.hand_of(today, user_id)

    async def view(self, day: StoredDay, user_id: int) -> DailyView:
        """Build a person's view of a day. Raises DayOver and ForgottenToday."""
        return await self.view_of(day, user_id, await self.hand_of(day, user_id))

    async def view_of(
        self,
        day: StoredDay,
        user_id: int,
        found: OpenHand | None,
        progress: Progress | None = None,
    ) -> DailyView:
        """Build the same view as `view`, from a loaded hand.

        `progress`: what the person has just done or seen at the table of the hand.
        """
        if found is None:
            if await self._days.is_marked(day.date, user_id):
                raise ForgottenToday(self.calendar.ends(day.date))
            if day.is_closed or day.date != self.calendar.day_at(self._clock.now()):
                raise DayOver
            return await self._with_rest(self._view(day, user_id, Stage.NEW))
        if found.hand.is_stripped:
            raise DayOver
        if found.hand.outcome is not None:
            return await self._ended(found, found.hand.outcome, progress)
        if not self._kept.takes_acts(day):
            raise DayOver
        if found.hand.version != self._experts.version:
            return self._view(day, user_id, Stage.VOID)
        panel = await self._panel(found, progress)
        in_turn = None if panel.view is None else panel.view.to_act
        if self._experts.state is ExpertState.MISSING and in_turn != SEAT:
            raise NoDailyHand
        return self._view(day, user_id, Stage.PLAYING, panel)

    async def _panel(self, found: OpenHand, progress: Progress | None) -> PanelView:
        """Build the person's view of their table, no older than their stored hand."""
        user_id = found.hand.user_id
        if progress is None:
            panel = await self._tables.panel(found.table_id, user_id)
        else:
            panel = progress.panel_for(user_id) if progress.user_id is None else progress.panel
        if panel.table.seq >= found.hand.seq:
            return panel
        await self._tables.renew(found.table_id)  # others have played on, maybe another process
        newest = await self._tables.panel(found.table_id, user_id)
        return replace(newest, note=panel.note)

    def _view(
        self,
        day: StoredDay,
        user_id: int,
        stage: Stage,
        panel: PanelView | None = None,
        ended: EndView | None = None,
    ) -> DailyView:
        return DailyView(
            user_id=user_id,
            date=day.date,
            stage=stage,
            commitment=day.commitment,
            turns_at=self.calendar.ends(day.date),
            closes_at=self._kept.closes(day),
            is_closed=day.is_closed,
            is_on=self.calendar.day_at(self._clock.now()) == day.date,
            panel=panel,
            ended=ended,
        )

    def waiting_view(self, day: StoredDay, user_id: int, stage: Stage) -> DailyView:
        """Build the view of a person whose hand has not begun."""
        return self._view(day, user_id, stage)

    async def _ended(
        self, found: OpenHand, outcome: DayOutcome, progress: Progress | None
    ) -> DailyView:
        day = found.day
        hand = found.hand
        scores = await self._scores.expert_scores(day.date)
        can_play = self._experts.state is not ExpertState.MISSING
        ended = EndView(
            outcome,
            scores.get(hand.version),
            par_due=can_play,
            expert_due=can_play and hand.version == self._experts.version,
            streak=streak(await self._scores.days_played(hand.user_id)),
        )
        if day.is_closed:
            ended = await self._with_standing(ended, hand)
        panel = await self._panel(found, progress)
        view = self._view(day, hand.user_id, Stage.FINISHED, panel, ended)
        return await self._with_rest(view)

    async def _with_rest(self, view: DailyView) -> DailyView:
        """Add what the screen offers besides the hand."""
        before = view.date - timedelta(days=1)
        hand = await self._days.load_hand(before, view.user_id)
        reminder = await self._reminders.daily_reminder(view.user_id)
        return replace(
            view,
            before=before if hand is not None and hand.is_finished else None,
            is_reminded=reminder is True,
            reminder_refused=reminder is False,
        )

    async def _with_standing(self, ended: EndView, hand: StoredHand) -> EndView:
        """Add the person's standing on a closed day."""
        week = week_of(hand.date)
        month = hand.date.replace(day=1)
        first = min(week[0], month)
        last = max(week[-1], _next_month(month) - timedelta(days=1))
        facts = await self._scores.day_facts(
            hand.date, hand.user_id, hand.version, (first, last), (week[0], week[-1])
        )
        own = next(each for each in facts.own if each.date == hand.date)
        in_week = [each for each in facts.own if week[0] <= each.date <= week[-1]]
        in_month = [each for each in facts.own if month <= each.date < _next_month(month)]
        return replace(
            ended,
            standing=standing_of(own, facts.field),
            week=await self._week(in_week, week, facts),
            best_of_week=max(each.outcome.score for each in in_week),
            best_of_month=max(each.outcome.score for each in in_month),
        )

    async def _week(
        self, own: Sequence[Result], week: Sequence[date], facts: DayFacts
    ) -> WeekStanding:
        """Compute a person's week, with their place once Sunday is closed."""
        placed = None
        is_past = self._clock.now() >= self.calendar.closes(week[-1])
        if len(own) >= LEAST_DAYS and is_past and week[-1] not in facts.still_open:
            placed = await self._placed(week)
        return week_standing(week_total(own, facts.lowest), len(own), placed)

    async def _placed(self, week: Sequence[date]) -> Sequence[int]:
        """Return the totals of a finished week, cached because a busy day asks for them often."""
        async with self._counts_week:
            counted_at, placed = self._weeks.get(week[0], (-math.inf, ()))
            if self._clock.elapsed() - counted_at < WEEK_SECONDS:
                return placed
            placed = await self._scores.week_totals(week[0], week[-1], LEAST_DAYS)
            if len(self._weeks) >= CACHED_WEEKS:
                self._weeks.clear()
            self._weeks[week[0]] = self._clock.elapsed(), placed
            return placed


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)
