"""The daily hand's service: begin it, see it, and see how it ended. Its tables play it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop
from bot.store.daily.days import DayStore
from bot.store.daily.reminders import ReminderStore
from bot.store.errors import Conflict, StoreFailure
from bot.store.people import PeopleStore
from bot.tables.clocks.computer_turns import WARM_UP_SECONDS
from bot.tables.past import ShakeProof
from bot.tables.ports import store_errors_as_try_again
from bot.tables.service import TableService
from bot.tables.sharing.homes import home_of
from bot.tables.views import Progress, TableView
from bot.values.clock import Clock
from bot.values.day_hands import DayHand
from bot.values.experts import ExpertState
from texas42.records.shakefile import format_shake_file, shake_file

from .boards import DailyBoards
from .book import DayBook, OpenHand
from .closing import ClosedDays
from .errors import DayOver, NoProofYet, NotComparable, NotFinished
from .figures import Background, Figures
from .hand import SEAT, daily_rules, dealt, public_of, seat_in_turn
from .kept import DayHands
from .model import StoredDay, StoredHand
from .ports import DailyScreens, Experts, NoDailyScreens
from .table import day_id_of, day_of, table_id_of
from .views import Comparison, DailyView, Reminded, Stage

_LOG = logging.getLogger(__name__)
STAND_BY_SECONDS = 30.0
"""How soon a process checks again that does not lead, or whose clock is wrong."""
CHECK_SECONDS = 30.0
"""The longest pause of the background loop, in case the system clock is changed."""


SETTLE_SECONDS = 1.0
"""The pause between closed days that are still to be counted."""


class DailyService:
    """The daily hand. Every method may raise a `DailyError` or TryAgain.

    `leads`: True if this process, of several, opens and closes days and sends reminders.
    """

    def __init__(
        self,
        tables: TableService,
        kept: DayHands,
        days: DayStore,
        reminders: ReminderStore,
        people: PeopleStore,
        book: DayBook,
        figures: Figures,
        background: Background,
        experts: Experts,
        clock: Clock,
        boards: DailyBoards,
        closed: ClosedDays,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self._tables = tables
        self._kept = kept
        self._days = days
        self._reminders = reminders
        self._people = people
        self._book = book
        self._figures = figures
        self._background = background
        self._experts = experts
        self._clock = clock
        self._boards = boards
        self._closed = closed
        self._leads = leads
        self._screens: DailyScreens = NoDailyScreens()
        self.loop = Loop("daily hand", self._turn, clock, expected=(StoreFailure,))
        # apart, as reminders may wait for their turn while days have to close
        self.reminding = Loop(
            "reminders",
            self._remind_step,
            clock,
            grace=SENDING_GRACE_SECONDS,
            expected=(StoreFailure,),
        )

    def publish_to(self, screens: DailyScreens) -> None:
        """Show people their hands there from now on; what shows them is built on this service."""
        self._screens = screens

    def start(self) -> None:
        """Open and close days, and remind people, in the background."""
        self.loop.start()
        self.reminding.start()

    async def stop(self) -> None:
        """Stop; nothing that was saved is lost."""
        await self.loop.stop()
        await self.reminding.stop()
        await self._background.stop()

    async def look(
        self, user_id: int, day: date | None = None, progress: Progress | None = None
    ) -> DailyView:
        """Return a person's view of a day, by default the one that they are playing.

        `progress`: what they have just done or seen at the table of that day's hand.
        """
        with store_errors_as_try_again():
            if day is None:
                stored, found = await self._book.meant(user_id)
            else:
                stored = await self._known(day)
                found = await self._book.hand_of(stored, user_id)
            if found is not None:
                self._follow(found)
            return await self._book.view_of(stored, user_id, found, progress)

    def publish(self, progress: Progress) -> None:
        """Show a person what has changed at the table of their hand, in the background."""
        day, user_id = _hand_at(progress.after)

        async def show() -> None:
            self._screens.publish(await self.view_after(progress))

        self._background.start((day, user_id, f"act {progress.after.seq}"), show)

    async def shown(self, _table_id: str) -> None:
        """Return at once: nobody waits for a person's own screens."""

    async def view_after(self, progress: Progress) -> DailyView:
        """Build the view of a person's day from a change at their table, or the look that asked."""
        day, user_id = _hand_at(progress.after)
        return await self.look(user_id, day, progress)

    def serves(self, view: DailyView) -> bool:
        """Return True if this process holds the table of a person's hand."""
        return self._tables.serves(home_of(table_id_of(view.date, view.user_id), None))

    async def hand_meant(self, day_id: str, user_id: int) -> str | None:
        """Return the id of the table that a button about a day means for the person who presses.

        None if they have no hand of it that can go on or be seen again; then the day is meant.
        """
        day = day_of(day_id)
        with store_errors_as_try_again():
            found = None if day is None else await self._kept.find(day, user_id)
        if day is None or found is None or not self._kept.is_there(*found):
            return None
        return table_id_of(day, user_id)

    async def hand_in_play(self, user_id: int) -> str | None:
        """Return the table of a person's unfinished daily hand; None if they have none."""
        with store_errors_as_try_again():
            found = await self._book.in_play(user_id)
        if found is None or found.hand.version != self._experts.version:
            return None
        return found.table_id

    async def is_in_play(self, user_id: int) -> bool:
        """Return True if a person has begun a daily hand that they can still finish."""
        with store_errors_as_try_again():
            return await self._book.in_play(user_id) is not None

    async def open_hands(self, user_id: int) -> list[DayHand]:
        """Return the hands of the days that are not closed, as a person stands to them."""
        with store_errors_as_try_again():
            return await self._book.open_hands(user_id)

    async def begin(self, user_id: int, name: str, guild_id: int | None = None) -> DailyView:
        """Begin today's hand, or restart a void one. It waits until the experts are ready.

        `guild_id`: the server where the person began, whose board will list them.
        """
        with store_errors_as_try_again():
            day = await self._book.today()
            view = await self._book.view(day, user_id)
            if view.stage not in (Stage.NEW, Stage.VOID):
                return view
            hand = StoredHand(
                day.date,
                user_id,
                name,
                self._experts.version,
                self._clock.now(),
                guild_id=guild_id,
            )
            if self._experts.state is not ExpertState.READY:
                key = (day.date, user_id, "begin")
                self._background.start(key, lambda: self._begin_when_ready(day, hand))
                return self._book.waiting_view(day, user_id, Stage.WARMING)
            await self._save_new(day, hand)
            return await self._book.view(day, user_id)

    async def _begin_when_ready(self, day: StoredDay, hand: StoredHand) -> None:
        """Begin a hand as soon as the experts can play."""
        if await self._experts.ready(WARM_UP_SECONDS) is not ExpertState.READY:
            view = self._book.waiting_view(day, hand.user_id, Stage.MISSING)
            self._screens.publish(view)
            return
        if self._book.calendar.day_at(self._clock.now()) != day.date:
            raise DayOver
        await self._save_new(day, hand)
        self._screens.publish(await self._book.view(day, hand.user_id))

    async def _save_new(self, day: StoredDay, hand: StoredHand) -> None:
        """Save a new hand unless the person already has one, and start its table."""
        now = self._clock.now()
        expert_begins = seat_in_turn(dealt(day.date, day.secret)) != SEAT
        new = replace(hand, begun_at=now, wake_at=now if expert_begins else None)
        try:
            await self._days.begin_hand(new)
        except Conflict:
            _LOG.info("a daily hand was begun already")
        await self._tables.renew(table_id_of(day.date, hand.user_id))

    async def compare(self, user_id: int, friend_id: int) -> Comparison:
        """Compare two people's results on the newest hand that the first has finished.

        Raises NotFinished, and NotComparable if the friend has not finished that hand.
        """
        view = await self.look(user_id)
        day = view.date if view.stage is Stage.FINISHED else view.before
        if day is None:
            raise NotFinished
        with store_errors_as_try_again():
            own = await self._days.load_hand(day, user_id)
            theirs = await self._days.load_hand(day, friend_id)
        if own is None or own.outcome is None:
            raise NotFinished
        if theirs is None or theirs.outcome is None or theirs.version != own.version:
            raise NotComparable
        return Comparison(day, own.outcome, theirs.outcome)

    async def set_reminder(self, user_id: int, *, wanted: bool) -> None:
        """Turn a person's daily reminder on, from tomorrow, or off."""
        day = self._book.calendar.day_at(self._clock.now())
        with store_errors_as_try_again():
            await self._reminders.set_daily_reminder(user_id, day, wanted=wanted)

    async def proof(self, day: date) -> ShakeProof:
        """Return the proof of a closed day's deal. Raises NoProofYet."""
        with store_errors_as_try_again():
            stored = await self._known(day)
        if not stored.is_closed:
            raise NoProofYet(self._kept.closes(stored))
        text = format_shake_file(shake_file(daily_rules(), stored.secret, public_of(day)))
        return ShakeProof(day_id_of(day), 1, text)

    def _follow(self, found: OpenHand) -> None:
        """Count what is missing for a hand, and show its person a new par."""
        day = found.day
        user_id = found.hand.user_id

        async def show() -> None:
            self._screens.publish(await self._book.view(day, user_id))

        if found.hand.outcome is not None and found.hand.outcome.par is None:
            self._boards.look_soon()
        self._figures.follow(found, show)

    async def _known(self, day: date) -> StoredDay:
        stored = await self._days.load_day(day)
        if stored is None:
            raise DayOver
        return stored

    async def _turn(self) -> float:
        """Open today, close past days; return the seconds until the next run."""
        leads = self._leads() and self._clock.is_right()
        if leads:
            await self._book.extend_days()
        await self._wake_overdue()
        if not leads:
            return STAND_BY_SECONDS
        await self._book.open_today()
        if await self._book.close_days():
            self._boards.look_soon()
        more = await self._closed.settle_newest()
        return min(self._book.next_change(), SETTLE_SECONDS if more else CHECK_SECONDS)

    async def _wake_overdue(self) -> None:
        """Wake the hands whose expert is late: their day may be open again since they were read."""
        late = self._clock.now() - CHECK_SECONDS
        for table_id, at, _ in await self._kept.wakes():
            if at < late:
                self._tables.show_idle(table_id)

    async def _remind_step(self) -> float:
        if self._leads() and self._clock.is_right():
            await self._remind()
        return CHECK_SECONDS

    async def _remind(self) -> None:
        """Send the reminders that are due, in each person's morning."""
        if self._experts.state is ExpertState.MISSING:
            return
        now = self._clock.now()
        day = self._book.calendar.day_at(now)
        for user_id in await self._reminders.daily_reminders_due(day):
            chosen = await self._people.preferences(user_id)
            if not chosen.may_be_reminded(now):
                continue
            match await self._screens.remind(user_id, day):
                case Reminded.SENT:
                    await self._reminders.mark_reminded(user_id, day)
                case Reminded.REFUSED:
                    await self._reminders.mark_reminded(user_id, None)
                case Reminded.LATER:
                    pass  # the next turn tries again


def _hand_at(table: TableView) -> tuple[date, int]:
    """Return the day of a table, and the person who plays its hand there."""
    day = table.deals.day
    user_id = table.seats[SEAT].user_id
    if day is None or user_id is None:
        raise ValueError(f"not a day's table: {table.table_id}")
    return day, user_id
