"""Days and hands as they stand: opening and closing days, and each person's view of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from bot.engine import Game
from bot.records.shake import commitment
from bot.tables.views import Note
from bot.values.clock import Clock
from bot.values.experts import ExpertState

from .days import Calendar, week_of
from .errors import BetweenDays, DayOver, ForgottenToday, NoDailyHand
from .hand import SEAT, after, dealt, seat_in_turn
from .model import Outcome, StoredDay, StoredHand
from .ports import DailyStore, Experts, Secrets
from .standing import standing_of, streak, week_standing, week_totals
from .table import panel_of
from .views import DailyView, EndView, Stage


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A person's hand as loaded, with its day and the game after its acts."""

    day: StoredDay
    hand: StoredHand
    game: Game


class DayBook:
    """Loads days and hands, and builds the views of them."""

    def __init__(
        self,
        store: DailyStore,
        experts: Experts,
        calendar: Calendar,
        clock: Clock,
        secrets: Secrets,
    ) -> None:
        self.calendar = calendar
        self._store = store
        self._experts = experts
        self._clock = clock
        self._secrets = secrets

    # Days ------------------------------------------------------------------------------------

    async def today(self) -> StoredDay:
        """Return the day that is on, opened if needed. Raises NoDailyHand and BetweenDays."""
        day = self.calendar.day_at(self._clock.now())
        if self._experts.state is ExpertState.MISSING:
            await self._store.withdraw_day(day)
            raise NoDailyHand
        stored = await self._store.load_day(day) or await self._open(day)
        if stored.is_closed:  # the clock was set back
            raise BetweenDays(self.calendar.ends(day))
        return stored

    async def _open(self, day: date) -> StoredDay:
        secret = self._secrets.secret()
        now, key = self._clock.now(), self._secrets.secret()
        return await self._store.open_day(
            StoredDay(day, commitment(secret), now, secret=secret, key=key)
        )

    async def open_today(self) -> None:
        """Open the day that is on, so that its commitment stands from its start."""
        day = self.calendar.day_at(self._clock.now())
        if self._experts.state is ExpertState.MISSING:
            return
        if await self._store.load_day(day) is None:
            await self._open(day)

    async def close_days(self) -> None:
        """Close the days whose last hour is over."""
        now = self._clock.now()
        for day in await self._store.open_days():
            if now >= self.calendar.closes(day.date):
                await self._store.close_day(day.date, now)

    def next_change(self) -> float:
        """Return the seconds until a day begins or closes."""
        now = self._clock.now()
        today = self.calendar.day_at(now)
        times = (self.calendar.closes(today - timedelta(days=1)), self.calendar.ends(today))
        return min(at - now for at in times if at > now)

    def takes_acts(self, day: StoredDay) -> bool:
        """Return True if a hand of the day that was begun can be played on."""
        return not day.is_closed and self._clock.now() < self.calendar.closes(day.date)

    # Hands -----------------------------------------------------------------------------------

    async def load(self, day: date, user_id: int) -> OpenHand | None:
        """Load a person's hand, None if they have none of that day."""
        stored = await self._store.load_day(day)
        hand = None if stored is None else await self._store.load_hand(day, user_id)
        if stored is None or hand is None:
            return None
        return OpenHand(stored, hand, after(dealt(day, stored.secret), hand.acts))

    async def in_play(self, user_id: int) -> OpenHand | None:
        """Return the hand that a person has begun and can still finish, yesterday's first."""
        today = self.calendar.day_at(self._clock.now())
        for day in (today - timedelta(days=1), today):
            found = await self.load(day, user_id)
            if found is not None and not found.hand.is_finished and self.takes_acts(found.day):
                return found
        return None

    async def meant(self, user_id: int) -> StoredDay:
        """Return the day that a person plays now: yesterday, while they may still finish it."""
        found = await self.in_play(user_id)
        return await self.today() if found is None else found.day

    async def view(self, day: StoredDay, user_id: int, note: Note | None = None) -> DailyView:
        """Build a person's view of a day. Raises DayOver and ForgottenToday."""
        hand = await self._store.load_hand(day.date, user_id)
        if hand is None:
            if await self._store.is_marked(day.date, user_id):
                raise ForgottenToday(self.calendar.ends(day.date))
            if day.is_closed or day.date != self.calendar.day_at(self._clock.now()):
                raise DayOver
            view = self._view(day, user_id, Stage.NEW)
            return await self._with_rest(view)
        game = after(dealt(day.date, day.secret), hand.acts)
        if hand.outcome is not None:
            return await self._ended(OpenHand(day, hand, game), hand.outcome, note)
        if not self.takes_acts(day):
            raise DayOver
        if hand.version != self._experts.version:
            return self._view(day, user_id, Stage.VOID)
        if self._experts.state is ExpertState.MISSING and seat_in_turn(game) != SEAT:
            raise NoDailyHand
        return self._view(day, user_id, Stage.PLAYING, OpenHand(day, hand, game), note)

    def _view(
        self,
        day: StoredDay,
        user_id: int,
        stage: Stage,
        found: OpenHand | None = None,
        note: Note | None = None,
        ended: EndView | None = None,
    ) -> DailyView:
        panel = None if found is None else panel_of(found.day, found.hand, found.game, note)
        return DailyView(
            user_id=user_id,
            date=day.date,
            stage=stage,
            commitment=day.commitment,
            turns_at=self.calendar.ends(day.date),
            closes_at=self.calendar.closes(day.date),
            is_closed=day.is_closed,
            is_on=self.calendar.day_at(self._clock.now()) == day.date,
            panel=panel,
            ended=ended,
        )

    def waiting_view(self, day: StoredDay, user_id: int, stage: Stage) -> DailyView:
        """Build the view of a person whose hand has not begun."""
        return self._view(day, user_id, stage)

    async def _ended(self, found: OpenHand, outcome: Outcome, note: Note | None) -> DailyView:
        day, hand = found.day, found.hand
        scores = await self._store.expert_scores(day.date)
        ended = EndView(outcome, scores.get(hand.version))
        if day.is_closed:
            ended = await self._with_standing(ended, hand)
        view = self._view(day, hand.user_id, Stage.FINISHED, found, note, ended)
        return await self._with_rest(view)

    async def _with_rest(self, view: DailyView) -> DailyView:
        """Add to a view what its screen offers beside the hand."""
        before = view.date - timedelta(days=1)
        hand = await self._store.load_hand(before, view.user_id)
        return replace(
            view,
            before=before if hand is not None and hand.is_finished else None,
            is_reminded=await self._store.wants_daily_reminder(view.user_id),
        )

    async def _with_standing(self, ended: EndView, hand: StoredHand) -> EndView:
        """Add where a person stands, now that the day is closed."""
        week = week_of(hand.date)
        month = hand.date.replace(day=1)
        results = await self._store.daily_results(min(week[0], month), week[-1])
        of_day = [each for each in results if each.date == hand.date]
        own = next(each for each in of_day if each.user_id == hand.user_id)
        mine = [each for each in results if each.user_id == hand.user_id]
        totals = week_totals(week, results)
        over = self._clock.now() >= self.calendar.closes(week[-1])
        offered = await self._store.offered_days()
        finished = await self._store.finished_days(hand.user_id)
        still_open = {day.date for day in await self._store.open_days()}
        return replace(
            ended,
            standing=standing_of(own, of_day),
            week=week_standing(hand.user_id, totals, over=over),
            streak=streak(offered, finished, still_open),
            best_of_week=max(each.outcome.score for each in mine if each.date >= week[0]),
            best_of_month=max(
                each.outcome.score for each in mine if month <= each.date < _next_month(month)
            ),
        )


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)
