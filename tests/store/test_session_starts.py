"""The turns of several processes to connect a shard."""

from __future__ import annotations

import pytest

from bot.store import open_store
from tests.store.databases import postgres, url

__all__ = ["postgres", "url"]
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.parametrize("url", ["postgres"], indirect=True),
]


async def test_processes_take_turns_in_each_bucket(url: str) -> None:
    first = await open_store(url)
    second = await open_store(url)
    try:
        waits = [await each.session_starts.take_turn(0, 60.0) for each in (first, second, first)]
        assert waits == [0.0, pytest.approx(60.0, abs=30.0), pytest.approx(120.0, abs=30.0)]
        assert await second.session_starts.take_turn(1, 60.0) == 0.0
    finally:
        await first.close()
        await second.close()


async def test_turn_that_is_over_keeps_nobody_waiting(url: str) -> None:
    store = await open_store(url)
    try:
        waits = [await store.session_starts.take_turn(0, 0.0) for _ in range(3)]
        assert waits == [0.0, 0.0, 0.0]
    finally:
        await store.close()
