"""HostBlocks, the host's close orders and the heartbeat survive failures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.store import Store, open_store
from bot.store.errors import StoreFailure
from bot.tables.errors import ShutOut, TryAgain
from bot.upkeep.blocks import HostBlocks, HostOrders
from bot.upkeep.heartbeats import Heartbeats
from bot.upkeep.host_jobs import EVERY_SECONDS, host_loop
from bot.upkeep.views import BEAT_SECONDS, Heartbeat, is_alive
from tests.store.samples import GUILD, an_event, forget, shake, table
from tests.support.clocks import HandClock
from tests.support.house import until

ANA = 11
BO = 12
DAY = 86_400.0
HALF_A_DAY = DAY / 2


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'host.sqlite3'}")
    yield opened
    await opened.close()


class Places:
    """Fake tables or events that record who closed them, and can refuse to close."""

    def __init__(self) -> None:
        self.closed: list[str] = []
        self.refuses = False

    async def close(self, place_id: str) -> None:
        if self.refuses:
            raise TryAgain
        self.closed.append(place_id)


async def test_blocked_person_may_only_manage_their_data(store: Store) -> None:
    blocks = HostBlocks(store.host)
    await store.host.block(ANA, 1.0)
    blocks.require(ANA, GUILD, "play")
    await blocks.read_again()
    with pytest.raises(ShutOut) as refused:
        blocks.require(ANA, None, "play")
    assert not refused.value.everyone
    blocks.require(ANA, GUILD, "privacy")
    blocks.require(ANA, GUILD, "/privacy")
    blocks.require(BO, GUILD, "play")
    assert await store.host.unblock(ANA)
    await blocks.read_again()
    blocks.require(ANA, GUILD, "play")


async def test_blocked_server_refuses_everyone_in_it_and_nowhere_else(store: Store) -> None:
    blocks = HostBlocks(store.host)
    await store.host.block(GUILD, 1.0)
    await blocks.read_again()
    with pytest.raises(ShutOut) as refused:
        blocks.require(BO, GUILD, "/table open")
    assert refused.value.everyone
    blocks.require(BO, GUILD + 1, "/table open")
    blocks.require(BO, None, "play")


async def test_block_survives_a_deletion_and_is_in_the_export(store: Store) -> None:
    assert await store.host.block(ANA, 1.0)
    assert not await store.host.block(ANA, 2.0)
    await forget(store, ANA)
    assert await store.host.blocked() == {ANA}
    assert await store.own_data.about(ANA) == {"blocks": [{"blocked_id": str(ANA), "at": 1.0}]}


async def test_tables_and_events_of_a_blocked_server_are_closed(store: Store) -> None:
    await store.tables.create(table("here01"), shake(), [])
    await store.tables.create(table("there1", guild_id=GUILD + 1), shake(), [])
    await store.events.create_event(an_event("soon", guild_id=GUILD))
    await store.host.block(GUILD, 1.0)
    tables = Places()
    events = Places()
    await HostOrders(store.host, tables.close, events.close).carry_out()
    assert (tables.closed, events.closed) == (["here01"], ["soon"])


async def test_close_order_is_retried_until_the_table_is_closed(store: Store) -> None:
    tables = Places()
    orders = HostOrders(store.host, tables.close, Places().close)
    tables.refuses = True
    await store.host.order_close("k3f9q2", 1.0)
    await orders.carry_out()
    assert await store.host.close_orders() == ["k3f9q2"]
    tables.refuses = False
    await orders.carry_out()
    await orders.carry_out()
    assert tables.closed == ["k3f9q2"]


async def test_single_process_job_waits_until_this_process_is_first() -> None:
    done = []
    ours = False
    clock = HandClock()

    async def job() -> None:
        done.append("once")

    loop = host_loop("once", job, clock, lambda: ours)
    loop.start()
    await until(lambda: bool(clock.sleepers))
    assert done == []
    ours = True
    clock.move(EVERY_SECONDS)
    await until(lambda: done == ["once"])
    await loop.stop()


async def test_heartbeat_lists_failed_checks_and_is_deleted_at_a_clean_stop(
    store: Store,
) -> None:
    clock = HandClock()
    wrong = {"gateway": "disconnected: shard 0", "loops": None}

    def check(name: str) -> Any:
        async def found() -> str | None:
            return wrong[name]

        return found

    beats = Heartbeats(store.heartbeats, {name: check(name) for name in wrong}, "1.2.3", clock)
    await beats.beat()
    (row,) = await store.heartbeats.load_heartbeats()
    assert (row.version, row.wrong) == ("1.2.3", {"gateway": "disconnected: shard 0"})
    wrong["gateway"] = None
    await beats.beat()
    assert (await store.heartbeats.load_heartbeats())[0].wrong
    clock.move(BEAT_SECONDS)
    await beats.beat()
    (row,) = await store.heartbeats.load_heartbeats()
    assert (row.at - row.started_at, row.wrong) == (BEAT_SECONDS, {})
    await beats.stop()
    assert await store.heartbeats.load_heartbeats() == []


@pytest.mark.parametrize(
    ("ahead", "alive"),
    [(-61.0, False), (-59.0, True), (0.0, True), (14.0, True), (16.0, False), (9e8, False)],
)
def test_heartbeat_from_the_past_or_the_future_is_not_a_sign_of_life(
    ahead: float, alive: bool
) -> None:
    now = 1_795_766_400.0
    assert is_alive(Heartbeat("p", 1, "porch", "1", now, now + ahead, {}), now) is alive


async def test_heartbeats_of_another_year_are_deleted(store: Store) -> None:
    clock = HandClock()
    now = clock.now()
    for at in (now - 2 * DAY, now + 2 * DAY, now - HALF_A_DAY, now + HALF_A_DAY):
        await store.heartbeats.beat(Heartbeat(f"p{at}", 1, "porch", "1", at, at, {}))
    await Heartbeats(store.heartbeats, {}, "1", clock).beat()
    found = {row.at - now for row in await store.heartbeats.load_heartbeats()}
    assert found == {-HALF_A_DAY, HALF_A_DAY, 0.0}


async def test_heartbeat_goes_stale_if_the_database_is_down_at_the_stop() -> None:
    async def fails(_: object) -> None:
        raise StoreFailure("no disk")

    gone: Any = SimpleNamespace(beat=fails, drop_heartbeat=fails)
    await Heartbeats(gone, {}, "1.2.3", HandClock()).stop()
