"""Messages with a deleted person's name are redrawn one by one, across restarts."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from sqlalchemy import Connection, insert

from bot.store import Store, open_store, schema
from bot.values.redraw import Redraw

GAP = 5.0
RETRY = 60.0
HERE = 7
THERE = 8


async def wait_in(store: Store, *places: tuple[int, int]) -> None:
    """Queue messages, as channel and message id, the earlier ones first."""
    rows = [
        {"channel_id": channel, "message_id": message, "table_id": "k3f9q2", "hand_no": 1}
        | {"due_at": float(number), "event_id": None, "user_id": None}
        for number, (channel, message) in enumerate(places, 1)
    ]

    def fill(connection: Connection) -> None:
        connection.execute(insert(schema.redraws), rows)

    await store.database.write(fill)


async def take(store: Store, now: float) -> int | None:
    """Take the message that is due and return its id."""
    redraw = await store.redraws.take_redraw(now, GAP, RETRY)
    return None if redraw is None else redraw.message_id


async def test_a_channel_waits_between_two_redraws_and_others_do_not(store: Store) -> None:
    await wait_in(store, (HERE, 1), (HERE, 2), (THERE, 3))
    assert await take(store, 100.0) == 1
    assert await take(store, 100.0) == 3
    assert await take(store, 104.9) is None
    assert await store.redraws.next_redraw_at() == 105.0
    assert await take(store, 105.0) == 2


async def test_a_message_that_was_not_redrawn_is_tried_again(store: Store) -> None:
    await wait_in(store, (HERE, 1))
    assert await take(store, 100.0) == 1
    assert await take(store, 159.9) is None
    assert await take(store, 160.0) == 1
    await store.redraws.drop_redraw(Redraw(HERE, 1))
    assert await store.redraws.next_redraw_at() is None


async def test_redraws_keep_their_pace_over_a_restart(url: str) -> None:
    store = await open_store(url)
    await wait_in(store, (HERE, 1), (HERE, 2))
    assert await take(store, 100.0) == 1
    await store.close()
    again = await open_store(url)
    try:
        assert await take(again, 100.0) is None
        assert await take(again, 105.0) == 2
        assert await take(again, 160.0) == 1
    finally:
        await again.close()


async def test_a_message_stays_if_somebody_else_on_it_asks_meanwhile(store: Store) -> None:
    await wait_in(store, (HERE, 1))
    taken = await store.redraws.take_redraw(100.0, GAP, RETRY)
    assert taken is not None
    await store.own_data.begin_deletion(11, [taken], 101.0)
    await store.redraws.drop_redraw(taken)
    while await store.own_data.delete_some(11, 500):
        pass
    assert await take(store, 101.0) == 1


@pytest.mark.postgres
async def test_two_processes_take_no_message_twice_and_one_of_a_channel_at_a_time(
    url: str, store: Store
) -> None:
    if url.startswith("sqlite"):
        pytest.skip("one process writes to a SQLite file")
    channels = range(1, 11)
    await wait_in(store, *((channel, 10 * channel + n) for n in range(4) for channel in channels))
    other = await open_store(url)
    try:
        for now in (100.0, 105.0, 110.0, 115.0):
            tries = [(store, other)[n % 2].redraws.take_redraw(now, GAP, RETRY) for n in range(60)]
            taken = [redraw for redraw in await asyncio.gather(*tries) if redraw is not None]
            while (redraw := await store.redraws.take_redraw(now, GAP, RETRY)) is not None:
                taken.append(redraw)
            assert Counter(redraw.channel_id for redraw in taken) == Counter(channels)
            await asyncio.gather(*(store.redraws.drop_redraw(redraw) for redraw in taken))
    finally:
        await other.close()
    assert await store.redraws.next_redraw_at() is None
