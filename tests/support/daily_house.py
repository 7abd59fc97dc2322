"""A house with the daily hand: the real engine, records and store, fake experts and clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from bot.daily.boards import DailyBoards
from bot.daily.book import DayBook
from bot.daily.closing import ClosedDays
from bot.daily.days import Calendar
from bot.daily.figures import Background, Figures
from bot.daily.hand import SEAT
from bot.daily.kept import DayHands
from bot.daily.model import StoredBoard, StoredDay
from bot.daily.service import DailyService
from bot.daily.table import day_id_of
from bot.daily.views import DailyView, DayBoard, DayStanding, Reminded, Stage, WeekBoard
from bot.store import Store, open_store
from bot.tables.errors import NoSuchHand
from bot.tables.model import TableClock
from bot.tables.past import Replay
from bot.values.experts import ExpertState
from bot.values.posted import NO_MESSAGE, Posted, PostedKey, PostedKind
from bot.values.undelivered import Delivery
from tests.store.samples import put_on_boards
from tests.support.clocks import YieldingClock
from tests.support.house import SLEEPLESS, House
from texas42 import RulesPlayer
from texas42.ai.findings.judgments import Review
from texas42.engine import Action, Deal, Phase, SeatView, format_action

ANA = 7011
BO = 7012
CY = 7013
MONDAY = date(2026, 11, 23)
TUESDAY = date(2026, 11, 24)
HOUR = 9
NAMES = {ANA: "Ana", BO: "Bo", CY: "Cy", 7014: "Dell", 7015: "Ester", 7016: "Floyd"}
CALENDAR = Calendar(HOUR)
HERE = 5
ELSEWHERE = 6
CHANNEL = 50


class PlainExperts:
    """Fake experts, that can be held back: the rules player, unless a test sets `choose_by`."""

    def __init__(self) -> None:
        self.version = "one"
        self.state = ExpertState.READY
        self.warmed = asyncio.Event()
        self.asked: list[SeatView] = []
        self.choose_by: Callable[[SeatView], Action] = lambda v: RulesPlayer().choose(v, 1.0)
        self._may_choose = asyncio.Event()
        self._may_choose.set()
        self._are_held = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let no expert choose during the block, unless `let_one` says so."""
        self._are_held = True
        self._may_choose.clear()
        try:
            yield
        finally:
            self._are_held = False
            self._may_choose.set()

    def let_one(self) -> None:
        """Let one expert choose who is held back."""
        self._may_choose.set()

    async def ready(self, seconds: float) -> ExpertState:
        if self.state is ExpertState.WARMING:
            await self.warmed.wait()
        return self.state

    async def choose(self, view: SeatView) -> Action:
        await self._may_choose.wait()
        if self._are_held:
            self._may_choose.clear()
        self.asked.append(view)
        return self.choose_by(view)

    async def par(self, deal: Deal) -> int | None:
        assert deal.trick is not None
        assert not deal.trick.plays
        return 30


