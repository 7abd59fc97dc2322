"""The upgrade to schema 0041 tells hands of the lesson from those that a table shakes itself."""

from __future__ import annotations

import pytest

from bot.store import open_store
from bot.tables.deals.deals import LESSON, SHAKEN

from .upgrades import load_old, rows_of, run

pytestmark = pytest.mark.slow

ANA = 777_000_777
SHAKE = "SELECT {}, 'c', secret, {} FROM shakes WHERE table_id = 'live01'"
IN_LESSON = (
    "UPDATE shakes SET public = 'lesson:1:', dealt = true WHERE table_id = 'n4w8tz'",
    "UPDATE tables SET hand_no = 1, game_no = 0 WHERE table_id = 'n4w8tz'",
)
AFTER_LESSON = (
    "UPDATE shakes SET public = 'lesson:1:', dealt = true WHERE table_id = 'p2h6md'",
    "INSERT INTO shakes (table_id, hand_no, public, commitment, secret, dealt) "
    + SHAKE.format("'p2h6md', 2, 'p2h6md:2:'", "true"),
    "UPDATE tables SET hand_no = 2, game_no = 1 WHERE table_id = 'p2h6md'",
)


async def test_a_table_in_its_lesson_goes_on_with_it(url: str) -> None:
    load_old(url)
    await run(url, *IN_LESSON, *AFTER_LESSON)
    store = await open_store(url)
    try:
        found = {name: await store.tables.load(name) for name in ("n4w8tz", "p2h6md", "live01")}
    finally:
        await store.close()
    deals = {name: stored and stored.table.deals for name, stored in found.items()}
    assert deals == {"n4w8tz": LESSON, "p2h6md": SHAKEN, "live01": SHAKEN}


async def test_no_table_stores_the_secret_of_the_lesson(url: str) -> None:
    load_old(url)
    await run(url, *IN_LESSON, *AFTER_LESSON)
    before = (await rows_of(url))["shakes"]
    await run(url, target="0041")
    lessons = [row for row in before if row[2] == "lesson:1:"]
    assert len(lessons) == 2
    assert (await rows_of(url))["shakes"] == [row for row in before if row not in lessons]


async def test_people_and_servers_without_leaderboards_stay_without(url: str) -> None:
    load_old(url)
    off = f"UPDATE people SET on_boards = false WHERE user_id = {ANA}"
    without = "UPDATE server_settings SET boards = false"
    await run(url, off, without)
    before = await rows_of(url)
    await run(url, target="0053")
    after = await rows_of(url)
    assert after["people"] == before["people"]
    assert after["server_settings"] == before["server_settings"]
    store = await open_store(url)
    try:
        assert not (await store.people.preferences(ANA)).on_leaderboards
    finally:
        await store.close()
