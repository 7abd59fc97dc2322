"""Orders from the host's command line, and heartbeats of running processes."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Store
from bot.upkeep.views import Heartbeat

from .samples import GUILD, shake, table

DAY = 86_400.0


async def test_live_tables_of_blocked_servers_are_found(store: Store) -> None:
    await store.tables.create(table("here01"), shake(), [])
    assert await store.host.live_in_blocked_servers() == ([], [])
    assert await store.host.block(GUILD, 1.0)
    assert await store.host.live_in_blocked_servers() == (["here01"], [])
    assert await store.tables.in_use() == (1, 4)


async def test_repeated_close_order_is_stored_once(store: Store) -> None:
    for at in (1.0, 2.0):
        await store.host.order_close("k3f9q2", at)
    assert await store.host.close_orders() == ["k3f9q2"]
    await store.host.drop_close_order("k3f9q2")
    assert await store.host.close_orders() == []


async def test_stale_heartbeat_is_deleted_after_a_day(store: Store) -> None:
    killed = Heartbeat("killed", 1, "porch", "1.0", 0.0, 10.0, {"gateway": "cut off"})
    await store.heartbeats.beat(killed)
    assert await store.heartbeats.load_heartbeats() == [killed]
    alive = replace(killed, process="alive", at=DAY + 11.0, wrong={})
    await store.heartbeats.beat(alive)
    assert await store.heartbeats.load_heartbeats() == [alive]
