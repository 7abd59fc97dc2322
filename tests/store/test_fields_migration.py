"""The upgrade to schema 0045 leaves what people see of closed days, and has them counted."""

from __future__ import annotations

from datetime import date

import pytest

from bot.daily.closing import ClosedDays
from bot.daily.model import DayFacts
from bot.store import Store, open_store
from tests.store.upgrades import ANA, BO, CY, DAYS, DELL, FINISHED, UNFINISHED, hand
from tests.support.clocks import YieldingClock

from .upgrades import load_old, rows_of, run

pytestmark = pytest.mark.slow

OPEN = date(2026, 11, 23)
CLOSED = date(2026, 11, 22)


async def facts(store: Store) -> DayFacts:
    days = CLOSED, OPEN
    return await store.day_scores.day_facts(CLOSED, ANA, "one", days, days)


async def test_closed_days_are_counted_after_the_upgrade(url: str) -> None:
    load_old(url)
    await run(
        url,
        *DAYS,
        hand(ANA, "[]", 0, FINISHED, day=CLOSED),
        hand(BO, "[]", 0, FINISHED.replace("42, 42", "-30, 6"), day=CLOSED),
        hand(CY, "[]", 0, FINISHED, day=CLOSED, version="another"),
        hand(DELL, "[]", 0, UNFINISHED),
        target="0044",
    )
    store = await open_store(url)
    try:
        assert await store.closings.unsettled_days() == [CLOSED]
        before = await facts(store)
        assert before.field.scores == {"one": {42: 1, -30: 1}, "another": {42: 1}}
        assert before.lowest == {CLOSED: -30}
        assert not await ClosedDays(store.closings, YieldingClock(0.0)).settle_newest()
        assert await store.closings.unsettled_days() == []
        assert await facts(store) == before
        assert await store.days.load_hand(OPEN, DELL) is not None
    finally:
        await store.close()
    assert len((await rows_of(url))["daily_fields"]) == 2
