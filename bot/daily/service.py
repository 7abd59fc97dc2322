"""The daily hand's service: begin it, bid, play, and see how it ended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.runtime.loops import Loop
from bot.store.daily.days import DayStore
from bot.store.daily.reminders import ReminderStore
from bot.store.errors import Conflict, StoreFailure
from bot.store.people import PeopleStore
from bot.tables.errors import NoSuchTable, NotYourTurn
from bot.tables.past import Replay, ShakeProof
from bot.tables.ports import store_errors_as_try_again
from bot.tables.views import Note, PanelView
from bot.values.clock import Clock
from bot.values.day_hands import DayHand
from bot.values.experts import ExpertState
from texas42.ai.findings.judgments import Review
from texas42.engine import Phase, SeatView, parse_action
from texas42.records.shakefile import format_shake_file, shake_file

from .boards import DailyBoards
from .book import DayBook, OpenHand
from .errors import DayOver, NoProofYet, NotComparable, NotFinished
from .expert_turns import ExpertTurns, with_act
from .hand import SEAT, daily_rules, own_view, public_of, seat_in_turn
from .model import StoredDay, StoredHand
from .ports import DailyScreens, Experts, Reviews
from .table import EXPERTS, day_of, record_of_hand, replay_of, table_id_of
from .views import Comparison, DailyView, Reminded, Stage

ActText = str | Callable[[SeatView], str]
"""An act in record notation, or a function that reads it from the person's view."""
STAND_BY_SECONDS = 30.0
"""How soon a process checks again that does not lead, or whose clock is wrong."""
CHECK_SECONDS = 30.0
"""The longest pause of the background loop, in case the system clock is changed."""


