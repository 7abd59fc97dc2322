"""Invariants that hold whatever people press, tested with seeded random presses."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.store.errors import StoreFailure
from bot.tables.errors import TableError
from bot.tables.loaded import rebuild
from bot.tables.model import Occupant, Status, Table, is_live_seat
from bot.tables.stored import Change
from bot.tables.views import TableView
from tests.support.house import CHANNEL, GUILD, House
from tests.support.inner_tables import timers
from tests.support.matrix import mostly_long
from texas42.engine import EngineError, Phase, format_action
from texas42.records.record import parse_record
from texas42.records.referee import judge

PEOPLE = tuple(range(11, 18))
FEW = 100
STEPS = 250
KINDS: list[tuple[str, dict[str, object]]] = [
    ("42", {"preset": "house", "target": 2}),
    ("42", {"preset": "straight-points", "target": 60}),
    ("42", {"preset": "house", "target": 2, "renege": "forfeit"}),
    ("moon", {}),
    ("88", {}),
    ("80", {}),
]
WAITS = (0.3, *(2.0,) * 16, 21.0, 65.0, 185.0)
WORDS = ("pass", "30", "31", "2 marks", "5", "follow-me", "64", "00", "61@1", "nonsense", "")

Verb = Callable[[str, int], Awaitable[object]]
Press = Callable[[], Awaitable[object]]


class Town:
    """Random people who press random buttons at the tables of one house."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.dice = random.Random(seed)
        self.game, self.rules = KINDS[seed % len(KINDS)]
        self.refused = self.accepted = 0
        self.seen: dict[str, TableView] = {}

    async def step(self) -> None:
        """Let up to three people press something at the same time, or let time pass."""
        if self.dice.random() < 0.25:
            await self.house.later(self.dice.choice(WAITS))
            return
        tables = [t.table_id for t in await self.house.tables.live_tables()]
        presses = [await self.press(tables) for _ in range(self.dice.choice((1, 1, 1, 2, 3)))]
        await asyncio.gather(*(self._try(press) for press in presses))
        await self.house.settle()

    async def press(self, tables: list[str]) -> Press:
        """Choose a random press."""
        if not tables or (len(tables) < 2 and self.dice.random() < 0.05):
            return self.open
        table = self.dice.choice(tables)
        seated = [line.user_id for line in (await self.house.tables.view(table)).people]
        user = self.dice.choice(seated if seated and self.dice.random() < 0.7 else PEOPLE)
        assert user is not None
        verbs, weights = zip(*self.verbs(), strict=True)
        verb: Verb = self.dice.choices(verbs, weights)[0]
        return lambda: verb(table, user)

    def verbs(self) -> list[tuple[Verb, int]]:
        tables = self.house.tables
        dice = self.dice
        return [
            (self.legal_act, 80),
            (self.any_act, 8),
            (lambda t, u: self.house.sit(t, u, dice.choice((None, None, 0, 1, 2, 3, 9))), 8),
            (tables.ready, 8),
            (tables.computers.fill, 4),
            (lambda t, u: tables.computers.set_level(t, u, dice.choice(("easy", "steady"))), 1),
            (tables.begin, 6),
            (tables.takeover, 4),
            (tables.take_back, 4),
            (tables.leave, 1),
            (lambda t, u: tables.computers.remove(t, u, dice.randrange(4)), 1),
            (lambda t, u: tables.close(t, u, manager=dice.random() < 0.02), 1),
        ]

    async def open(self) -> None:
        user = self.dice.choice(PEOPLE)
        await self.house.open(user, CHANNEL + self.dice.randrange(3), self.game, **self.rules)

    async def legal_act(self, table: str, _: int) -> None:
        """Take a random legal action for the person to act."""
        view = (await self.house.tables.view(table)).view
        if view is None or view.to_act is None:
            return
        user = (await self.house.tables.view(table)).seats[view.to_act].user_id
        if user is None:
            return
        panel = await self.house.tables.panel(table, user)
        assert panel.view is not None
        text = format_action(self.dice.choice(panel.view.legal), view.rules)
        await self.house.tables.act(table, user, text, phase=view.phase, seq=panel.table.seq)

    async def any_act(self, table: str, user: int) -> None:
        seq = (await self.house.tables.view(table)).seq
        await self.house.tables.act(
            table,
            user,
            self.dice.choice(WORDS),
            phase=self.dice.choice(list(Phase)),
            seq=self.dice.choice((None, seq, seq - 1)),
        )

    async def _try(self, press: Press) -> None:
        try:
            await press()
        except (TableError, EngineError):
            self.refused += 1
        else:
            self.accepted += 1

    # Invariants ------------------------------------------------------------------------------

    async def check(self) -> None:
        tables = await self.house.tables.live_tables(guild_id=GUILD)
        for person in PEOPLE:
            assert sum(is_live_seat(table, person) for table in tables) <= 1
        for table in tables:
            await self.check_table(table)

    async def check_table(self, row: Table) -> None:
        house = self.house
        table = row.table_id
        view = await house.tables.view(table)
        before = self.seen.get(table)
        self.seen[table] = view
        if before is not None:
            assert view.seq >= before.seq
            assert view.hand_no - before.hand_no in (0, 1)
            if view.seq == before.seq and view.hand_no == before.hand_no:
                old = before.view
                new = view.view
                assert old is None or old == new
        self.check_seats(view)
        await self.check_turn(view)
        # The timer is armed, and due in the future.
        due = timers(house.tables)[table]
        assert due > house.clock.now()
        assert row.wake_at == due
        # The cached table equals the stored one.
        live = await house.live(table)
        stored = await house.store.tables.load(table)
        assert stored is not None
        assert rebuild(stored, live.coming, live.rated) == live
        numbers = [act.seq for act in stored.acts]
        assert numbers == list(range(view.seq - len(numbers), view.seq))

    def check_seats(self, view: TableView) -> None:
        people = [line.user_id for line in view.people]
        holders = [line.holder for line in view.seats if line.holder is not None]
        assert len(set(holders)) == len(holders)
        kinds = [line.occupant for line in view.seats]
        assert view.status is Status.LOBBY or Occupant.OPEN not in kinds
        hosts = sum(line.host for line in view.seats)
        assert hosts == 1 if people == holders and people else hosts <= 1
        present = any(line.holder is not None and not line.away for line in view.seats)
        if view.status in (Status.PLAYING, Status.LOBBY):
            assert present
        if view.status is Status.PAUSED:
            assert not present

    async def check_turn(self, view: TableView) -> None:
        if view.view is None:
            assert view.status is Status.LOBBY
            return
        able = []
        for line in view.people:
            assert line.user_id is not None
            panel = await self.house.tables.panel(view.table_id, line.user_id)
            assert panel.view is not None
            able += [line.seat] if panel.view.legal else []
        if view.status is Status.PLAYING:
            assert view.view.to_act is not None
        assert set(able) <= {view.view.to_act}

    async def check_records(self) -> None:
        for table, view in self.seen.items():
            if view.view is None:
                continue
            _, text = await self.house.tables.archive.record(table)
            judged = judge(parse_record(text))
            hands = judged["hands"]
            assert isinstance(hands, list)
            if hands and view.view.phase is Phase.OVER and view.status is not Status.CLOSED:
                assert hands[-1]["total"] == list(view.total)
            assert judged["winner"] is None or judged["winner"] == view.winner


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "steps"), mostly_long([(5, FEW), *((seed, STEPS) for seed in range(6))], (5, FEW))
)
async def test_invariants_hold_under_random_presses(file: Path, seed: int, steps: int) -> None:
    house = await House.build(file, seed=str(seed))
    town = Town(house, seed)
    for number in range(steps):
        await town.step()
        await town.check()
        if number % 97 == 96:  # restart the service
            await house.stop()
            house = town.house = await House.build(file, house.clock, seed=f"{seed}:{number}")
    await town.check_records()
    assert town.accepted > steps / 4
    assert town.refused > 5
    await house.stop()


async def test_invariants_hold_on_a_failing_disk(file: Path) -> None:
    house = await House.build(file, seed="disk")
    town = Town(house, 0)
    failing = True

    async def sometimes(_: Change) -> None:
        if failing and town.dice.random() < 0.2:
            raise StoreFailure("disk full")

    house.ledger.before_commit = house.ledger.after_commit = sometimes
    for _ in range(FEW):
        await town.step()
    failing = False
    await house.later(30)
    town.seen.clear()
    await town.check()
    await town.check_records()
    await house.stop()
