"""Several processes on a real PostgreSQL server notify each other and share tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from bot.store import Store, open_store
from bot.store.errors import StoreFailure
from bot.tables.clocks.deadlines import Timing
from bot.tables.errors import AlreadySeated, ChannelBusy, SeatTaken
from bot.tables.model import Occupant, Place, Seat, Status
from bot.tables.sharing import processes as processes_module
from bot.tables.sharing.leases import ShardLeases
from bot.tables.sharing.processes import IsMeant, Processes, sharing
from bot.tables.views import Note, Progress
from tests.store.databases import postgres, url
from tests.support.clocks import HandClock
from tests.support.house import ANA, BO, CY, DI, NAMES, House

__all__ = ["postgres", "url"]
pytestmark = [pytest.mark.postgres, pytest.mark.parametrize("url", ["postgres"], indirect=True)]
SHARDS = 2
SERVER = 1 << 22  # a server of the second shard
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid != pg_backend_pid()"
)
DISCONNECTED = "news of other processes"


class RecordingScreens:
    """Screens that record their notifications."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()

    async def drop(self, is_meant: IsMeant) -> None:
        pass

    def answered_elsewhere(self, table_id: str, user_id: int, digest: str) -> None:
        self.received.put_nowait(("answered", table_id, user_id, digest))

    def post_again(self, progress: Progress) -> None:
        self.received.put_nowait(("again", progress.after.table_id))

    async def forget(self, user_id: int) -> None:
        self.received.put_nowait(("forget", user_id))


class RecordingSettings:
    """Settings that record their notifications."""

    def __init__(self, received: asyncio.Queue[tuple[object, ...]]) -> None:
        self.received = received
        self.read = 0
        self.fails = 0  # how many reads fail from now on

    async def follow(self, user_id: int) -> None:
        self.received.put_nowait(("choices", user_id))

    def show_pictures(self, guild_id: int, *, wanted: bool) -> None:
        self.received.put_nowait(("pictures", guild_id, wanted))

    async def read_again(self) -> None:
        if self.fails:
            self.fails -= 1
            raise StoreFailure("not yet")
        self.read += 1


class Process:
    """One process: its tables, leases, notifications and screens."""

    def __init__(self, store: Store, own: int) -> None:
        leases, processes = sharing(store.processes(), {own}, SHARDS)
        assert isinstance(leases, ShardLeases)
        assert processes is not None
        self.leases: ShardLeases = leases
        self.processes: Processes = processes
        self.house = House(store, HandClock(), Timing(), f"process {own}", leases)
        self.screens = RecordingScreens()
        self.choices = RecordingSettings(self.screens.received)
        self.listens = asyncio.Event()
        self.scans = 0  # full scans of all tables so far

    async def start(self) -> None:
        async def events(_: IsMeant) -> None:
            self.scans += 1
            self.listens.set()

        await self.processes.start(self.house.tables, self.screens, self.choices, events)
        await self.house.tables.start()

    async def stop(self) -> None:
        await self.house.tables.stop()
        await self.processes.stop()
        await self.house.store.close()


@asynccontextmanager
async def running(url: str, own: int) -> AsyncIterator[Process]:
    process = Process(await open_store(url), own)
    await process.start()
    try:
        yield process
    finally:
        await process.stop()


