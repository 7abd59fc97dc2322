"""People who time out, go away, come back, or leave in the middle of a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.clocks.deadlines import Due
from bot.tables.clocks.turn_timer import ring
from bot.tables.errors import AlreadySeated, NotSeated, TableFull
from bot.tables.loaded import with_table
from bot.tables.model import Status
from tests.support.house import ANA, BO, CHANNEL, CY, DI, EVE, FOUR, House


async def _start_with_away(house: House, user: int, *people: int) -> str:
    """Start a game and let a computer player take over this person's seat."""
    table = await house.start_on_turn_of(user, *people)
    await house.later(180)
    await house.until_turn_of(table, user)
    await house.later(180)
    assert (await house.tables.view(table)).seats[people.index(user) if people else 0].away
    return table


async def _start_with_all_away(house: House) -> str:
    """Start a game and let computer players take over both people's seats."""
    table = await _start_with_away(house, ANA, ANA, BO)
    for _ in range(2):
        await house.until_turn_of(table, BO)
        await house.later(180)
    return table


async def test_player_is_nudged_after_20_seconds(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(19.9)
    assert not (await house.tables.view(table)).nudge
    await house.later(0.1)
    view = await house.tables.view(table)
    assert view.nudge
    assert not view.offer


async def test_takeover_is_offered_after_60_seconds(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(59.9)
    assert not (await house.tables.view(table)).offer
    await house.later(0.1)
    assert (await house.tables.view(table)).offer


async def test_computer_plays_the_turn_after_180_seconds(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    before = await house.tables.view(table)
    await house.later(179.9)
    assert (await house.tables.view(table)).seq == before.seq
    await house.later(0.1)
    after = await house.tables.view(table)
    assert after.seq == before.seq + 1
    assert not after.seats[0].away
    assert not after.nudge
    assert not after.offer


async def test_act_restarts_the_timer_for_the_next_player(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(59)
    await house.act(table, ANA)
    await house.later(19)
    assert not (await house.tables.view(table)).nudge


async def test_refused_act_does_not_restart_the_timer(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(19)
    text, phase, seq = await house.choice(table, ANA)
    with pytest.raises(NotSeated):
        await house.tables.act(table, EVE, text, phase=phase, seq=seq)
    await house.later(1)
    assert (await house.tables.view(table)).nudge


async def test_computer_keeps_the_seat_after_two_missed_turns_in_a_row(house: House) -> None:
    table = await _start_with_away(house, ANA)
    await house.until_turn_of(table, BO)
    seq = (await house.tables.view(table)).seq
    for user in (BO, CY, DI):
        if await house.in_turn(table) == user:
            await house.act(table, user)
    await house.later(2)
    assert (await house.tables.view(table)).seq > seq


async def test_act_between_two_missed_turns_keeps_the_seat(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    for _ in range(2):
        await house.later(180)
        await house.until_turn_of(table, ANA)
        await house.act(table, ANA)
        await house.until_turn_of(table, ANA)
    await house.later(180)
    assert not (await house.tables.view(table)).seats[0].away


async def test_player_can_take_their_seat_back(house: House) -> None:
    table = await _start_with_away(house, ANA)
    panel = (await house.tables.take_back(table, ANA)).panel
    assert not panel.table.seats[0].away
    await house.until_turn_of(table, ANA)
    seq = (await house.tables.view(table)).seq
    await house.later(30)
    assert (await house.tables.view(table)).seq == seq


async def test_sitting_down_again_takes_the_seat_back(house: House) -> None:
    table = await _start_with_away(house, ANA)
    panel = await house.sit(table, ANA)
    assert (panel.seat, panel.table.seats[0].away) == (0, False)


async def test_acting_takes_the_seat_back(house: House) -> None:
    table = await _start_with_away(house, ANA)
    while (await house.tables.view(table)).view.to_act != 0:  # type: ignore[union-attr]
        await house.step(table)
    await house.act(table, ANA)
    assert not (await house.tables.view(table)).seats[0].away


async def test_taking_the_seat_back_cancels_the_computers_turn(house: House) -> None:
    table = await _start_with_away(house, ANA)
    decide = house.computers.pause()
    while (await house.tables.view(table)).view.to_act != 0:  # type: ignore[union-attr]
        await house.step(table)
    await house.computers.wait_until_asked()
    house.clock.move(2)
    before = (await house.tables.take_back(table, ANA)).panel
    decide.set()
    await house.settle()
    after = await house.tables.view(table)
    assert after.seq == before.table.seq
    assert await house.in_turn(table) == ANA


async def test_takeover_works_only_once_it_is_offered(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(59)
    before = await house.tables.view(table)
    await house.tables.takeover(table, BO)
    assert (await house.tables.view(table)).seq == before.seq
    await house.later(1)
    panel = (await house.tables.takeover(table, BO)).panel
    assert panel.table.seq == before.seq + 1


async def test_computer_plays_at_once_when_all_others_ask_from_the_nudge_on(
    house: House,
) -> None:
    table = await house.start_on_turn_of(ANA)
    seq = (await house.tables.view(table)).seq
    await house.later(19)
    for user in (BO, CY, DI):
        await house.tables.takeover(table, user)
    assert (await house.tables.view(table)).asking == ()  # nobody was nudged yet
    await house.later(1)
    for user in (BO, CY, CY, ANA):
        await house.tables.takeover(table, user)
    view = await house.tables.view(table)
    assert (view.seq, len(view.asking), len(view.asked)) == (seq, 2, 3)
    await house.tables.takeover(table, DI)
    view = await house.tables.view(table)
    assert view.seq == seq + 1
    assert (view.asking, view.asked) == ((), ())


async def test_only_who_is_here_has_to_ask_for_a_computers_turn(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    seq = (await house.tables.view(table)).seq
    await house.tables.set_away(table, CY)
    await house.tables.leave(table, DI)
    await house.later(20)
    await house.tables.takeover(table, BO)
    assert (await house.tables.view(table)).seq == seq + 1


async def test_asking_for_a_computers_turn_outlives_a_restart(tmp_path: Path) -> None:
    house = await House.build(tmp_path / "store.sqlite3")
    table = await house.start_on_turn_of(ANA)
    seq = (await house.tables.view(table)).seq
    await house.later(20)
    await house.tables.takeover(table, BO)
    await house.tables.takeover(table, CY)
    await house.stop()
    again = await House.build(tmp_path / "store.sqlite3", house.clock, start=False)
    assert len((await again.tables.view(table)).asking) == 2
    await again.tables.takeover(table, DI)
    assert (await again.tables.view(table)).seq == seq + 1
    await again.stop()


async def test_new_turn_begins_without_anybody_asking(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(20)
    await house.tables.takeover(table, BO)
    await house.act(table, ANA)
    await house.until_turn_of(table, CY)
    await house.later(20)
    view = await house.tables.view(table)
    assert (view.asking, len(view.asked)) == ((), 3)


async def test_concurrent_takeovers_play_one_turn(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(60)
    seq = (await house.tables.view(table)).seq
    await asyncio.gather(*(house.tables.takeover(table, user) for user in (BO, CY, DI)))
    assert (await house.tables.view(table)).seq == seq + 1


async def test_watcher_cannot_take_over_a_turn(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(60)
    with pytest.raises(NotSeated):
        await house.tables.takeover(table, EVE)


async def test_act_during_a_takeover_wins(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(60)
    decide = house.computers.pause()
    takeover = asyncio.create_task(house.tables.takeover(table, BO))
    await house.computers.wait_until_asked()
    seq = (await house.act(table, ANA)).table.seq
    decide.set()
    await takeover
    assert (await house.tables.view(table)).seq == seq


async def test_takeover_is_dropped_if_the_player_left_and_came_back(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(60)
    decide = house.computers.pause()
    takeover = asyncio.create_task(house.tables.takeover(table, BO))
    await house.computers.wait_until_asked()
    await house.tables.leave(table, ANA)
    seq = (await house.sit(table, ANA, 0)).table.seq
    decide.set()
    await takeover
    assert (await house.tables.view(table)).seq == seq
    assert await house.in_turn(table) == ANA


async def test_table_pauses_when_all_people_are_away(house: House) -> None:
    table = await _start_with_all_away(house)
    view = await house.tables.view(table)
    assert view.status is Status.PAUSED
    await house.later(3600)
    assert (await house.tables.view(table)).seq == view.seq


async def test_paused_table_resumes_when_somebody_comes_back(house: House) -> None:
    table = await _start_with_all_away(house)
    seq = (await house.tables.view(table)).seq
    await house.later(3600)
    panel = (await house.tables.take_back(table, ANA)).panel
    assert panel.table.status is Status.PLAYING
    await house.later(10)
    assert (await house.tables.view(table)).seq > seq
    assert not (await house.tables.view(table)).offer


async def test_acting_resumes_a_paused_table(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    await house.later(180)
    await house.until_turn_of(table, ANA)
    await house.later(180)
    assert (await house.tables.view(table)).seats[0].away
    while (await house.tables.view(table)).view.to_act != 0:  # type: ignore[union-attr]
        await house.step(table)
    await house.tables.leave(table, BO)
    assert (await house.tables.view(table)).status is Status.PAUSED
    panel = await house.act(table, ANA)
    assert panel.table.status is Status.PLAYING
    assert not panel.table.seats[0].away


async def test_paused_table_closes_after_a_day(house: House) -> None:
    table = await _start_with_all_away(house)
    since = (await house.tables.view(table)).turn_since
    await house.later(since + 86399 - house.clock.now())
    assert (await house.tables.view(table)).status is Status.PAUSED
    await house.later(1)
    assert (await house.tables.view(table)).status is Status.CLOSED


async def test_table_paused_between_hands_resumes_between_hands(house: House) -> None:
    table = await house.start_game(ANA)
    await house.play_hand(table)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.PAUSED
    panel = await house.sit(table, ANA)
    assert panel.table.status is Status.BETWEEN


async def test_next_hand_is_not_dealt_if_everyone_is_away(house: House) -> None:
    table = await house.start_game(ANA)
    await house.play_hand(table)
    live = await house.live(table)
    away = with_table(live, seats=tuple(replace(s, away=True) for s in live.table.seats))
    plan = ring(away, Due.NEXT_HAND, house.randomness, house.clock.now())
    assert plan is not None
    after = plan.live.table
    assert (after.status, after.paused_from) == (Status.PAUSED, Status.BETWEEN)


async def test_ready_resumes_a_table_paused_between_hands(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.play_hand(table)
    await house.tables.leave(table, BO)
    assert (await house.tables.view(table)).status is Status.PAUSED
    await house.later(60)
    panel = (await house.tables.ready(table, ANA)).panel
    assert (panel.table.status, panel.table.hand_no) == (Status.PLAYING, 2)
    assert not panel.table.seats[0].away


async def test_ready_brings_an_away_person_back_between_hands(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.play_hand(table)
    panel = (await house.tables.ready(table, ANA)).panel
    assert not panel.table.seats[0].away


async def test_next_hand_does_not_wait_for_an_away_person(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.play_hand(table)
    await house.tables.ready(table, BO)
    assert (await house.tables.view(table)).hand_no == 2


async def test_away_person_can_sit_elsewhere_but_then_not_return(house: House) -> None:
    table = await _start_with_away(house, ANA)
    other = await house.open(ANA)
    for act in (
        house.tables.take_back(table, ANA),
        house.sit(table, ANA),
        house.tables.ready(table, ANA),
    ):
        with pytest.raises(AlreadySeated) as refused:
            await act
        assert refused.value.table_id == other
    while (await house.tables.view(table)).view.to_act != 0:  # type: ignore[union-attr]
        await house.step(table)
    text, phase, seq = await house.choice(table, ANA)
    with pytest.raises(AlreadySeated):
        await house.tables.act(table, ANA, text, phase=phase, seq=seq)
    await house.tables.leave(other, ANA)
    await house.tables.act(table, ANA, text, phase=phase, seq=seq)
    assert not (await house.tables.view(table)).seats[0].away


async def test_player_who_leaves_mid_hand_is_replaced_by_a_computer(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    seq = (await house.tables.view(table)).seq
    await house.tables.leave(table, ANA)
    assert (await house.seats(table))[0] == "computer"
    await house.later(2)
    assert (await house.tables.view(table)).seq == seq + 1


async def test_computers_seat_can_be_taken_between_hands(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await house.play_hand(table)
    assert (await house.sit(table, CY, 3)).seat == 3
    assert await house.seats(table) == [ANA, BO, "computer", CY]


async def test_seat_of_an_away_person_cannot_be_taken(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.sit(table, CY)
    await house.sit(table, DI)
    with pytest.raises(TableFull):
        await house.sit(table, EVE)
    seats = (await house.tables.view(table)).seats
    assert [line.holder for line in seats] == [ANA, BO, CY, DI]


async def test_player_who_returns_on_their_turn_gets_the_full_time(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(10)
    await house.tables.leave(table, ANA)
    view = await house.tables.view(table)
    await house.sit(table, ANA)
    await house.later(19)
    after = await house.tables.view(table)
    assert (after.seq, after.nudge) == (view.seq, False)


async def test_table_pauses_when_the_last_present_person_leaves(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.tables.leave(table, BO)
    view = await house.tables.view(table)
    assert view.status is Status.PAUSED
    assert view.seats[0].host


async def test_host_who_leaves_is_replaced_by_a_present_person(house: House) -> None:
    table = await _start_with_away(house, ANA, BO, ANA, CY)
    await house.tables.leave(table, BO)
    view = await house.tables.view(table)
    assert [line.host for line in view.seats] == [False, False, True, False]


async def test_newcomer_resumes_an_empty_table_and_becomes_host(house: House) -> None:
    table = await house.start_game(ANA)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.PAUSED
    panel = await house.sit(table, BO, 2)
    assert panel.table.status is Status.PLAYING
    await house.play_hand(table)
    assert (await house.tables.ready(table, BO)).after.seats[2].host


async def test_hand_does_not_count_for_a_person_away_at_its_end(house: House) -> None:
    table = await _start_with_away(house, ANA, ANA, BO)
    await house.play_hand(table)
    hands = await house.store.results.hands(table, 1)
    assert hands[0].players == (None, BO, None, None)


async def test_seated_person_cannot_open_another_table(house: House) -> None:
    await house.start_game(*FOUR)
    with pytest.raises(AlreadySeated):
        await house.open(ANA, CHANNEL + 99)
