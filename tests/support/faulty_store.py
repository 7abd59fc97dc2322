"""A store that fails or dawdles where a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.store import Store
from bot.store.errors import StoreFailure
from bot.store.processes import ProcessStore
from bot.store.topic import Topic


class FaultyStore:
    """The real store, with failures and delays set by a test, by the names of methods.

    `real`: the store itself, which never fails.
    """

    def __init__(self, store: Store) -> None:
        self.real = store
        self.failing: set[str] = set()
        self.failing_if: dict[str, Callable[..., bool]] = {}
        self.delays: dict[str, float] = {}

    def processes(self) -> ProcessStore | None:
        return self.real.processes()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.real, name)
        return FaultyTopic(self, found) if isinstance(found, Topic) else self.wrap(found)

    def wrap(self, method: Any) -> Any:
        """Let a method of the store fail, or take its time, as the test says."""
        name = method.__name__

        async def call(*args: Any, **kwargs: Any) -> Any:
            unwilling = self.failing_if.get(name)
            if name in self.failing or (unwilling is not None and unwilling(*args)):
                raise StoreFailure("disk full")
            if name in self.delays:
                await asyncio.sleep(self.delays[name])
            return await method(*args, **kwargs)

        return call


class FaultyTopic:
    """A topic of a `FaultyStore`."""

    def __init__(self, store: FaultyStore, topic: Topic) -> None:
        self._store = store
        self._topic = topic

    def __getattr__(self, name: str) -> Any:
        return self._store.wrap(getattr(self._topic, name))