class BoardMessages:
    """Records what boards show. Channels in `closed` refuse, messages in `deleted` are gone."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._posted: dict[PostedKey, int] = {}
        self.shown: dict[int, DayBoard | WeekBoard] = {}
        self.sent: list[tuple[str, int]] = []
        self.closed: set[int] = set()
        self.deleted: set[int] = set()

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        is_new = board.message_id == NO_MESSAGE
        self.sent.append(("post" if is_new else "edit", board.channel_id))
        if board.channel_id in self.closed:
            return Delivery.REFUSED
        kind = PostedKind.WEEK_BOARD if board.week else PostedKind.DAY_BOARD
        key = PostedKey(kind, board.date.isoformat(), board.guild_id)
        message_id = board.message_id
        if is_new:
            message_id = self._posted.setdefault(key, len(self.sent))
        posted = Posted(key, 1, board.guild_id, board.channel_id, message_id)
        if message_id in self.deleted:
            await self._store.messages.drop_posted(posted)
            return Delivery.GONE
        if is_new:
            self.shown.setdefault(message_id, view)
            await self._store.messages.put_posted(posted)
        else:
            self.shown[message_id] = view
            await self._store.messages.put_posted(replace(posted, digest=digest))
        return Delivery.SENT


class Screens:
    """Records published views and reminders."""

    def __init__(self) -> None:
        self.shown: list[DailyView] = []
        self.reminded: list[tuple[int, date]] = []
        self.outcomes: list[Reminded] = []  # of the next reminders, then all are sent

    def publish(self, view: DailyView) -> None:
        self.shown.append(view)

    async def remind(self, user_id: int, day: date) -> Reminded:
        self.reminded.append((user_id, day))
        return self.outcomes.pop(0) if self.outcomes else Reminded.SENT


class DailyHouse(House):
    """A house with the daily hand; `restart` begins again on the same store."""

    clock: YieldingClock

    def __init__(self, store: Store, seed: str = "daily") -> None:
        self.experts = PlainExperts()
        self.screens = Screens()
        self.leads = True
        self.pace = 0.0
        super().__init__(store, YieldingClock(CALENDAR.begins(MONDAY) + 60), SLEEPLESS, seed)

    async def stop(self) -> None:
        """Stop, as if killed: background work is dropped."""
        await self.daily.stop()
        await self.tables.stop()

    async def restart(self) -> None:
        await self.stop()
        self.build_services()
        await self.start()

    def build_services(self) -> None:
        store = self.store
        clock = self.clock
        self.hands = DayHands(
            store.days, store.people, self.experts, CALENDAR, clock, TableClock(pace=self.pace)
        )
        super().build_services(self.hands, self.experts)
        self.book = DayBook(
            self.tables,
            self.hands,
            store.days,
            store.day_scores,
            store.reminders,
            store.heartbeats,
            self.experts,
            clock,
            self.randomness,
        )
        self.messages = BoardMessages(store)
        self.boards = DailyBoards(
            store.day_boards, self.messages, CALENDAR, clock, lambda: self.leads
        )
        self.background = Background(clock)
        self.figures = Figures(store.days, store.day_scores, self.experts, self.background)
        self.daily = DailyService(
            self.tables,
            self.hands,
            store.days,
            store.reminders,
            store.people,
            self.book,
            self.figures,
            self.background,
            self.experts,
            clock,
            self.boards,
            ClosedDays(store.closings, clock),
            lambda: self.leads,
        )
        self.daily.publish_to(self.screens)
        self.tables.publish_hands_to(self.daily)

    async def settle(self) -> None:
        """Wait until the experts have played, and everything is counted and shown."""
        await super().settle()
        await self.background.idle()

    async def act_on(
        self,
        user_id: int,
        day: date,
        text: str,
        *,
        phase: Phase,
        seq: int | None = None,
        confirmed: bool = True,
    ) -> DailyView:
        """Act as by a button: at the person's table, or the day is shown if they have none."""
        table_id = await self.daily.hand_meant(day_id_of(day), user_id)
        if table_id is None:
            return await self.daily.look(user_id, day)
        progress = await self.tables.act(
            table_id, user_id, text, phase=phase, seq=seq, confirmed=confirmed
        )
        return await self.daily.view_after(progress)

    async def replay(self, user_id: int, day: date) -> Replay:
        """Open the replay of a person's hand, as by a button."""
        table_id = await self.daily.hand_meant(day_id_of(day), user_id)
        if table_id is None:
            await self.daily.look(user_id, day)
            raise NoSuchHand
        return await self.tables.archive.replay(table_id, 1, user_id, None)

    async def review(self, user_id: int, day: date) -> Review | None:
        """Review a person's hand, as its replay does."""
        table_id = await self.daily.hand_meant(day_id_of(day), user_id)
        if table_id is None:
            await self.daily.look(user_id, day)
            raise NoSuchHand
        return (await self.tables.adviser.review(table_id, 1))[1]

    def go_to(self, day: date, seconds: float = 60.0) -> None:
        """Set the clock to this many seconds after the beginning of a day."""
        self.clock.time = CALENDAR.begins(day) + seconds

    async def day(self, day: date = MONDAY) -> StoredDay:
        """Load a day that must have been opened."""
        found = await self.store.days.load_day(day)
        assert found is not None
        return found

    async def turn(self) -> None:
        """Run the background loop once."""
        await self.daily._turn()
        await self.daily._remind_step()
        await self.settle()

    async def begin(self, user_id: int, guild_id: int | None = None) -> DailyView:
        view = await self.daily.begin(user_id, NAMES[user_id], guild_id)
        await self.settle()
        return await self.daily.look(user_id, view.date)

    async def step_day(
        self, user_id: int, choose: Callable[[SeatView], Action] | None = None
    ) -> DailyView:
        """Make one act for a person, and wait for the experts' turns."""
        view = await self.daily.look(user_id)
        seen = view.panel.view if view.panel is not None else None
        assert seen is not None
        assert seen.to_act == SEAT
        action = (choose or (lambda v: RulesPlayer().choose(v, 1.0)))(seen)
        text = format_action(action, seen.rules)
        seq = view.panel.table.seq if view.panel is not None else 0
        await self.act_on(user_id, view.date, text, phase=seen.phase, seq=seq)
        await self.settle()
        return await self.daily.look(user_id, view.date)

    async def play_day(
        self,
        user_id: int,
        choose: Callable[[SeatView], Action] | None = None,
        guild_id: int | None = None,
    ) -> DailyView:
        """Begin a hand and play it out."""
        view = await self.begin(user_id, guild_id)
        while view.stage is Stage.PLAYING:
            view = await self.step_day(user_id, choose)
        return view


def last_tile(view: SeatView) -> Action:
    """Pass if possible, and play the last legal tile."""
    return view.legal[-1] if view.phase is Phase.PLAY else RulesPlayer().choose(view, 1.0)


def standing_in(view: DailyView) -> DayStanding:
    """Return the standing on an end screen."""
    assert view.ended is not None
    assert view.ended.standing is not None
    return view.ended.standing


async def list_people(
    house: DailyHouse, *people: int, guild_id: int = HERE, channel_id: int = CHANNEL
) -> None:
    """Put people on a server's leaderboards, and give its boards a channel."""
    await put_on_boards(house.store.database, guild_id, *people)
    await house.store.servers.save_server_settings(guild_id, daily_channel=channel_id)


@asynccontextmanager
async def installed(folder: Path, seed: str = "daily") -> AsyncIterator[DailyHouse]:
    """Yield an installation on a new SQLite file."""
    store = await open_store(f"sqlite:///{folder / 'daily.sqlite3'}")
    house = DailyHouse(store, seed)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()
        await store.close()
