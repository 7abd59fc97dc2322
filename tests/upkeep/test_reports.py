"""Reports reach the host in one edited message, and wait while the host can't be reached."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot.store import Store, open_store
from bot.upkeep.reports import DAY, EDIT_SECONDS, RETRY_SECONDS, Reports
from bot.upkeep.views import Host, HostRefused, Report
from bot.values.posted import Posted, PostedKey, PostedKind
from tests.store.samples import forget
from tests.support.clocks import HandClock

ANA = 11
BO = 12
HOST = 1


class Messages:
    """The host's direct messages: their contents, by id."""

    def __init__(self, store: Store, clock: HandClock) -> None:
        self._store = store
        self._clock = clock
        self._ids: dict[PostedKey, int] = {}
        self.shown: dict[int, list[int]] = {}
        self.calls = 0
        self.closed = False
        self.while_sending: Callable[[], Awaitable[None]] | None = None

    async def show(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        self.calls += 1
        if self.closed:
            return None
        message_id = self._ids.setdefault(key, len(self._ids) + 1)
        if self.while_sending is not None:
            await self.while_sending()
        self.shown[message_id] = [each.number for each in reports]
        return Posted(key, 1, 0, 2, message_id, "shown", at=self._clock.now())

    async def redraw(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        shown = await self.show(key, reports)
        if shown is None:
            raise HostRefused
        if reports:
            return shown
        await self._store.messages.drop_posted(shown)
        return None


class House:
    """Reports with a real store, a manual clock, and a host who receives messages."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = HandClock()
        self.messages = Messages(store, self.clock)
        self.reports = Reports(
            store.reports, store.messages, self.messages, Host(str(HOST)), self.clock
        )

    async def file(self, user_id: int = ANA, text: str = "Rude.") -> int | None:
        return await self.reports.file(user_id, "Ana", 7, 70, text)

    async def later(self, seconds: float) -> None:
        self.clock.move(seconds)
        await self.reports.deliver()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await open_store(f"sqlite:///{tmp_path / 'reports.sqlite3'}")
    yield House(store)
    await store.close()


async def test_of_sixty_reports_by_one_person_three_are_stored_in_one_message(house: House) -> None:
    for _ in range(60):
        await house.file()
        await house.reports.deliver()
    await house.later(EDIT_SECONDS)
    assert house.messages.shown == {1: [1, 2, 3]}
    assert house.messages.calls == 2
    assert await house.store.reports.waiting_reports() == []


async def test_report_a_day_later_gets_a_new_message(house: House) -> None:
    await house.file()
    await house.reports.deliver()
    await house.file(BO)
    await house.later(DAY + 1)
    assert house.messages.shown == {1: [1], 2: [2]}


async def test_reports_wait_while_the_host_accepts_no_dms(house: House) -> None:
    house.messages.closed = True
    await house.file()
    await house.reports.deliver()
    await house.later(EDIT_SECONDS)
    assert house.messages.calls == 1
    house.messages.closed = False
    await house.later(RETRY_SECONDS)
    assert house.messages.shown == {1: [1]}


async def test_message_is_edited_after_its_reports_are_deleted(house: House) -> None:
    for user_id in (ANA, BO):
        await house.file(user_id)
    await house.reports.deliver()
    await forget(house.store, ANA)
    await house.later(EDIT_SECONDS)
    assert house.messages.shown == {1: [2]}
    await forget(house.store, BO)
    await house.later(EDIT_SECONDS)
    assert house.messages.shown == {1: []}
    assert await house.store.messages.newest_posted(PostedKind.REPORTS, HOST) is None


async def test_report_deleted_while_it_is_sent_leaves_the_message(house: House) -> None:
    await house.file()
    house.messages.while_sending = lambda: forget(house.store, ANA)
    await house.reports.deliver()
    assert house.messages.shown == {1: [1]}
    house.messages.while_sending = None
    await house.later(EDIT_SECONDS)
    assert house.messages.shown == {1: []}


async def test_report_deleted_before_it_is_sent_sends_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.file()
    load = house.store.reports.waiting_reports

    async def load_then_delete() -> Sequence[int]:
        found = await load()
        await forget(house.store, ANA)
        return found

    monkeypatch.setattr(house.store.reports, "waiting_reports", load_then_delete)
    await house.reports.deliver()
    assert house.messages.calls == 0


async def test_people_whom_a_report_mentions_are_stored(house: House) -> None:
    await house.file(text=f"<@{BO}> and <@!{BO}> and <@&5>")
    assert "report_people" in await house.store.own_data.about(BO)


async def test_log_has_the_number_of_a_report_and_not_its_text(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    await house.file(text="Nobody else may read this")
    assert "received report 1; " in caplog.text
    assert "Nobody" not in caplog.text
