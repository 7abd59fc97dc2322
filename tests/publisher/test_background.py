"""A message that Discord refused for good is not requested again and again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.publisher.keeper.background import AGAIN_SECONDS, LONG_SECONDS, Background
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind
from tests.support.clocks import HandClock
from tests.support.refusals import refused

HOUR = 3600.0
ABOUT = Undelivered(UndeliveredKind.VOTE, "a", 7, 70, 11)


class Store:
    """One stored message."""

    def __init__(self) -> None:
        self.found: Undelivered | None = None

    async def find_undelivered(self, kind: UndeliveredKind, key: str) -> Undelivered | None:
        return self.found

    async def save_undelivered(self, found: Undelivered) -> None:
        self.found = found

    async def drop_undelivered(self, kind: UndeliveredKind, key: str) -> None:
        self.found = None


class Stage:
    """A channel that is not cached, and that refuses messages while `code` is set."""

    def __init__(self) -> None:
        self.store = Store()
        self.clock = HandClock()
        self.code = 50013
        self.requests = 0
        self.told: list[int] = []
        client: Any = SimpleNamespace(get_channel=lambda _id: None)
        untold: Any = SimpleNamespace(add=self.told.append)
        store: Any = self.store
        self.background = Background(client, store, untold, self.clock)

    async def send(self) -> Delivery:
        return await self.background.send(ABOUT, self._request, posts=True)

    async def _request(self) -> None:
        self.requests += 1
        if self.code:
            raise refused(404 if self.code == 10008 else 403, self.code)


async def test_refused_message_is_requested_three_times_in_twelve_hours() -> None:
    stage = Stage()
    for _ in range(12 * 60):
        assert await stage.send() is Delivery.REFUSED
        stage.clock.move(60.0)
    assert stage.requests <= 3
    assert set(stage.told) == {11}


async def test_fourth_try_waits_for_a_day() -> None:
    stage = Stage()
    for _ in range(3):
        await stage.send()
        stage.clock.move(AGAIN_SECONDS)
    await stage.send()
    assert stage.requests == 3
    stage.clock.move(LONG_SECONDS - AGAIN_SECONDS)
    await stage.send()
    assert stage.requests == 4


async def test_message_that_got_through_is_not_told_of_any_more() -> None:
    stage = Stage()
    await stage.send()
    stage.code = 0
    stage.clock.move(AGAIN_SECONDS)
    assert await stage.send() is Delivery.SENT
    assert stage.store.found is None


async def test_deleted_message_is_not_a_refusal() -> None:
    stage = Stage()
    stage.code = 10008
    assert await stage.send() is Delivery.GONE
    assert stage.store.found is None