@pytest.fixture
async def pair(url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes; the second one's shard holds `SERVER`."""
    async with running(url, 0) as first, running(url, 1) as second:
        await until(lambda: not first.processes.serves(SERVER))
        await until(
            lambda: first.scans > 1 and second.scans > 1
        )  # once at the start and once when connected
        yield first, second


async def until(holds: Callable[[], bool]) -> None:
    """Poll until the condition holds."""
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def _open(process: Process, user: int = ANA, channel: int = 70) -> str:
    table = await process.house.tables.open(
        place=Place(SERVER, channel, channel),
        user_id=user,
        name=NAMES[user],
        game="42",
        rules={},
    )
    return table.table_id


async def test_notices_reach_the_other_process_only(pair: tuple[Process, Process]) -> None:
    first, second = pair
    first.processes.notify_preferences(ANA)
    first.processes.notify_pictures(SERVER, wanted=False)
    first.processes.notify_forgotten(BO)
    heard = {await second.screens.received.get() for _ in range(3)}
    assert heard == {("choices", ANA), ("pictures", SERVER, False), ("forget", BO)}
    second.processes.notify_forgotten(ANA)
    assert await first.screens.received.get() == ("forget", ANA)  # and none of its own before
    assert second.screens.received.empty()


async def test_lease_holder_reposts_a_board_requested_elsewhere(
    pair: tuple[Process, Process],
) -> None:
    first, second = pair
    table = await _open(first)
    first.processes.request_board(table)
    assert await second.screens.received.get() == ("again", table)
    second.processes.request_board(table)  # as if it no longer held the table
    second.processes.notify_forgotten(BO)
    assert await first.screens.received.get() == ("forget", BO)


async def test_processes_recover_from_a_dropped_connection(
    pair: tuple[Process, Process], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first, second = pair
    table = await _open(second)
    before = first.scans, second.scans
    await first.house.store.database.write(lambda c: c.exec_driver_sql(CUT).all())
    await until(lambda: first.scans > before[0] and second.scans > before[1])
    await first.house.sit(table, BO)  # announced, or found by the scan
    shown = second.house.publisher.published
    await until(lambda: BO in {line.user_id for line in shown[-1].after.people})
    assert [each.message.partition(":")[0] for each in caplog.records].count(DISCONNECTED) == 2
    assert not first.processes.serves(SERVER)
    assert second.processes.serves(SERVER)
    assert first.processes.share() == second.processes.share() == 0.5


async def test_settings_are_reloaded_after_missed_notices(
    pair: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes_module, "RETRY_SECONDS", 0.01)
    first, second = pair
    before = first.choices.read, second.choices.read
    second.choices.fails = 2  # the first reads fail
    await first.house.store.database.write(lambda c: c.exec_driver_sql(CUT).all())
    await until(lambda: first.choices.read > before[0] and second.choices.read > before[1])
    assert second.choices.fails == 0


# Races ---------------------------------------------------------------------------------------


def _commit_together(*processes: Process) -> None:
    """Hold each process's commit until all of them are about to commit."""
    barrier = asyncio.Barrier(len(processes))

    def meeting(process: Process) -> Callable[[object], Awaitable[None]]:
        async def meet(_: object) -> None:
            process.house.ledger.before_commit = None
            await barrier.wait()

        return meet

    for process in processes:
        process.house.ledger.before_commit = meeting(process)


async def test_racing_processes_give_a_seat_to_one_person(pair: tuple[Process, Process]) -> None:
    first, second = pair
    table = await _open(first)
    _commit_together(first, second)
    outcomes = await asyncio.gather(
        first.house.sit(table, BO, 2), second.house.sit(table, CY, 2), return_exceptions=True
    )
    assert [type(each) for each in outcomes].count(SeatTaken) == 1
    assert len({user for user in await first.house.seats(table) if user in (BO, CY)}) == 1


async def test_racing_processes_count_an_act_once(pair: tuple[Process, Process]) -> None:
    first, second = pair
    table = await first.house.start_game()
    user = await first.house.in_turn(table)
    assert user is not None
    text, phase, seq = await second.house.choice(table, user)
    _commit_together(first, second)
    acting = (each.house.tables.act(table, user, text, phase=phase, seq=seq) for each in pair)
    panels = await asyncio.gather(*acting)
    assert sorted(panel.note or "" for panel in panels) == ["", Note.STALE]
    assert await first.house.acts(table) == [1]


async def test_racing_processes_seat_a_person_at_one_table(pair: tuple[Process, Process]) -> None:
    first, second = pair
    one = await _open(first, ANA, 70)
    other = await _open(second, CY, 71)
    _commit_together(first, second)
    outcomes = await asyncio.gather(
        first.house.sit(one, BO), second.house.sit(other, BO), return_exceptions=True
    )
    assert [type(each) for each in outcomes].count(AlreadySeated) == 1
    assert len(await first.house.tables.tables_of(BO)) == 1


async def test_racing_processes_open_one_table_in_a_channel(pair: tuple[Process, Process]) -> None:
    first, second = pair
    opening = (_open(first, ANA), _open(second, BO))
    outcomes = await asyncio.gather(*opening, return_exceptions=True)
    assert [type(each) for each in outcomes].count(ChannelBusy) == 1
    assert len(await first.house.tables.live_tables(channel_id=70)) == 1


async def _open_event_table(process: Process, *people: int) -> str:
    """Open an event table with people in the first seats and computers in the rest."""
    computers = tuple(Seat(Occupant.COMPUTER, name=f"C{n}") for n in range(4 - len(people)))
    table = await process.house.tables.event_seats.open_seated(
        event_id=f"event {people}",
        place=Place(SERVER, people[0], people[0], number=1),
        host_id=people[0],
        game="42",
        rules={"target": 1},
        seats=tuple(Seat(Occupant.PERSON, each, NAMES[each]) for each in people) + computers,
    )
    return table.table_id


async def _is_present(process: Process, table: str, user: int) -> bool:
    panel = await process.house.tables.panel(table, user)
    return not next(line for line in panel.table.seats if line.user_id == user).away


async def test_person_seated_by_two_events_at_once_is_away_at_one(
    pair: tuple[Process, Process],
) -> None:
    first, second = pair
    _commit_together(first, second)
    tables = await asyncio.gather(
        _open_event_table(first, ANA, BO), _open_event_table(second, CY, BO)
    )
    assert sorted([await _is_present(first, table, BO) for table in tables]) == [False, True]


async def test_person_reseated_by_an_event_is_present_at_one_table_only(
    pair: tuple[Process, Process],
) -> None:
    first, second = pair
    at_event = await _open_event_table(second, ANA, DI)
    other = await _open(first, CY, 71)
    assert (await second.house.play_game(at_event)).status is Status.FINISHED
    _commit_together(first, second)
    anew = tuple(Seat(Occupant.PERSON, each, NAMES[each]) for each in (ANA, BO, DI))
    seats = (*anew, Seat(Occupant.COMPUTER, name="C"))
    outcomes = await asyncio.gather(
        second.house.tables.event_seats.seat_anew(at_event, seats, 2),
        first.house.sit(other, BO),
        return_exceptions=True,
    )
    refused = [type(each) for each in outcomes if isinstance(each, Exception)]
    assert refused in ([], [AlreadySeated])
    assert await _is_present(second, at_event, BO) == (refused == [AlreadySeated])
