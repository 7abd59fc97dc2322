"""A running event: results, rounds, leaving, returning and closing."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.events.errors import EventFull, NotEventHost, RoundGoesOn, TooLateForPartners
from bot.events.model import EventStatus, Partners
from bot.tables.errors import AlreadySeated, EventTable
from bot.tables.model import Occupant, Status
from tests.support.hall import HOST, Hall, names
from tests.support.house import GUILD

pytestmark = pytest.mark.slow


async def test_table_results_are_recorded_and_the_last_one_ends_the_round(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    first, second = await hall.table_ids(event_id)
    await hall.play_game(first)
    await hall.settle()
    event = await hall.view(event_id)
    table = await hall.tables.view(first)
    assert (event.tables[0].winner, event.tables[0].total) == (table.winner, table.total)
    assert (event.status, event.tables[1].winner) == (EventStatus.PLAYING, None)
    with pytest.raises(RoundGoesOn) as refused:
        await hall.events.next(event_id, HOST)
    assert refused.value.tables == (2,)
    await hall.play_game(second)
    await hall.settle()
    event = await hall.view(event_id)
    assert event.status is EventStatus.BETWEEN
    assert [line.played for line in event.standings] == [1, 1, 1, 1]


async def test_next_round_moves_winners_up_at_the_same_tables(hall: Hall) -> None:
    event_id = await hall.start_event(9)
    ids = await hall.table_ids(event_id)
    before = (await hall.play_round(event_id)).tables
    with pytest.raises(NotEventHost):
        await hall.events.next(event_id, 2)
    event = await hall.events.next(event_id, HOST)
    assert (event.round_no, await hall.table_ids(event_id)) == (2, ids)
    won = [names(table)[table.winner or 0] for table in before]
    lost = [names(table)[1 - (table.winner or 0)] for table in before]
    wanted = [(won[0], won[1]), (lost[1], won[2]), (lost[2], lost[0])]
    for table, pairs in zip(event.tables, wanted, strict=True):
        assert all(pair in names(table) for pair in pairs)
    for line, table in zip(event.tables, await hall.tables_of(event_id), strict=True):
        at_table = [{table.seats[s].name for s in seats} for seats in ((0, 2), (1, 3))]
        assert at_table == names(line)
        assert (table.status, table.game_no, table.total) == (Status.PLAYING, 2, (0, 0))


async def test_rotating_partners_change_every_round(hall: Hall) -> None:
    event_id = await hall.start_event(8, Partners.ROTATING)
    seen = []
    for _ in range(2):
        event = await hall.play_round(event_id)
        seen += [frozenset(side) for table in event.tables for side in names(table)]
        await hall.events.next(event_id, HOST)
    assert len(set(seen)) == 8
    assert {line.played for line in (await hall.view(event_id)).standings} == {2}


async def test_next_round_starts_automatically_if_someone_is_present(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    event = await hall.play_round(event_id)
    assert event.goes_on
    assert event.next_at is not None
    left = event.next_at - hall.clock.now()
    assert 120 - 2 * hall.timing.clock.pace < left <= 120  # a computer may have acted last
    await hall.later(left - 1)
    assert (await hall.view(event_id)).round_no == 1
    await hall.later(2)
    assert (await hall.view(event_id)).round_no == 2


async def test_event_stops_when_nobody_is_left(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    for user in range(1, 5):
        await hall.tables.set_away((await hall.table_of(event_id, user)).table_id, user)
    event = await hall.play_round(event_id)
    assert (event.status, event.goes_on) == (EventStatus.BETWEEN, False)
    await hall.later(86_401)
    assert (await hall.view(event_id)).status is EventStatus.CLOSED


async def test_wrong_clock_closes_no_event(hall: Hall) -> None:
    event_id = await hall.open_event()
    hall.clock.right = False
    await hall.later(86_401)
    assert (await hall.view(event_id)).status is EventStatus.OPEN
    hall.clock.right = True
    await hall.later(21)
    assert (await hall.view(event_id)).status is EventStatus.CLOSED


async def test_events_wait_begins_anew_when_the_clock_jumps(hall: Hall) -> None:
    event_id = await hall.open_event()
    hall.clock.set(hall.clock.now() + 5 * 365 * 86_400)
    await hall.events.waits.restart_after_jump()  # while the event's timer rings
    await hall.later(86_399)
    assert (await hall.view(event_id)).status is EventStatus.OPEN
    await hall.later(2)
    assert (await hall.view(event_id)).status is EventStatus.CLOSED


async def test_tables_without_people_play_on(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    empty = next(t for t in await hall.tables_of(event_id) if t.seat_of(HOST) is None)
    for line in empty.people:
        assert line.user_id is not None
        await hall.events.leave(event_id, line.user_id)
    await hall.later(3000)
    assert (await hall.tables.view(empty.table_id)).status is Status.FINISHED


async def test_computer_plays_for_a_leaver_until_someone_joins(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    table = await hall.table_of(event_id, 3)
    place = next(p.number for p in (await hall.view(event_id)).players if p.user_id == 3)
    with pytest.raises(EventFull):
        await hall.events.join(event_id, 99, "P99")
    event = await hall.events.leave(event_id, 3)
    assert (event.players[place].user_id, len(event.people)) == (None, 7)
    seat = (await hall.tables.view(table.table_id)).seats[table.seat_of(3) or 0]
    assert seat.occupant is Occupant.COMPUTER
    with pytest.raises(TooLateForPartners):
        await hall.events.join(event_id, 99, "P99", partner=HOST)
    event = await hall.events.join(event_id, 99, "P99")
    assert event.players[place].user_id == 99
    assert (await hall.tables.view(table.table_id)).held_by(99) == table.seat_of(3)


@pytest.mark.parametrize("partners", Partners)
async def test_game_counts_for_those_who_played_its_last_hand(
    hall: Hall, partners: Partners
) -> None:
    event_id = await hall.start_event(8, partners)
    table = await hall.table_of(event_id, 3)
    await hall.events.leave(event_id, 3)
    await hall.events.join(event_id, 99, "P99")  # mid-hand: from the next hand on
    await hall.play_game(table.table_id)
    await hall.settle()
    event = await hall.view(event_id)
    finished = await hall.tables.view(table.table_id)
    seat = finished.held_by(99)
    assert seat is not None
    line = next(line for line in event.tables if line.channel_id == table.known_place.channel_id)
    assert finished.seats[seat].name in {p.name for side in line.sides for p in side}
    assert "P99" not in {p.name for side in line.sides for p in side}
    of_newcomer = next(
        line for line in event.standings if 99 in [player.user_id for player in line.players]
    )
    assert (of_newcomer.played, len(of_newcomer.players)) == (0, 1)
    others = {3, 99}
    for each in event.standings:
        people = {player.user_id for player in each.players} - others
        if people & {player.user_id for player in finished.people}:
            assert each.played == 1


async def test_results_of_a_place_stay_with_the_person_who_won_them(hall: Hall) -> None:
    event_id = await hall.start_event(8, Partners.ROTATING)
    await hall.play_round(event_id)
    await hall.events.leave(event_id, 3)
    await hall.events.join(event_id, 99, "P99")
    event = await hall.view(event_id)
    played = {line.players[0].user_id: line.played for line in event.standings}
    assert played == dict.fromkeys((1, 2, 4, 5, 6, 7, 8), 1) | {99: 0}
    await hall.events.next(event_id, HOST)
    event = await hall.play_round(event_id)
    played = {line.players[0].user_id: line.played for line in event.standings}
    assert played == dict.fromkeys((1, 2, 4, 5, 6, 7, 8), 2) | {99: 1}


async def test_leaving_or_sitting_at_the_table_updates_the_event(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    table = await hall.table_of(event_id, 3)
    await hall.tables.leave(table.table_id, 3)
    await hall.settle()
    assert 3 not in [p.user_id for p in (await hall.view(event_id)).people]
    await hall.tables.sit(table.table_id, 99, "P99")
    await hall.settle()
    assert 99 in [p.user_id for p in (await hall.view(event_id)).people]


async def test_player_who_joins_between_rounds_plays_in_the_next(hall: Hall) -> None:
    event_id = await hall.start_event(7)
    await hall.play_round(event_id)
    await hall.events.join(event_id, 99, "P99")
    await hall.events.next(event_id, HOST)
    assert (await hall.table_of(event_id, 99)).status is Status.PLAYING


async def test_player_seated_elsewhere_cannot_join_a_running_event(hall: Hall) -> None:
    event_id = await hall.start_event(7)
    await hall.open(99, 99)
    with pytest.raises(AlreadySeated):
        await hall.events.join(event_id, 99, "P99")


async def test_computer_plays_for_a_member_seated_elsewhere_at_round_start(
    hall: Hall,
) -> None:
    event_id = await hall.start_event(8)
    await hall.play_round(event_id)
    elsewhere = await hall.open(3, 99)
    await hall.events.next(event_id, HOST)
    table = await hall.table_of(event_id, 3)
    assert table.seats[table.seat_of(3) or 0].away
    with pytest.raises(AlreadySeated):
        await hall.tables.take_back(table.table_id, 3)
    await hall.tables.leave(elsewhere, 3)
    await hall.tables.take_back(table.table_id, 3)
    table = await hall.table_of(event_id, 3)
    assert not table.seats[table.seat_of(3) or 0].away


async def test_another_member_becomes_host_when_the_host_leaves(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    event = await hall.events.leave(event_id, HOST)
    assert event.host_id in (2, 3, 4)
    await hall.play_round(event_id)
    assert (await hall.events.next(event_id, event.host_id)).round_no == 2


async def test_event_table_has_no_rematch_and_waits_for_the_event(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    table_id = (await hall.table_ids(event_id))[0]
    await hall.play_game(table_id)
    for line in (await hall.tables.view(table_id)).people:
        await hall.tables.ready(table_id, line.user_id or 0)
    await hall.later(100)
    table = await hall.tables.view(table_id)
    assert (table.status, table.game_no) == (Status.FINISHED, 1)


async def test_only_the_event_host_closes_an_event_table(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    table_id = (await hall.table_of(event_id, 3)).table_id
    with pytest.raises(EventTable):
        await hall.tables.close(table_id, 3)
    await hall.tables.close(table_id, HOST)
    await hall.settle()
    event = await hall.view(event_id)
    broken = next(t for t in event.tables if t.winner is not None)
    assert not broken.counted
    assert {line.played for line in event.standings} == {0}


async def test_closed_table_is_reopened_for_the_next_round(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    closed, other = await hall.table_ids(event_id)
    await hall.tables.close(closed, HOST)
    await hall.play_game(other)
    await hall.settle()
    await hall.events.next(event_id, HOST)
    first, second = await hall.tables_of(event_id)
    assert (first.table_id != closed, second.table_id) == (True, other)
    assert {first.status, second.status} == {Status.PLAYING}
    assert first.number == 1


@pytest.mark.parametrize("closed", [False, True])
async def test_thread_deleted_between_rounds_is_replaced(hall: Hall, closed: bool) -> None:
    event_id = await hall.start_event(8)
    first, second = await hall.tables_of(event_id)
    if closed:
        await hall.tables.close(first.table_id, HOST)
        await hall.play_game(second.table_id)
        await hall.settle()
    else:
        await hall.play_round(event_id)
    await hall.events.lose_place(GUILD, first.known_place.channel_id)
    await hall.events.next(event_id, HOST)
    places = [table.known_place.channel_id for table in await hall.tables_of(event_id)]
    assert places[0] not in (first.known_place.channel_id, second.known_place.channel_id)
    assert places[1] == second.known_place.channel_id


async def test_only_the_table_with_a_lost_thread_gets_a_new_one(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    first, second = await hall.tables_of(event_id)
    before = [first.known_place, second.known_place]
    await hall.events.lose_place(GUILD + 1, before[0].channel_id)
    await hall.events.lose_place(GUILD, 5)
    assert [table.place for table in await hall.tables_of(event_id)] == before
    await hall.events.lose_place(GUILD, before[1].channel_id)
    unmoved, moved = await hall.tables_of(event_id)
    thread = moved.known_place.channel_id
    assert unmoved.place == before[0]
    assert thread not in [place.channel_id for place in before]
    assert moved.place == replace(before[1], channel_id=thread), "its event and number are the same"
    assert (moved.status, moved.seq) == (Status.PLAYING, second.seq)
    assert (await hall.view(event_id)).tables[1].channel_id == thread


async def test_closing_an_event_closes_its_tables(hall: Hall) -> None:
    event_id = await hall.start_event(4)
    tables = await hall.table_ids(event_id)
    with pytest.raises(NotEventHost):
        await hall.events.close(event_id, 2)
    assert (await hall.events.close(event_id, HOST)).status is EventStatus.CLOSED
    for table_id in tables:
        assert (await hall.tables.view(table_id)).status is Status.CLOSED
    await hall.open(HOST, 99)  # the channel is free again


async def test_only_who_finished_a_hand_and_has_no_place_has_left_the_event(hall: Hall) -> None:
    event_id = await hall.start_event(4, tables=2)
    event = await hall.play_round(event_id)
    assert not await hall.events.has_left(event, 3)
    event = await hall.events.leave(event_id, 3)
    assert await hall.events.has_left(event, 3)
    assert not await hall.events.has_left(event, 99)
    event = await hall.events.join(event_id, 3, "P3")
    assert not await hall.events.has_left(event, 3)


async def test_panels_wait_for_the_end_of_an_event_whose_tables_close(hall: Hall) -> None:
    event_id = await hall.start_event(8)
    _, seen = await asyncio.gather(
        hall.events.close(event_id, HOST), hall.events.settled_view(event_id)
    )
    assert seen.status is EventStatus.CLOSED


async def test_each_table_of_an_event_plays_a_match_in_each_round(hall: Hall) -> None:
    event_id = await hall.open_event(4, best_of=3)
    assert (await hall.view(event_id)).rules.game.best_of == 3
    await hall.events.begin(event_id, HOST)
    await hall.settle()
    for round_no in (1, 2):
        event = await hall.play_round(event_id)
        assert (event.status, event.round_no) == (EventStatus.BETWEEN, round_no)
        assert [max(table.total) for table in event.tables] == [2, 2]  # games won
        await hall.events.next(event_id, HOST)
        await hall.settle()
