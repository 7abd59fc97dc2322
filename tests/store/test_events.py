"""Saving and loading events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events.model import Entry, Event, EventGame, EventStatus, Partners
from bot.store import Store
from bot.store.errors import Conflict

from .samples import GUILD, forget, hand, next_change, save_played_table, shake, table

ENTRIES = (Entry(0, 2**62 + 2, "Zoë <@1>", 12, away=True), Entry(1, None, "Pearl"))
OPEN = Event(
    event_id="ev3n7s",
    guild_id=GUILD,
    channel_id=2**62,
    host_id=2**62 + 2,
    game="42",
    rules={"preset": "house", "nested": {"list": [1, "2"]}},
    partners=Partners.ROTATING,
    table_count=3,
    entries=ENTRIES,
    created_at=1_780_000_000.123456,
    since=1_780_000_001.654321,
)


def next_version(event: Event, **changes: object) -> Event:
    return replace(event, version=event.version + 1, **changes)  # type: ignore[arg-type]


async def save_playing_event(store: Store) -> Event:
    """Save an event in its first round, with one table open."""
    await store.events.create_event(OPEN)
    await store.tables.create(table("k3f9q2", event_id="ev3n7s", number=1), shake())
    games = (
        EventGame(1, 1, 71, (0, 1, 2, 3), "k3f9q2", 1, 1, (3, 7)),
        EventGame(1, 2, 72, (4, 5, 6, 7)),
    )
    event = next_version(OPEN, status=EventStatus.PLAYING, round_no=1, games=games)
    await store.events.save_event(event)
    return event


async def test_created_event_round_trips(store: Store) -> None:
    await store.events.create_event(OPEN)
    assert await store.events.load_event("ev3n7s") == OPEN


async def test_saved_event_round_trips(store: Store) -> None:
    event = await save_playing_event(store)
    read = await store.events.load_event("ev3n7s")
    assert read == event
    later = next_version(
        event,
        host_id=5,
        partners=Partners.FIXED,
        table_count=None,
        status=EventStatus.BETWEEN,
        entries=(replace(ENTRIES[0], user_id=None, name="Hoyt"),),
        games=(event.games[0], replace(event.games[1], winner=0, total=None)),
        since=5.5,
    )
    await store.events.save_event(later)
    assert await store.events.load_event("ev3n7s") == later


async def test_saving_a_round_keeps_the_earlier_rounds(store: Store) -> None:
    event = await save_playing_event(store)
    second = EventGame(2, 1, 71, (4, 5, 0, 1), "k3f9q2", first_game=2)
    after = next_version(event, round_no=2, games=(*event.games, second))
    await store.events.save_event(after)
    read = await store.events.load_event("ev3n7s")
    assert read is not None
    assert read.games == (*event.games, second)


async def test_second_save_of_a_version_is_a_conflict(store: Store) -> None:
    event = await save_playing_event(store)
    await store.events.save_event(next_version(event, host_id=1))
    with pytest.raises(Conflict):
        await store.events.save_event(next_version(event, host_id=2))
    read = await store.events.load_event("ev3n7s")
    assert read is not None
    assert read.host_id == 1


async def test_channel_can_have_only_one_live_event(store: Store) -> None:
    await store.events.create_event(OPEN)
    with pytest.raises(Conflict):
        await store.events.create_event(replace(OPEN, event_id="another"))
    await store.events.create_event(replace(OPEN, event_id="elsewhere", channel_id=9))
    await store.events.save_event(next_version(OPEN, status=EventStatus.CLOSED))
    await store.events.create_event(replace(OPEN, event_id="another", created_at=2e9))
    assert list(await store.events.live_events()) == ["elsewhere", "another"]
    assert list(await store.events.live_events(channel_id=9)) == ["elsewhere"]


async def test_unknown_event_is_none(store: Store) -> None:
    assert await store.events.load_event("nobody") is None


async def test_event_tables_keep_the_numbers_of_their_event(store: Store) -> None:
    for number, name in enumerate(("one1aa", "two2aa"), 1):
        made = await store.tables.create(table(name, event_id="ev3n7s", number=number), shake())
        assert made.number == number
    alone = await store.tables.create(table("alone1"), shake())
    other = await store.tables.create(table("other1", event_id="0ther5", number=1), shake())
    assert (alone.number, other.number) == (1, 1)
    assert (await store.tables.create(table("alone2"), shake())).number == 2


async def test_only_who_finished_a_hand_at_an_events_tables_has_played(store: Store) -> None:
    await save_playing_event(store)
    before = await store.tables.load("k3f9q2")
    assert before is not None
    assert not await store.events.has_played("ev3n7s", 11)
    await store.tables.commit(replace(next_change(before.table), hand=hand()))
    await save_played_table(store, "other", [hand(players=(21, 12, 13, 14))], None)
    assert [await store.events.has_played("ev3n7s", user) for user in (11, 21)] == [True, False]
    assert not await store.events.has_played("another", 11)


async def test_deletion_anonymizes_entries_only_in_ended_events(store: Store) -> None:
    await store.events.create_event(OPEN)
    user = OPEN.host_id
    await forget(store, user)
    without_host = next_version(OPEN, host_id=0)
    assert (
        await store.events.load_event("ev3n7s") == without_host
    )  # players leave a live event themselves
    await store.events.save_event(next_version(without_host, status=EventStatus.CLOSED))
    await forget(store, user)
    read = await store.events.load_event("ev3n7s")
    assert read is not None
    assert (read.host_id, read.entries[0].user_id, read.entries[0].name) == (0, None, "")
