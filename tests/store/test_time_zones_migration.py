"""The upgrade to schema 0057 keeps the time zones that people chose, and the others are none."""

from __future__ import annotations

import pytest

from bot.store import open_store

from .upgrades import load_old, run

pytestmark = pytest.mark.slow

CHICAGO = "America/Chicago"


def person(user_id: int, zone: str, quiet_from: str = "NULL") -> str:
    return (
        "INSERT INTO people (user_id, name, dms, dm_closed, on_leaderboards, time_zone, quiet_from)"
        f" VALUES ({user_id}, 'P', true, false, true, '{zone}', {quiet_from})"
    )


async def test_time_zone_is_kept_if_a_person_chose_or_saw_it(url: str) -> None:
    load_old(url)
    await run(url, target="0053")
    people = person(9001, CHICAGO), person(9002, CHICAGO, "22"), person(9003, "Asia/Tokyo")
    await run(url, *people)
    store = await open_store(url)
    try:
        zones = [(await store.people.preferences(9000 + n)).time_zone for n in (1, 2, 3)]
        assert zones == [None, CHICAGO, "Asia/Tokyo"]
        await store.people.save_choices(9001, time_zone="UTC")
        assert (await store.people.preferences(9001)).zone("Asia/Tokyo") == "UTC"
        assert (await store.people.preferences(9004)).zone("Asia/Tokyo") == "Asia/Tokyo"
    finally:
        await store.close()
