"""The upgrade to schema 0042 keeps every hand of a day, and wakes those that are under way."""

from __future__ import annotations

from datetime import date

import pytest

from bot.daily.days import Calendar
from bot.daily.kept import DayHands
from bot.daily.table import table_id_of
from bot.store import Store, open_store
from bot.tables.loaded import LoadedTable, rebuild
from bot.tables.model import Status, TableClock
from tests.store.upgrades import ANA, BO, CY, DAY, DAYS, DELL, ESTER, FINISHED, FLOYD, hand
from tests.support.clocks import YieldingClock
from tests.support.daily_house import PlainExperts

from .upgrades import Rows, load_old, rows_of, run

pytestmark = pytest.mark.slow

EARLIER = date(2026, 11, 22)
CALENDAR = Calendar(9)


HANDS = (
    hand(ANA, "[]", 0),
    hand(BO, '["pass"]', 1),
    hand(CY, "[]", 0, FINISHED),  # the plays of a finished hand can be gone
    hand(DELL, "[]", 0, version="another"),
    hand(ESTER, "[]", 0, FINISHED, day=EARLIER),
)


async def upgraded(url: str) -> tuple[Store, Rows]:
    """Return the store of an upgraded database, and its rows before the upgrade."""
    load_old(url)
    await run(url, *DAYS, *HANDS, target="0041")
    before = await rows_of(url)
    return await open_store(url), before


async def table_of(store: Store, user: int, day: date = DAY) -> LoadedTable | None:
    """Load a person's hand as a table."""
    clock = YieldingClock(CALENDAR.begins(DAY) + 60)
    kept = DayHands(store.days, store.people, PlainExperts(), CALENDAR, clock, TableClock())
    stored = await kept.load(table_id_of(day, user))
    return None if stored is None else rebuild(stored, None)


async def test_hands_under_way_go_on_as_tables_and_void_ones_do_not(url: str) -> None:
    store, _ = await upgraded(url)
    try:
        found = {user: await table_of(store, user) for user in (ANA, BO, CY, DELL, FLOYD)}
        waking = await store.days.waking("one")
    finally:
        await store.close()
    acts = {user: live and len(live.acted) for user, live in found.items()}
    assert acts == {ANA: 0, BO: 1, CY: None, DELL: None, FLOYD: None}
    assert {live.table.status for live in found.values() if live} == {Status.PLAYING}
    assert [user for _, user, _ in waking] == [ANA, BO]


async def test_upgrade_leaves_every_row_of_a_day_unchanged(url: str) -> None:
    store, before = await upgraded(url)
    try:
        results = [
            await store.days.load_hand(DAY, CY),
            await store.days.load_hand(EARLIER, ESTER),
        ]
        after = await rows_of(url)
    finally:
        await store.close()
    assert [each and each.outcome and each.outcome.score for each in results] == [42, 42]
    for name in ("daily_marks", "daily_experts", "daily_reminders"):
        assert after[name] == before[name]
    assert sorted(row[:-1] for row in after["daily_days"]) == sorted(before["daily_days"])
    assert sorted(row[:-1] for row in after["daily_hands"]) == sorted(before["daily_hands"])
