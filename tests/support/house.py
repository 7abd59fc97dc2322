"""A table service with real engine, records and store; only clock and edges are fakes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from bot.runtime.randomness import SeededRandomness
from bot.store import Store, open_store
from bot.store.tables import TableStore
from bot.tables.clocks.deadlines import Timing
from bot.tables.loaded import LoadedTable
from bot.tables.model import Place, Status, TableClock
from bot.tables.ports import Leases
from bot.tables.service import TableService
from bot.tables.stored import Change
from bot.tables.views import PanelView, Progress, TableView
from bot.values.clock import Clock
from tests.support.clocks import HandClock
from tests.support.inner_tables import busy, handles_timers, live, timers
from texas42 import RulesPlayer
from texas42.ai.findings.judgments import Advice, Advised, Decision, Objection, Review
from texas42.ai.solver.claims import lay_down, refutation
from texas42.engine import Action, Phase, SeatView, Tile, format_action

GUILD = 7
CHANNEL = 70
ANA = 11
BO = 12
CY = 13
DI = 14
EVE = 15
FOUR = (ANA, BO, CY, DI)
NAMES = {ANA: "Ana", BO: "Bo", CY: "Cy", DI: "Di", EVE: "Eve"}
# people's timers never run out
SLEEPLESS = Timing(TableClock(1.2, 1e9, 1e9, 1e9), 1e9, 1e9, 1e9)


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks run until the condition holds."""
    while not condition():  # noqa: ASYNC110 - no event to wait for
        await asyncio.sleep(0)


class FakePublisher:
    """A publisher that records what it is asked to publish."""

    def __init__(self) -> None:
        self.published_ids: list[str] = []
        self.ended: list[TableView] = []
        self.published: list[Progress] = []

    def publish(self, progress: Progress) -> None:
        self.published_ids.append(progress.after.table_id)
        self.published.append(progress)
        if progress.hand_ended:
            self.ended.append(progress.after)

    async def shown(self, table_id: str) -> None:
        pass


class Computers:
    """The rules player, run in the event loop; tests can replace its choices."""

    levels = ("rules",)

    def __init__(self) -> None:
        self.asked: list[SeatView] = []
        self.seconds: list[float | None] = []
        self.reviewed: list[tuple[str, int]] = []
        self.judged: list[tuple[str, int, int]] = []
        self.kept: list[tuple[Advised, ...]] = []
        self.judge_by: Callable[[str, int, int], tuple[Decision, ...] | None] = lambda *_: ()
        self._gate: asyncio.Event | None = None
        self._called = asyncio.Event()
        self.choose_by: Callable[[SeatView], Action] = lambda view: RulesPlayer().choose(view, 1.0)
        self.believe_by: Callable[[SeatView], bool] = lambda view: True

    async def choose(self, view: SeatView, level: str, seconds: float | None = None) -> Action:
        self.asked.append(view)
        self.seconds.append(seconds)
        self._called.set()
        if self._gate is not None:
            await self._gate.wait()
        return self.choose_by(view)

    async def advise(self, view: SeatView, *, asked: bool) -> Advice:
        self.asked.append(view)
        action, reason = RulesPlayer().choose_with_reason(view)
        return Advice(action, reason)

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        self.asked.append(view)
        return lay_down(view)

    async def objection(self, view: SeatView) -> Objection | None:
        self.asked.append(view)
        return refutation(view)

    async def believes(self, view: SeatView, claimer: int) -> bool:
        self.asked.append(view)
        return self.believe_by(view)

    async def review(
        self, record: str, hand: int, advised: tuple[Advised, ...] = ()
    ) -> Review | None:
        self.reviewed.append((record, hand))
        self.kept.append(advised)
        return None

    async def decisions(
        self, record: str, hand: int, seat: int, advised: tuple[Advised, ...] = ()
    ) -> tuple[Decision, ...] | None:
        self.judged.append((record, hand, seat))
        self.kept.append(advised)
        return self.judge_by(record, hand, seat)

    def pause(self) -> asyncio.Event:
        """Make the computer players think until the returned event is set."""
        self._gate = asyncio.Event()
        self._called = asyncio.Event()
        return self._gate

    async def wait_until_asked(self) -> None:
        """Wait until a paused computer player has been asked."""
        await self._called.wait()


