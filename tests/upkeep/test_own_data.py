"""Deletion frees a person's seats first; exports fit Discord's file size limit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from bot.store.errors import StoreFailure
from bot.tables.errors import NoSuchTable, TryAgain
from bot.upkeep.own_data import OwnData
from bot.upkeep.views import DataSummary
from bot.values.redraw import Redraw
from tests.support.clocks import HandClock

ANA = 11
KNOWN: dict[str, list[dict[str, Any]]] = {"people": [{}]}
STEP_SECONDS = 0.25  # that a step of a deletion takes


class PassingClock(HandClock):
    """A clock whose sleeps are over at once."""

    def __init__(self) -> None:
        super().__init__(100.0)
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.move(seconds)


class World:
    """A fake store, tables, events and messages that record the order of calls."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]] | None = None) -> None:
        self.rows = rows or {}
        self.asked: list[str] = []
        self.refuses: Exception | None = None
        self.fails = 0
        self.cleaned = asyncio.Event()
        self.clock = PassingClock()

    async def about(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        return self.rows

    async def tables_naming(self, user_id: int) -> Sequence[str]:
        return ["table1"]

    async def events_naming(self, user_id: int) -> Sequence[str]:
        return ["event1"]

    async def plans_naming(self, user_id: int) -> Sequence[str]:
        return []

    async def screens_naming(self, user_id: int, since: float) -> Sequence[Redraw]:
        return []

    async def counts(self, user_id: int) -> dict[str, int]:
        return {name: len(found) for name, found in self.rows.items()}

    async def begin_deletion(self, user_id: int, screens: Sequence[Redraw], now: float) -> None:
        self.asked.append("begin")

    async def unfinished_deletions(self) -> Sequence[int]:
        return [ANA]

    async def delete_some(self, user_id: int, limit: int) -> int:
        self.asked.append("delete")
        self.clock.move(STEP_SECONDS)
        if self.fails:
            self.fails -= 1
            raise StoreFailure("disk full")
        return int(self.asked.count("delete") <= 2)

    async def leave(self, place_id: str, user_id: int, /) -> None:
        self.asked.append(f"leave {place_id}")
        if self.refuses is not None:
            raise self.refuses

    async def stop_following(self, user_id: int) -> None:
        self.asked.append("stop")

    async def stop(self) -> None:
        return

    def clean(self) -> None:
        self.asked.append("clean")
        if "delete" in self.asked:
            self.cleaned.set()


def own_data(world: World) -> OwnData:
    return OwnData(world, *[world.leave] * 3, world, world.clock)


async def test_person_leaves_their_tables_and_events_before_the_deletion() -> None:
    world = World(KNOWN)
    await own_data(world).delete(ANA)
    steps = ["leave table1", "leave event1", "stop", "begin", *["delete"] * 3]
    assert world.asked == [*steps, "clean"]


async def test_a_deletion_pauses_after_each_step_for_as_long_as_it_took() -> None:
    world = World(KNOWN)
    await own_data(world).delete(ANA)
    assert world.clock.slept == [STEP_SECONDS] * 2  # and the last step found nothing


async def test_interrupted_deletion_resumes_in_the_background_of_the_next_start() -> None:
    world = World(KNOWN)
    deleting = own_data(world)
    deleting.start()
    assert world.asked == ["clean"]  # the start goes on
    await world.cleaned.wait()
    assert world.asked.count("delete") == 3
    await deleting.stop()


async def test_deletion_interrupted_by_a_failure_resumes_in_the_background() -> None:
    world = World(KNOWN)
    world.fails = 1
    deleting = own_data(world)
    with pytest.raises(StoreFailure):
        await deleting.delete(ANA)
    assert not world.cleaned.is_set()
    deleting.loop.wake()
    await world.cleaned.wait()
    await deleting.stop()


async def test_deletion_writes_nothing_about_an_unknown_person() -> None:
    world = World()
    await own_data(world).delete(ANA)
    assert world.asked == []


async def test_deletion_ignores_a_table_that_ended_meanwhile() -> None:
    world = World(KNOWN)
    world.refuses = NoSuchTable(1)
    await own_data(world).delete(ANA)
    assert "delete" in world.asked


async def test_nothing_is_deleted_if_a_seat_cannot_be_freed() -> None:
    world = World(KNOWN)
    world.refuses = TryAgain()
    with pytest.raises(TryAgain):
        await own_data(world).delete(ANA)
    assert world.asked == ["leave table1"]


async def test_export_is_split_into_files_of_limited_size() -> None:
    rows = {"acts": [{"seq": number, "text": "x" * 20} for number in range(30)], "people": [{}]}
    (whole,) = await own_data(World(rows)).export(ANA)
    assert json.loads(whole) == {"user_id": "11", "exported_at": 100, "data": rows}
    parts = await own_data(World(rows)).export(ANA, longest=400)
    assert len(parts) > 2
    assert all(len(part) < 700 for part in parts)
    acts = [row for part in parts for row in json.loads(part)["data"].get("acts", [])]
    assert acts == rows["acts"]
    assert json.loads(parts[-1])["data"]["people"] == [{}]
    assert len(await own_data(World()).export(ANA)) == 1


async def test_summary_counts_the_rows_of_a_person() -> None:
    rows = {"hand_players": [{}, {}], "acts": [{}], "people": [{}]}
    assert await own_data(World(rows)).summarize(ANA) == DataSummary(known=True, hands=2, acts=1)
    assert await own_data(World()).summarize(ANA) == DataSummary(known=False)
