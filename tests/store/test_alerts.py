"""Who is told when a table needs one more, and how often a server's role is mentioned."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import Store
from bot.tables.model import Occupant, Seat, Status
from bot.values.seat_alerts import ALERT_SECONDS, CALL_SECONDS, SeatAlert, end_of_night

from .samples import GUILD, next_change, shake, table

pytestmark = pytest.mark.slow

ANA = 2**62
BO = 52
CY = 53
CHANNEL = 2**62 + 1
NOW = 1_000_000.0


async def told(store: Store, *people: int, host: int = 11, now: float = NOW) -> list[int]:
    found = await store.alerts.alerts_in([CHANNEL, 5], host, people, now)
    return [alert.user_id for alert in found]


async def ask(store: Store, user_id: int, channel: int = CHANNEL, **fields: float) -> bool:
    return await store.alerts.save_alert(SeatAlert(user_id, channel, GUILD, **fields), NOW, 2)


async def test_alert_lasts_until_its_time_or_until_it_is_dropped(store: Store) -> None:
    await ask(store, ANA, until=NOW + 60)
    await ask(store, BO)
    assert await told(store) == [BO, ANA]
    assert await told(store, now=NOW + 60) == [BO]
    assert await store.alerts.find_alert(ANA, CHANNEL, NOW + 60) is None
    await store.alerts.drop_alert(BO, CHANNEL)
    assert await store.alerts.find_alert(BO, CHANNEL, NOW) is None
    assert await told(store) == [ANA]
    await store.alerts.drop_alerts_in(CHANNEL)
    assert await told(store) == []


async def test_person_has_alerts_in_a_limited_number_of_channels(store: Store) -> None:
    asked = [await ask(store, ANA, channel) for channel in (1, 2, 3, 1)]
    assert asked == [True, True, False, True]


async def test_who_sits_or_is_blocked_or_blocks_is_not_told(store: Store) -> None:
    for person in (ANA, BO, CY):
        await ask(store, person)
    await store.blocks.add_block(11, BO, NOW, 9)
    assert await told(store) == [CY, ANA]
    await store.blocks.add_block(CY, 12, NOW, 9)
    assert await told(store, 11, 12) == [ANA]
    seats = (Seat(Occupant.PERSON, ANA, "Ana"), Seat(), Seat(), Seat())
    now = await store.tables.create(table("live01", seats=seats), shake())
    assert await told(store, 11, 12) == []
    change = next_change(now, status=Status.FINISHED)
    await store.tables.commit(change)
    assert await told(store, 11, 12) == [ANA]


async def test_person_is_told_once_an_hour_and_a_retry_counts_once(store: Store) -> None:
    async def take(about: str, now: float) -> bool:
        return await store.alerts.take_alert(ANA, about, now=now, since=now - ALERT_SECONDS)

    assert sorted(await asyncio.gather(*(take(each, NOW) for each in "abc"))) == [
        *(False, False, True)
    ]
    await store.retention.sweep_alerted(NOW + 1, 10)
    assert await take("a", NOW)
    assert await take("a", NOW + 1)
    assert not await take("b", NOW + ALERT_SECONDS - 1)
    assert await take("b", NOW + ALERT_SECONDS)


async def test_ended_alerts_are_swept(store: Store) -> None:
    await ask(store, ANA, until=NOW + 60)
    await ask(store, BO)
    assert await store.retention.sweep_alerts(NOW + 60, 10) == 0
    assert await store.retention.sweep_alerts(NOW + 61, 10) == 1
    assert await store.own_data.counts(ANA) == {}
    assert await told(store) == [BO]


async def test_alerts_without_an_end_are_listed_in_parts_by_person(store: Store) -> None:
    for person in (ANA, BO, CY):
        await ask(store, person)
    await ask(store, BO, 5, until=NOW + 60)
    listed = [await store.alerts.endless_alerts(part, 7) for part in range(7)]
    found = [(part, each.user_id, each.channel_id) for part in range(7) for each in listed[part]]
    assert sorted(found) == sorted((person % 7, person, CHANNEL) for person in (ANA, BO, CY))


async def test_role_of_a_server_is_mentioned_once_in_half_an_hour(store: Store) -> None:
    async def take(guild: int, now: float) -> float | None:
        return await store.pings.take_call(guild, now=now, since=now - CALL_SECONDS)

    taken = await asyncio.gather(*(take(GUILD, NOW) for _ in range(4)))
    assert sorted(at or 0.0 for at in taken) == [0.0, NOW, NOW, NOW]
    assert await take(GUILD + 1, NOW) is None
    assert await take(GUILD, NOW + CALL_SECONDS - 1) == NOW
    await store.pings.undo_call(GUILD, NOW)
    assert await take(GUILD, NOW + 1) is None
    assert await take(GUILD, NOW + 1 + CALL_SECONDS) is None


@pytest.mark.parametrize(
    ("now", "end"),
    [
        (1_795_766_400.0, 1_795_770_000.0),  # 2 AM there
        (1_795_770_000.0, 1_795_856_400.0),  # 3 AM
        (1_795_820_000.0, 1_795_856_400.0),  # in the afternoon
        (1_793_510_000.0, 1_793_523_600.0),  # the clocks go back in this night
    ],
)
def test_night_ends_at_three_in_a_persons_own_time_zone(now: float, end: float) -> None:
    assert end_of_night(now, "America/Chicago") == end