class Ledger:
    """The tables of a store, with hooks before and after each commit."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self.before_commit: Callable[[Change], Any] | None = None
        self.after_commit: Callable[[Change], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tables, name)

    async def commit(self, change: Change) -> None:
        if self.before_commit is not None:
            await self.before_commit(change)
        await self._tables.commit(change)
        if self.after_commit is not None:
            await self.after_commit(change)


async def settle(tables: TableService, clock: Clock) -> None:
    """Wait until everything that is due at the tables by now is done."""
    quiet = 0
    while quiet < 5:
        if tasks := busy(tables):
            await asyncio.wait(tasks)
        await asyncio.sleep(0)
        due = any(at <= clock.now() for at in timers(tables).values())
        quiet = 0 if tasks or (due and handles_timers(tables)) else quiet + 1


class House:
    """One process: a table service with its store, clock, publisher and computer players."""

    def __init__(
        self,
        store: Store,
        clock: HandClock,
        timing: Timing,
        seed: str,
        leases: Leases | None = None,
    ) -> None:
        self.ledger = Ledger(store.tables)
        self.store = store
        self.clock = clock
        self.timing = timing
        self.publisher = FakePublisher()
        self.computers = Computers()
        self.randomness = SeededRandomness(seed)
        self.leases = leases
        self.build_services()

    def build_services(self, *days: Any) -> None:
        """Build the tables; `days`: the hands of days and their experts, if there are any."""
        self.tables = TableService(
            self.ledger,
            self.store.results,
            self.store.people,
            self.store.blocks,
            self.store.invitations,
            self.store.wrong_codes,
            self.computers,
            self.clock,
            self.randomness,
            self.timing,
            self.leases,
            *days,
        )
        self.tables.publish_to(self.publisher)

    # Life ------------------------------------------------------------------------------------

    @classmethod
    async def build(
        cls,
        file: Path,
        clock: HandClock | None = None,
        timing: Timing | None = None,
        seed: str = "s",
        *,
        start: bool = True,
        leases: Leases | None = None,
    ) -> Self:
        store = await open_store(f"sqlite:///{file}")
        house = cls(store, clock or HandClock(), timing or Timing(), seed, leases)
        if start:
            await house.start()
        return house

    async def start(self) -> None:
        await self.tables.start()
        await self.settle()

    async def stop(self) -> None:
        await self.tables.stop()
        await self.store.close()

    async def settle(self) -> None:
        """Wait until everything due at the current time is done."""
        await settle(self.tables, self.clock)

    async def later(self, seconds: float) -> None:
        """Advance the clock, stopping at each timer that is due on the way."""
        end = self.clock.now() + seconds
        await self.settle()
        while True:
            due = min(timers(self.tables).values(), default=end)
            self.clock.move(max(0.0, min(due, end) - self.clock.now()))
            await self.settle()
            if self.clock.now() >= end:
                return

    # Tables ----------------------------------------------------------------------------------

    async def open(
        self, user: int = ANA, channel: int = CHANNEL, game: str = "42", **rules: object
    ) -> str:
        table = await self.tables.open(
            place=Place(GUILD, channel, channel),
            user_id=user,
            name=NAMES.get(user, str(user)),
            game=game,
            rules=rules,
        )
        return table.table_id

    async def sit(self, table_id: str, user: int, seat: int | None = None) -> PanelView:
        return (await self.tables.sit(table_id, user, NAMES.get(user, str(user)), seat)).panel

    async def start_game(self, *people: int, **rules: object) -> str:
        """Start a game with these people, and computer players in the other seats."""
        people = people or FOUR
        table_id = await self.open(people[0], CHANNEL + people[0], **rules)
        for user in people[1:]:
            await self.sit(table_id, user)
        await self.tables.computers.fill(table_id, people[0])
        await self.tables.begin(table_id, people[0])
        return table_id

    async def start_on_turn_of(self, user: int, *people: int) -> str:
        """Start a game and play until it is this person's turn."""
        table_id = await self.start_game(*people)
        await self.until_turn_of(table_id, user)
        return table_id

    async def until_turn_of(self, table_id: str, user: int) -> None:
        while await self.in_turn(table_id) != user:
            await self.step(table_id)

    async def in_turn(self, table_id: str) -> int | None:
        """Return the person whose turn it is, or None for a computer player."""
        table = await self.tables.view(table_id)
        assert table.view is not None
        seat = table.view.to_act
        if seat is None or table.seats[seat].away:
            return None
        return table.seats[seat].user_id

    async def choice(self, table_id: str, user: int) -> tuple[str, Phase, int]:
        """Choose an action for a person with the rules player; return its text, phase and seq."""
        panel = await self.tables.panel(table_id, user)
        assert panel.view is not None
        assert panel.view.legal, f"{user} is not in turn"
        action = RulesPlayer().choose(panel.view, 1.0)
        return format_action(action, panel.view.rules), panel.view.phase, panel.table.seq

    async def act(self, table_id: str, user: int) -> PanelView:
        text, phase, seq = await self.choice(table_id, user)
        return (await self.tables.act(table_id, user, text, phase=phase, seq=seq)).panel

    async def step(self, table_id: str) -> None:
        """Take one turn: act for a person, or wait for a computer player."""
        user = await self.in_turn(table_id)
        if user is None:
            await self.later(self.timing.clock.pace * 1.5)
        else:
            await self.act(table_id, user)

    async def play_hand(self, table_id: str) -> TableView:
        while (await self.tables.view(table_id)).status is Status.PLAYING:
            await self.step(table_id)
        return await self.tables.view(table_id)

    async def play_game(self, table_id: str) -> TableView:
        while (table := await self.play_hand(table_id)).status is not Status.FINISHED:
            for line in table.people:
                assert line.user_id is not None
                await self.tables.ready(table_id, line.user_id)
        return table

    async def live(self, table_id: str) -> LoadedTable:
        """Return a table with all its secrets."""
        return await live(self.tables, table_id)

    async def seats(self, table_id: str) -> list[int | str]:
        """List the seats: user ids of people, kinds of the other seats."""
        table = await self.tables.view(table_id)
        return [line.user_id or line.occupant.value for line in table.seats]

    async def acts(self, table_id: str) -> list[int]:
        """List the sequence numbers of the current hand's saved acts."""
        stored = await self.store.tables.load(table_id)
        assert stored is not None
        return [act.seq for act in stored.acts]