class DailyService:
    """The daily hand. Every method may raise a `DailyError` or TryAgain.

    `leads`: True if this process, of several, opens and closes days and sends reminders.
    """

    def __init__(
        self,
        days: DayStore,
        reminders: ReminderStore,
        people: PeopleStore,
        book: DayBook,
        turns: ExpertTurns,
        experts: Experts,
        reviews: Reviews,
        screens: DailyScreens,
        clock: Clock,
        boards: DailyBoards,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self._days = days
        self._reminders = reminders
        self._people = people
        self._book = book
        self._turns = turns
        self._experts = experts
        self._reviews = reviews
        self._screens = screens
        self._clock = clock
        self._boards = boards
        self._leads = leads
        self._resumed = False
        self.loop = Loop("daily hand", self._turn, clock, expected=(StoreFailure,))

    def start(self) -> None:
        """Open and close days in the background, and resume the experts' turns."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; nothing that was saved is lost."""
        await self.loop.stop()
        await self._turns.stop()

    async def look(self, user_id: int, day: date | None = None) -> DailyView:
        """Return a person's view of a day, by default the one that they are playing."""
        with store_errors_as_try_again():
            if day is None:
                stored, found = await self._book.meant(user_id)
            else:
                stored = await self._known(day)
                found = await self._book.hand_of(stored, user_id)
            if found is not None:
                self._turns.follow(found)
            return await self._book.view_of(stored, user_id, found)

    async def panel(self, table_id: str, user_id: int) -> PanelView:
        """Return a person's view of the hand with this table id. Raises NoSuchTable."""
        day = day_of(table_id)
        view = None if day is None else await self.look(user_id, day)
        if view is None or view.panel is None:
            raise NoSuchTable
        return view.panel

    async def in_play(self, user_id: int) -> DailyView | None:
        """Return a person's view of their unfinished daily hand; None if they have none."""
        with store_errors_as_try_again():
            found = await self._book.in_play(user_id)
            if found is None or found.hand.version != self._experts.version:
                return None
            return await self._book.view_of(found.day, user_id, found)

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
            version = self._experts.version
            now = self._clock.now()
            hand = StoredHand(day.date, user_id, name, version, now, guild_id=guild_id)
            if self._experts.state is not ExpertState.READY:
                self._turns.begin_later(day, hand)
                return self._book.waiting_view(day, user_id, Stage.WARMING)
            await self._turns.begin(day, hand)
            return await self._book.view(day, user_id)

    async def act(
        self,
        user_id: int,
        day: date,
        words: ActText,
        *,
        phase: Phase,
        seq: int | None = None,
        confirmed: bool = True,
    ) -> DailyView:
        """Bid, name the trump or play, in record notation.

        With a stale `seq`, or unless `confirmed`, nothing changes and a note says so. A person
        without a hand gets their view of the day. Raises NotYourTurn, NotationError and
        IllegalAction.
        """
        with store_errors_as_try_again():
            async with self._turns.lock(day, user_id):
                found = await self._book.load(day, user_id)
                if found is None:
                    return await self._book.view(await self._known(day), user_id)
                note = await self._act(found, words, phase, seq, confirmed=confirmed)
            found = await self._book.load(day, user_id)
            if found is None:
                raise DayOver
            self._turns.follow(found)
            return await self._book.view_of(found.day, user_id, found, note)

    async def _act(
        self, found: OpenHand, words: ActText, phase: Phase, seq: int | None, *, confirmed: bool
    ) -> Note | None:
        """Save an act; return a note if nothing changed."""
        hand = found.hand
        if hand.is_finished or hand.version != self._experts.version:
            return Note.STALE
        if not self._book.takes_acts(found.day):
            raise DayOver
        if seq is not None and seq != hand.seq:
            return Note.STALE
        turn = seat_in_turn(found.game)
        if turn != SEAT:
            raise NotYourTurn(EXPERTS.get(turn or 0))
        if not confirmed:
            return Note.UNCONFIRMED
        text = words if isinstance(words, str) else words(own_view(found.game))
        action = parse_action(text, phase, SEAT, found.game.rules)
        after = with_act(found, action, self._clock.now())
        try:
            await self._days.save_acts(after.hand, 1)
        except Conflict:
            return Note.STALE
        return None

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

    async def replay(self, user_id: int, day: date) -> Replay:
        """Return the replay of a person's finished hand. Raises NotFinished."""
        with store_errors_as_try_again():
            found = await self._finished(user_id, day)
        return replay_of(found.day, found.hand, found.game)

    async def review(self, user_id: int, day: date) -> Review | None:
        """Review a person's finished hand; None without a solver.

        Raises NotFinished and ReviewNotReady.
        """
        with store_errors_as_try_again():
            found = await self._finished(user_id, day)
        return await self._reviews.review(record_of_hand(found.game), 1)

    async def proof(self, day: date) -> ShakeProof:
        """Return the proof of a closed day's deal. Raises NoProofYet."""
        with store_errors_as_try_again():
            stored = await self._known(day)
        if not stored.is_closed:
            raise NoProofYet(self._book.closes(stored))
        text = format_shake_file(shake_file(daily_rules(), stored.secret, public_of(day)))
        return ShakeProof(table_id_of(day), 1, text)

    async def _finished(self, user_id: int, day: date) -> OpenHand:
        found = await self._book.load(day, user_id)
        if found is None or not found.hand.is_finished:
            raise NotFinished
        if found.hand.is_stripped:
            raise DayOver
        return found

    async def _known(self, day: date) -> StoredDay:
        stored = await self._days.load_day(day)
        if stored is None:
            raise DayOver
        return stored

    async def _turn(self) -> float:
        """Resume hands once, open today, close past days; return the seconds until the next run."""
        leads = self._leads() and self._clock.is_right()
        if leads and await self._book.extend_days():
            self._resumed = False
        if not self._resumed:
            await self._resume()
        if not leads:
            return STAND_BY_SECONDS
        await self._book.open_today()
        if await self._book.close_days():
            self._boards.closed()
        await self._remind()
        return min(self._book.next_change(), CHECK_SECONDS)

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

    async def _resume(self) -> None:
        """Resume the hands that were waiting for an expert when the program stopped."""
        for day, user_id in await self._days.unfinished(self._experts.version):
            found = await self._book.load(day, user_id)
            if found is not None and self._book.takes_acts(found.day):
                self._turns.follow(found)
        self._resumed = True
