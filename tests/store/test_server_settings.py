"""Server settings are saved, and deleted with the server."""

from __future__ import annotations

from bot.store import Store
from bot.values.server_settings import EventHosts, ServerSettings

HERE = 2**62
THERE = 8


async def test_settings_are_the_defaults_until_saved(store: Store) -> None:
    assert await store.servers.server_settings(HERE) == ServerSettings(HERE)
    await store.servers.save_server_settings(HERE, channels=(2**62 + 1, 5), host_role=2**62 + 2)
    await store.servers.save_server_settings(HERE, game="moon", preset="house", threads=True)
    await store.servers.save_server_settings(HERE, leaderboards=False, pictures=False)
    await store.servers.save_server_settings(
        HERE, event_hosts=EventHosts.ROLE, event_role=2**62 + 3
    )
    found = await store.servers.server_settings(HERE)
    assert found.event_hosts is EventHosts.ROLE
    assert found == ServerSettings(
        *(HERE, (2**62 + 1, 5), True, "moon", "house", 2**62 + 2, False, False),
        event_hosts=EventHosts.ROLE,
        event_role=2**62 + 3,
    )
    assert await store.servers.server_settings(THERE) == ServerSettings(THERE)
    assert list(await store.servers.servers_without_pictures()) == [HERE]


async def test_settings_are_deleted_with_their_server(store: Store) -> None:
    for guild in (HERE, THERE):
        await store.servers.save_server_settings(guild, threads=True)
    await store.servers.server_left(HERE, 100.0)
    while await store.retention.forget_servers(200.0, 5):
        pass
    assert await store.servers.server_settings(HERE) == ServerSettings(HERE)
    assert (await store.servers.server_settings(THERE)).threads
