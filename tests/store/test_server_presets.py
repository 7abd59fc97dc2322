"""A server's presets are saved up to a number, and deleted with the server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.store import Store
from bot.values.server_presets import ServerPreset

HERE = 2**62
THERE = 8
FRIDAY = ServerPreset("ab12cd", HERE, "Friday", "42", {"preset": "house", "trumps": ["5"]}, 3, 10.0)


async def test_presets_are_listed_by_name_in_their_own_server_only(store: Store) -> None:
    moon = ServerPreset("zz12cd", HERE, "A moon", "moon", {"preset": "standard"}, None, 11.0)
    for preset in (FRIDAY, moon, replace(FRIDAY, guild_id=THERE)):
        assert await store.presets.add_preset(preset, 20)
    assert list(await store.presets.presets_of(HERE)) == [moon, FRIDAY]
    assert list(await store.presets.presets_of(THERE)) == [replace(FRIDAY, guild_id=THERE)]


async def test_no_more_presets_than_the_limit_are_saved_even_at_once(store: Store) -> None:
    adding = (
        store.presets.add_preset(replace(FRIDAY, preset_id=f"{number}"), 3) for number in range(6)
    )
    assert sorted(await asyncio.gather(*adding)) == [False] * 3 + [True] * 3
    assert len(await store.presets.presets_of(HERE)) == 3


async def test_deleted_preset_is_not_changed_back_to_life(store: Store) -> None:
    await store.presets.add_preset(FRIDAY, 20)
    renamed = replace(FRIDAY, name="Saturday")
    assert await store.presets.change_preset(renamed)
    assert list(await store.presets.presets_of(HERE)) == [renamed]
    await store.presets.delete_preset(THERE, FRIDAY.preset_id)  # another server's
    assert list(await store.presets.presets_of(HERE)) == [renamed]
    await store.presets.delete_preset(HERE, FRIDAY.preset_id)
    assert not await store.presets.change_preset(renamed)
    assert list(await store.presets.presets_of(HERE)) == []


async def test_presets_are_deleted_with_their_server(store: Store) -> None:
    for guild in (HERE, THERE):
        await store.servers.server_here(guild)
        await store.presets.add_preset(replace(FRIDAY, guild_id=guild), 20)
    await store.servers.server_left(HERE, 100.0)
    while await store.retention.forget_servers(200.0, 5):
        pass
    assert list(await store.presets.presets_of(HERE)) == []
    assert len(await store.presets.presets_of(THERE)) == 1
