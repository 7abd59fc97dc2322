"""An event before its start: opening, joining, partners, leaving, moving and starting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events.errors import (
    BadPartner,
    EventFull,
    EventHere,
    NoSuchEvent,
    NotEventHost,
    PairsOnly,
    PartnersRotate,
    SeatedElsewhere,
    TooFewPeople,
    WrongEventStatus,
)
from bot.events.model import Event, EventStatus, Partners
from bot.tables.errors import NoThread, RuleTooHigh
from bot.tables.model import Occupant, Status
from tests.support.hall import HOST, Hall
from tests.support.house import CHANNEL, GUILD


async def test_opener_becomes_host_and_joins(hall: Hall) -> None:
    event = await hall.view(await hall.open_event())
    assert (event.host_id, event.host, event.status) == (HOST, "P1", EventStatus.OPEN)
    assert [player.user_id for player in event.players] == [HOST]
    assert await hall.events.here(5, CHANNEL) == event.event_id


async def test_channel_has_one_event(hall: Hall) -> None:
    first = await hall.open_event()
    with pytest.raises(EventHere) as refused:
        await hall.open_event()
    assert refused.value.host == "P1"
    await hall.events.close(first, HOST)
    assert await hall.open_event() != first


async def test_joining_loads_only_that_event(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    store = hall.store
    read = []
    load = store.events.load_event

    async def noted(event_id: str) -> Event | None:
        read.append(event_id)
        return await load(event_id)

    first = await hall.open_event()
    second = await hall.open_event(channel=CHANNEL + 1)
    monkeypatch.setattr(store.events, "load_event", noted)
    await hall.events.join(first, 5, "P5")
    assert set(read) == {first}
    assert await hall.events.here(CHANNEL + 1) == second
    assert second not in read


@pytest.mark.parametrize("game", ["moon", "79", "84x8"])
async def test_event_requires_a_game_with_two_pairs(hall: Hall, game: str) -> None:
    with pytest.raises(PairsOnly):
        await hall.events.open(
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=HOST,
            name="P1",
            game=game,
            rules={},
            partners=Partners.FIXED,
        )


async def test_joining_twice_takes_one_place(hall: Hall) -> None:
    event_id = await hall.open_event(3)
    await hall.events.join(event_id, 3, "P3")
    assert len((await hall.view(event_id)).players) == 3


async def test_mutual_partners_are_shown_as_a_pair(hall: Hall) -> None:
    event_id = await hall.open_event(3)
    event = await hall.events.join(event_id, 2, "P2", partner=HOST)
    assert [{a.name, b.name} for a, b in event.pairs] == [{"P1", "P2"}]
    event = await hall.events.join(event_id, 3, "P3", partner=9)
    assert [(player.name, wish) for player, wish in event.wishes] == [("P3", 9)]


async def test_choosing_yourself_or_a_partner_in_a_rotating_event_is_refused(hall: Hall) -> None:
    fixed = await hall.open_event()
    with pytest.raises(BadPartner):
        await hall.events.join(fixed, 2, "P2", partner=2)
    rotating = await hall.open_event(1, Partners.ROTATING, channel=71)
    with pytest.raises(PartnersRotate):
        await hall.events.join(rotating, 2, "P2", partner=HOST)


async def test_joining_a_full_event_is_refused(hall: Hall) -> None:
    event_id = await hall.open_event(8, tables=2)
    with pytest.raises(EventFull):
        await hall.events.join(event_id, 9, "P9")


async def test_next_to_join_becomes_host_when_the_host_leaves(hall: Hall) -> None:
    event_id = await hall.open_event(3)
    event = await hall.events.leave(event_id, HOST)
    assert (event.host_id, [p.name for p in event.players]) == (2, ["P2", "P3"])


async def test_event_closes_when_everybody_has_left(hall: Hall) -> None:
    event_id = await hall.open_event()
    assert (await hall.events.leave(event_id, HOST)).status is EventStatus.CLOSED
    with pytest.raises(NoSuchEvent):
        await hall.events.join(event_id, 2, "P2")


async def test_only_the_host_or_a_manager_starts_it(hall: Hall) -> None:
    event_id = await hall.open_event(4)
    with pytest.raises(NotEventHost):
        await hall.events.begin(event_id, 2)
    with pytest.raises(NotEventHost):
        await hall.events.begin(event_id, 99)
    event = await hall.events.begin(event_id, 99, manager=True)
    assert event.status is EventStatus.PLAYING
    with pytest.raises(WrongEventStatus):
        await hall.events.begin(event_id, HOST)


@pytest.mark.parametrize(("people", "tables"), [(1, None), (3, None), (3, 2), (5, 3), (15, 8)])
async def test_event_does_not_start_with_fewer_than_two_people_a_table(
    hall: Hall, people: int, tables: int | None
) -> None:
    event_id = await hall.open_event(people, tables=tables)
    with pytest.raises(TooFewPeople) as refused:
        await hall.events.begin(event_id, HOST)
    assert refused.value == TooFewPeople(event_id, tables or 2, people)
    assert hall.rooms.opened == []
    await hall.events.join(event_id, 99, "P99")
    if people != 1:  # one more is enough
        assert (await hall.events.begin(event_id, HOST)).status is EventStatus.PLAYING


@pytest.mark.parametrize(("asked", "left"), [(3, 3), (1, 3), (0, 3), (7, 7), (9, 8)])
async def test_host_lowers_the_number_of_tables_but_keeps_a_seat_for_everybody(
    hall: Hall, asked: int, left: int
) -> None:
    event_id = await hall.open_event(9, tables=8)
    with pytest.raises(NotEventHost):
        await hall.events.lower_tables(event_id, 2, asked)
    event = await hall.events.lower_tables(event_id, HOST, asked)
    assert event.table_count == left
    assert (await hall.view(event_id)).table_count == left


async def test_number_of_tables_stays_after_the_start(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    with pytest.raises(WrongEventStatus):
        await hall.events.lower_tables(event_id, HOST, 1)


async def test_start_fills_tables_with_computers_and_begins_every_game(hall: Hall) -> None:
    alone = await hall.open(77, 77)
    event_id = await hall.start_event(10)
    tables = await hall.tables_of(event_id)
    assert [table.number for table in tables] == [1, 2, 3]
    assert (await hall.tables.view(alone)).number == 1
    assert {table.status for table in tables} == {Status.PLAYING}
    assert len({table.known_place.channel_id for table in tables}) == 3
    people = [line.user_id for table in tables for line in table.people]
    assert sorted(user for user in people if user is not None) == list(range(1, 11))
    seats = [line for table in tables for line in table.seats]
    assert sum(line.occupant is Occupant.COMPUTER for line in seats) == 2
    assert all(line.level for line in seats if line.occupant is Occupant.COMPUTER)


async def test_partners_sit_opposite_each_other(hall: Hall) -> None:
    event_id = await hall.open_event(8)
    await hall.events.join(event_id, 5, "P5", partner=3)
    await hall.events.begin(event_id, HOST)
    table = await hall.table_of(event_id, 5)
    mine = table.seat_of(5)
    theirs = table.seat_of(3)
    assert mine is not None
    assert theirs == (mine + 2) % 4


async def test_event_does_not_start_while_a_member_plays_elsewhere(hall: Hall) -> None:
    event_id = await hall.open_event(4)
    other = await hall.open(2, 72)
    with pytest.raises(SeatedElsewhere) as refused:
        await hall.events.begin(event_id, HOST)
    assert refused.value.names == ("P2",)
    assert (await hall.view(event_id)).status is EventStatus.OPEN
    await hall.tables.leave(other, 2)
    assert (await hall.events.begin(event_id, HOST)).status is EventStatus.PLAYING


async def test_unstarted_event_is_closed_eventually(hall: Hall) -> None:
    event_id = await hall.open_event(3)
    await hall.later(86_399)
    assert (await hall.view(event_id)).status is EventStatus.OPEN
    await hall.later(2)
    assert (await hall.view(event_id)).status is EventStatus.CLOSED


async def test_event_starts_with_all_its_threads_or_not_at_all(hall: Hall) -> None:
    event_id = await hall.open_event(8)
    hall.rooms.most = 1
    with pytest.raises(NoThread):
        await hall.events.begin(event_id, HOST)
    assert (await hall.view(event_id)).status is EventStatus.OPEN
    assert await hall.tables.live_tables(event_id=event_id) == []
    hall.rooms.most = None
    assert (await hall.events.begin(event_id, HOST)).status is EventStatus.PLAYING
    assert hall.rooms.discarded == []  # the retry reuses the threads of the first try


async def test_event_can_move_to_another_channel_before_it_starts(hall: Hall) -> None:
    event_id = await hall.open_event(8)
    assert await hall.events.find_hosted(GUILD, HOST) == event_id
    moved = await hall.events.move(event_id, HOST, CHANNEL + 1)
    assert moved.channel_id == CHANNEL + 1
    assert await hall.events.here(CHANNEL + 1) == event_id
    with pytest.raises(NoSuchEvent):
        await hall.events.here(CHANNEL)
    assert hall.rooms.discarded == [(event_id, CHANNEL)]
    await hall.events.move(event_id, HOST, CHANNEL + 1)  # its current channel
    assert len(hall.rooms.discarded) == 1
    begun = await hall.events.begin(event_id, HOST)
    homes = {
        t.known_place.home_channel_id for t in await hall.tables.live_tables(event_id=event_id)
    }
    assert (begun.status, homes) == (EventStatus.PLAYING, {CHANNEL + 1})


async def test_event_cannot_move_once_started_or_onto_another_event(
    hall: Hall,
) -> None:
    event_id = await hall.open_event()
    other = await hall.open_event(4, channel=CHANNEL + 1)
    with pytest.raises(EventHere):
        await hall.events.move(event_id, HOST, CHANNEL + 1)
    with pytest.raises(NotEventHost):
        await hall.events.move(event_id, 9, CHANNEL + 2)
    await hall.events.begin(other, HOST)
    with pytest.raises(WrongEventStatus):
        await hall.events.move(other, HOST, CHANNEL + 2)
    assert (await hall.view(event_id)).channel_id == CHANNEL


async def test_failed_start_leaves_no_threads_behind(hall: Hall) -> None:
    event_id = await hall.open_event()
    await hall.events.close(event_id, HOST)
    assert hall.rooms.discarded == [(event_id, CHANNEL)]


async def test_event_of_another_server_or_host_cannot_be_moved(hall: Hall) -> None:
    await hall.open_event()
    for guild_id, user_id in ((GUILD + 1, HOST), (GUILD, 2)):
        with pytest.raises(NoSuchEvent):
            await hall.events.find_hosted(guild_id, user_id)


async def test_outdated_rules_are_refused_before_any_thread_is_opened(
    hall: Hall,
) -> None:
    event_id = await hall.open_event(8)
    event = await hall.store.events.load_event(event_id)
    assert event is not None
    rules = {**event.rules, "target": 1000}
    await hall.store.events.save_event(replace(event, rules=rules, version=event.version + 1))
    with pytest.raises(RuleTooHigh):
        await hall.events.begin(event_id, HOST)
    assert hall.rooms.opened == []


async def test_leaver_returns_to_their_hand_through_the_event(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    table = await hall.table_of(event_id, 3)
    seat = table.seat_of(3)
    await hall.events.leave(event_id, 3)
    await hall.events.join(event_id, 3, "P3")
    await hall.settle()
    assert (await hall.tables.view(table.table_id)).seat_of(3) == seat
    assert 3 in [player.user_id for player in (await hall.view(event_id)).people]


async def test_lost_thread_affects_only_events_of_its_server(hall: Hall) -> None:
    await hall.start_event(8)
    loaded: list[str] = []
    load = hall.store.events.load_event

    async def noted(event_id: str) -> object:
        loaded.append(event_id)
        return await load(event_id)

    hall.store.events.load_event = noted  # type: ignore[assignment,method-assign]
    await hall.events.lose_place(GUILD + 1, 1000)
    assert loaded == []


async def test_two_people_with_one_name_are_distinguished_and_keep_their_names(hall: Hall) -> None:
    event = await hall.open_event(3, tables=2)
    for user in (123451111, 123452222):
        await hall.events.join(event, user, "Alex")
    names = [player.name for player in (await hall.view(event)).players]
    assert names == ["P1", "P2", "P3", "Alex #1111", "Alex #2222"]
    await hall.events.begin(event, HOST)
    await hall.settle()
    await hall.play_round(event)
    stored = await hall.store.events.load_event(event)
    assert stored is not None
    assert [entry.name for entry in stored.people].count("Alex") == 2
