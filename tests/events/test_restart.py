"""An event resumes after a restart at any point."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.events.model import EventStatus
from bot.tables.errors import TryAgain
from bot.tables.model import Status
from tests.support.hall import HOST, Hall, names

pytestmark = pytest.mark.slow


async def test_event_resumes_after_a_restart_during_a_round(file: Path) -> None:
    hall = await Hall.build(file)
    event_id = await hall.start_event(4)
    before = await hall.view(event_id)
    for table_id in await hall.table_ids(event_id):
        await hall.step(table_id)
    hall = await hall.again(file)
    try:
        assert [names(t) for t in (await hall.view(event_id)).tables] == [
            names(t) for t in before.tables
        ]
        assert (await hall.play_round(event_id)).status is EventStatus.BETWEEN
        assert (await hall.events.next(event_id, HOST)).round_no == 2
    finally:
        await hall.stop()


async def test_game_that_ended_while_down_is_counted_at_startup(file: Path) -> None:
    hall = await Hall.build(file)
    event_id = await hall.start_event(4)
    hall.tables.watch(lambda _table: None)  # no event hears of its tables
    event = await hall.play_round(event_id)
    assert [table.winner for table in event.tables] == [None, None]
    hall = await hall.again(file)
    try:
        event = await hall.view(event_id)
        assert event.status is EventStatus.BETWEEN
        assert sum(line.played for line in event.standings) == 4
    finally:
        await hall.stop()


async def test_stopped_event_writes_nothing_while_its_tables_play_on(
    file: Path,
) -> None:
    hall = await Hall.build(file)
    event_id = await hall.start_event(4)
    await hall.events.stop()
    event = await hall.play_round(event_id)
    assert [table.winner for table in event.tables] == [None, None]
    hall = await hall.again(file)
    try:
        assert (await hall.view(event_id)).status is EventStatus.BETWEEN
    finally:
        await hall.stop()


async def test_unopened_tables_are_opened_at_startup(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.build(file)
    event_id = await hall.open_event(8)
    open_seated = hall.tables.event_seats.open_seated
    opened: list[str] = []

    async def once(**terms: object) -> object:
        if opened:
            raise TryAgain
        table = await open_seated(**terms)  # type: ignore[arg-type]
        opened.append(table.table_id)
        return table

    monkeypatch.setattr(hall.tables.event_seats, "open_seated", once)
    with pytest.raises(TryAgain):
        await hall.events.begin(event_id, HOST)
    hall = await hall.again(file)
    try:
        tables = await hall.tables_of(event_id)
        assert [(t.number, t.status) for t in tables] == [
            (1, Status.PLAYING),
            (2, Status.PLAYING),
        ]
        assert tables[0].table_id == opened[0]
    finally:
        await hall.stop()


async def test_table_opened_but_not_recorded_is_discarded(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.build(file)
    event_id = await hall.open_event(8)
    open_seated = hall.tables.event_seats.open_seated
    lost: list[str] = []

    async def unnoted(**terms: object) -> object:
        table = await open_seated(**terms)  # type: ignore[arg-type]
        lost.append(table.table_id)
        raise TryAgain

    monkeypatch.setattr(hall.tables.event_seats, "open_seated", unnoted)
    with pytest.raises(TryAgain):
        await hall.events.begin(event_id, HOST)
    hall = await hall.again(file)
    try:
        live = [table.table_id for table in await hall.tables.live_tables()]
        assert sorted(live) == sorted(await hall.table_ids(event_id))
        assert lost[0] not in live
        everybody = [line.user_id for t in await hall.tables_of(event_id) for line in t.people]
        assert sorted(user or 0 for user in everybody) == list(range(1, 9))
    finally:
        await hall.stop()


async def test_people_not_yet_moved_are_moved_at_startup(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.build(file)
    event_id = await hall.start_event(4)
    await hall.play_round(event_id)

    async def fails(*terms: object) -> None:
        raise TryAgain

    monkeypatch.setattr(hall.tables.event_seats, "seat_anew", fails)
    with pytest.raises(TryAgain):
        await hall.events.next(event_id, HOST)
    hall = await hall.again(file)
    try:
        event = await hall.view(event_id)
        assert event.round_no == 2
        for line, table in zip(event.tables, await hall.tables_of(event_id), strict=True):
            assert (table.status, table.game_no) == (Status.PLAYING, 2)
            assert {seat.name for seat in table.seats} == set().union(*names(line))
    finally:
        await hall.stop()


async def test_event_between_rounds_waits_briefly_after_a_restart(file: Path) -> None:
    hall = await Hall.build(file)
    event_id = await hall.start_event(4)
    await hall.play_round(event_id)
    await hall.stop()
    hall.clock.move(5000)
    hall = await Hall.build(file, hall.clock, seed="again")
    try:
        assert (await hall.view(event_id)).round_no == 1
        await hall.later(61)
        assert (await hall.view(event_id)).round_no == 2
    finally:
        await hall.stop()


async def test_events_are_resumed_only_once_the_program_has_started(hall: Hall, file: Path) -> None:
    await hall.open_event()
    again = await Hall.build(file, hall.clock, seed="again", start=False)
    await again.events.resume(lambda _: True)
    assert again.rooms.told == []
    await again.events.start()
    assert again.rooms.told
    await again.stop()
