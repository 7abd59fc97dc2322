"""Changes are saved before they are published; a failed save changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.store.errors import Conflict, StoreFailure
from bot.tables.errors import TryAgain
from bot.tables.model import Status
from bot.tables.stored import Change
from bot.tables.views import Progress, TableView
from tests.support.house import ANA, BO, CHANNEL, House, until
from tests.support.inner_tables import changes, waked
from texas42.engine import Action, SeatView


async def _fail(_: Change) -> None:
    raise StoreFailure("disk full")


async def test_every_change_is_saved_before_it_is_published(house: House) -> None:
    asked: list[asyncio.Task[Any]] = []
    written: list[int] = []

    async def note(change: Change) -> None:
        written.append(change.table.version)

    def tell(progress: Progress) -> None:
        told.append(len(written))
        asked.append(asyncio.create_task(house.store.tables.load(progress.after.table_id)))

    told: list[int] = []
    table = await house.start_game(ANA, BO)
    house.ledger.after_commit = note
    house.publisher.publish = tell  # type: ignore[method-assign]
    await house.play_hand(table)
    assert told == list(range(1, len(written) + 1))
    for version, read in zip(written, asked, strict=True):
        stored = await read
        assert stored.table.version >= version


async def test_failed_save_changes_nothing(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    before = await house.tables.view(table)
    told = len(house.publisher.published_ids)
    text, phase, seq = await house.choice(table, ANA)
    house.ledger.before_commit = _fail
    with pytest.raises(TryAgain):
        await house.tables.act(table, ANA, text, phase=phase, seq=seq)
    assert await house.tables.view(table) == before
    assert len(house.publisher.published_ids) == told
    house.ledger.before_commit = None
    panel = (await house.tables.act(table, ANA, text, phase=phase, seq=seq)).panel
    assert panel.table.seq == seq + 1


async def test_retry_after_an_unreported_commit_counts_once(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    text, phase, seq = await house.choice(table, ANA)
    house.ledger.after_commit = _fail
    with pytest.raises(TryAgain):
        await house.tables.act(table, ANA, text, phase=phase, seq=seq)
    house.ledger.after_commit = None
    panel = (await house.tables.act(table, ANA, text, phase=phase, seq=seq)).panel
    assert panel.table.seq == seq + 1
    assert len(await house.acts(table)) == seq


async def test_failed_read_asks_to_try_again(house: House) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise StoreFailure("no disk")

    for name in ("load", "tables_of", "live_tables"):
        setattr(house.ledger, name, broken)
    for act in (
        house.tables.view("table1"),
        house.tables.panel("table1", ANA),
        house.tables.tables_of(ANA),
        house.tables.live_tables(),
        house.tables.require_free(ANA),
        house.open(ANA),
        house.tables.leave("table1", ANA),
    ):
        with pytest.raises(TryAgain):
            await act


async def test_endless_conflicts_ask_to_try_again(house: House) -> None:
    async def conflict(_: Change) -> None:
        raise Conflict

    table = await house.open(ANA)
    house.ledger.before_commit = conflict
    with pytest.raises(TryAgain):
        await house.sit(table, BO)
    house.ledger.before_commit = None
    assert (await house.sit(table, BO)).seat == 1


async def test_cancelled_act_is_still_saved_and_published(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    saving = asyncio.Event()
    gate = asyncio.Event()

    async def wait(_: Change) -> None:
        saving.set()
        await gate.wait()

    house.ledger.before_commit = wait
    told = len(house.publisher.published_ids)
    seq = (await house.tables.view(table)).seq
    acting = asyncio.create_task(house.act(table, ANA))
    await saving.wait()
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)
    gate.set()
    await house.settle()
    house.ledger.before_commit = None
    assert acting.cancelled()
    assert (await house.tables.view(table)).seq == seq + 1
    assert len(house.publisher.published_ids) == told + 1
    await house.later(0.4)
    assert (await house.tables.view(table)).seq == seq + 2


async def test_stop_waits_for_pending_saves(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    saving = asyncio.Event()
    gate = asyncio.Event()

    async def wait(_: Change) -> None:
        saving.set()
        await gate.wait()

    house.ledger.before_commit = wait
    acting = asyncio.create_task(house.act(table, ANA))
    await saving.wait()
    stopping = asyncio.create_task(house.tables.stop())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not stopping.done()
    gate.set()
    await stopping
    assert (await acting).table.seq == (await house.acts(table))[-1] + 1


async def test_timer_is_retried_if_its_change_was_not_saved(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    seq = (await house.act(table, ANA)).table.seq
    house.ledger.before_commit = _fail
    house.clock.move(2)
    await house.settle()
    assert (await house.tables.view(table)).seq == seq
    assert f"the timer of table {table} failed; retrying soon: " in caplog.text
    assert "Traceback" not in caplog.text
    house.ledger.before_commit = None
    await house.later(10)
    assert (await house.tables.view(table)).seq > seq


async def test_failed_timer_does_not_delay_a_newly_set_one(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    think = house.computers.choose_by

    def fail_once(_: SeatView) -> Action:
        house.computers.choose_by = think
        raise RuntimeError("no idea")

    decide = house.computers.pause()
    house.computers.choose_by = fail_once
    while await house.in_turn(table) is not None:
        await house.step(table)
    await house.computers.wait_until_asked()
    house.clock.move(2)
    await until(lambda: bool(waked(house.tables)))
    seq = (await house.tables.leave(table, BO)).panel.table.seq  # arms the timer, already overdue
    decide.set()
    await house.settle()
    assert (await house.tables.view(table)).seq > seq


async def test_tables_do_not_wait_for_each_other(house: House) -> None:
    slow = await house.open(ANA, CHANNEL)
    quick = await house.open(BO, CHANNEL + 1)
    gate = asyncio.Event()
    saving = asyncio.Event()

    async def wait(change: Change) -> None:
        if change.table.table_id == slow:
            saving.set()
            await gate.wait()

    house.ledger.before_commit = wait
    filling = asyncio.create_task(house.tables.computers.fill(slow, ANA))
    await saving.wait()
    await house.tables.computers.fill(quick, BO)
    assert not filling.done()
    gate.set()
    await filling


async def test_evicted_table_is_loaded_again(house: House) -> None:
    changes(house.tables)._cache._most_cached = 1
    first = await house.start_game(ANA)
    second = await house.start_game(BO)
    before = await house.tables.view(first)
    await house.tables.view(second)
    assert list(changes(house.tables)._cache._slots) == [second]
    assert await house.tables.view(first) == before
    assert (await house.tables.view(first)).status is Status.PLAYING


async def test_a_look_at_a_table_waits_only_while_a_change_is_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.open()
    reached = asyncio.Queue[str]()
    go_on = asyncio.Event()

    async def stop_at(what: str) -> None:
        reached.put_nowait(what)
        await go_on.wait()
        go_on.clear()

    read = house.store.people.play_choices

    async def play_choices(people: frozenset[int]) -> Any:
        await stop_at("read")
        return await read(people)

    monkeypatch.setattr(house.store.people, "play_choices", play_choices)
    house.ledger.before_commit = lambda _: stop_at("write")
    sitting = asyncio.create_task(house.sit(table, BO))
    assert await reached.get() == "read"
    early = await _looks(house, table)
    assert early.done()
    go_on.set()
    assert await reached.get() == "write"
    late = await _looks(house, table)
    assert not late.done()
    go_on.set()
    await sitting
    assert early.result().seat_of(BO) is None
    assert (await late).seat_of(BO) is not None


async def _looks(house: House, table: str) -> asyncio.Task[TableView]:
    """Look at a table, and give the look every chance to end."""
    looking = asyncio.create_task(house.tables.view(table))
    for _ in range(20):
        await asyncio.sleep(0)
    return looking
