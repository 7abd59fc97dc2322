"""The same people again: who is host, whose seats are held, and until when."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from bot.tables.company.errors import NoGameTogether, NoInvitation
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    NotHost,
    NotInGame,
    SeatHeld,
)
from bot.tables.model import HELD_SECONDS, Place, Status
from bot.tables.views import TableView
from bot.values.pace import Pace
from tests.support.house import ANA, BO, CHANNEL, CY, DI, EVE, FOUR, GUILD, NAMES, House

HERE = CHANNEL + 500


async def _played(house: House, *people: int, **rules: object) -> str:
    """Play a game of these people, and close its table."""
    table = await house.start_game(*people, **({"target": 1} | rules))
    await house.play_game(table)
    await house.tables.close(table, people[0])
    return table


async def _again(
    house: House, table: str, user: int, left_out: Collection[int] = (), channel: int = HERE
) -> TableView:
    found = await house.tables.again.find(table, 1, user, GUILD)
    place = Place(GUILD, channel, channel)
    return await house.tables.again.open(found, place, user, NAMES[user], left_out)


def _held(table: TableView) -> list[int | None]:
    return [line.held_for for line in table.seats]


async def test_asker_is_host_in_their_old_seat_and_the_others_seats_are_held(
    house: House,
) -> None:
    opened = await _again(house, await _played(house, *FOUR), CY)
    assert [line.user_id for line in opened.seats] == [None, None, CY, None]
    assert _held(opened) == [ANA, BO, None, DI]
    assert opened.newcomers == ("Ana", "Bo", "", "Di")
    assert opened.seats[2].host
    assert opened.status is Status.LOBBY
    assert opened.held_until == house.clock.now() + HELD_SECONDS
    assert opened.next_at == house.clock.now() + house.timing.lobby


async def test_table_has_the_rules_pace_and_partners_of_that_game(house: House) -> None:
    table = await house.start_game(*FOUR, target=1, nello="any")
    await house.tables.set_pace(table, ANA, Pace.RELAXED)
    await house.tables.house_rules.set_score_word(table, ANA, "FORTY-TWO")
    await house.tables.house_rules.set_hints(table, ANA, on=False)
    await house.play_game(table)
    await house.tables.house_rules.set_rule(table, ANA, "nello", "off")  # in the next game
    await house.tables.game_choice.trade_seats(table, ANA, 1, 2)
    opened = await _again(house, table, ANA)
    assert (opened.rules.target, opened.rules.nello) == (1, "any")
    assert (opened.pace, opened.score_word, opened.hints) == (Pace.RELAXED, "FORTY-TWO", False)
    assert opened.draws_partners is False
    assert _held(opened) == [None, BO, CY, DI]


async def test_seats_of_computers_and_of_those_left_out_are_open(house: House) -> None:
    opened = await _again(house, await _played(house, ANA, BO, CY), ANA, left_out=(CY,))
    assert _held(opened) == [None, BO, None, None]
    for user in (DI, EVE):
        await house.sit(opened.table_id, user)
    assert await house.seats(opened.table_id) == [ANA, "open", DI, EVE]


async def test_nobody_else_gets_a_held_seat_before_its_time_is_over(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    table = opened.table_id
    for seat in (None, 1, 2, 3):
        with pytest.raises(SeatHeld) as refused:
            await house.sit(table, EVE, seat)
        assert refused.value.until == opened.held_until
        assert refused.value.free == ()
    await house.later(HELD_SECONDS - 1)
    with pytest.raises(SeatHeld):
        await house.sit(table, EVE)
    await house.later(2)
    assert (await house.tables.view(table)).held_until is None
    assert (await house.sit(table, EVE)).seat == 1


async def test_refusal_of_a_held_seat_names_its_person_and_the_open_seats(house: House) -> None:
    opened = await _again(house, await _played(house, ANA, BO, CY, DI), ANA, left_out=(BO, DI))
    with pytest.raises(SeatHeld) as refused:
        await house.sit(opened.table_id, EVE, 2)
    assert refused.value.names == ("Cy",)
    assert [line.seat for line in refused.value.free] == [1, 3]


async def test_who_sits_down_gets_the_held_seat_or_frees_it_for_another_one(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA, left_out=(DI,))
    table = opened.table_id
    assert (await house.sit(table, CY)).seat == 2
    assert (await house.sit(table, BO, 3)).seat == 3
    assert _held(await house.tables.view(table)) == [None] * 4
    assert (await house.sit(table, EVE)).seat == 1


async def test_who_declines_frees_the_seat_and_nobody_else_can(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    table = opened.table_id
    await house.tables.leave(table, EVE)
    await house.tables.leave(table, BO)
    assert _held(await house.tables.view(table)) == [None, None, CY, DI]
    assert (await house.sit(table, EVE)).seat == 1


async def test_held_seat_is_nobodys_live_seat(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    elsewhere = await house.open(BO, CHANNEL)
    with pytest.raises(AlreadySeated):
        await house.sit(opened.table_id, BO)
    await house.tables.leave(elsewhere, BO)
    assert (await house.sit(opened.table_id, BO)).seat == 1


async def test_lobby_closes_when_its_last_person_leaves_though_seats_are_held(
    house: House,
) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    await house.tables.leave(opened.table_id, ANA)
    closed = await house.tables.view(opened.table_id)
    assert closed.status is Status.CLOSED
    assert _held(closed) == [None] * 4


async def test_start_gives_held_seats_to_computers_and_holds_none(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    await house.tables.computers.begin(opened.table_id, ANA)
    table = await house.tables.view(opened.table_id)
    assert table.status is Status.PLAYING
    assert [line.reserved_by for line in table.seats] == [None] * 4
    await house.later(HELD_SECONDS)
    assert (await house.sit(opened.table_id, BO)).seat is None  # in from the next hand
    assert (await house.tables.view(opened.table_id)).held_by(BO) == 1


async def test_host_can_free_a_held_seat_and_others_cannot(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    table = opened.table_id
    await house.sit(table, BO)
    with pytest.raises(NotHost):
        await house.tables.computers.remove(table, BO, 2)
    await house.tables.computers.remove(table, ANA, 2)
    assert _held(await house.tables.view(table)) == [None, None, None, DI]


async def test_another_game_keeps_the_held_seats_that_it_has_room_for(house: House) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    table = opened.table_id
    await house.sit(table, DI)
    progress = await house.tables.game_choice.change(table, ANA, "moon", {})
    assert [line.user_id for line in progress.after.seats] == [ANA, DI, None]
    assert _held(progress.after) == [None, None, CY]
    progress = await house.tables.game_choice.change(table, ANA, "88", {})
    assert _held(progress.after) == [None, None, CY, None, None, None]


async def test_seats_are_held_over_a_restart_and_free_if_their_time_ran_out_meanwhile(
    house: House, file: Path
) -> None:
    opened = await _again(house, await _played(house, *FOUR), ANA)
    table = opened.table_id
    await house.tables.stop()
    house.clock.move(HELD_SECONDS - 60)
    second = await House.build(file, house.clock, seed="second")
    with pytest.raises(SeatHeld):
        await second.sit(table, EVE)
    await second.tables.stop()
    house.clock.move(120)
    third = await House.build(file, house.clock, seed="third")
    assert (await third.tables.view(table)).held_until is None
    assert (await third.sit(table, EVE)).seat == 1
    for each in (second, third):
        await each.stop()


async def test_finished_table_makes_room_for_its_host_in_its_own_channel(house: House) -> None:
    table = await house.start_game(*FOUR, target=1)
    await house.play_game(table)
    opened = await _again(house, table, ANA, channel=CHANNEL + ANA)
    assert (await house.tables.view(table)).status is Status.CLOSED
    assert _held(opened) == [None, BO, CY, DI]


async def test_finished_table_makes_no_room_for_a_guest_while_others_sit_there(
    house: House,
) -> None:
    table = await house.start_game(*FOUR, target=1)
    await house.play_game(table)
    with pytest.raises(ChannelBusy):
        await _again(house, table, BO, channel=CHANNEL + ANA)
    opened = await _again(house, table, BO)
    assert opened.seats[1].host
    left = await house.tables.view(table)
    assert left.status is Status.FINISHED
    assert left.seat_of(BO) is None


async def test_running_rematch_makes_no_room(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    found = await house.tables.again.find(table, 1, ANA, GUILD)
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    place = Place(GUILD, CHANNEL + ANA, CHANNEL + ANA)
    with pytest.raises(ChannelBusy):
        await house.tables.again.open(found, place, ANA, "Ana", ())
    assert (await house.tables.view(table)).status is Status.PLAYING


async def test_only_its_people_find_a_game_and_only_in_its_server(house: House) -> None:
    table = await _played(house, ANA, BO)
    for user, guild in ((EVE, GUILD), (ANA, GUILD + 1), (ANA, None)):
        with pytest.raises(NotInGame):
            await house.tables.again.find(table, 1, user, guild)
    with pytest.raises(NotInGame):
        await house.tables.again.find(table, 2, ANA, GUILD)
    with pytest.raises(NotInGame):
        await house.tables.again.find("nowhere", 1, ANA, GUILD)


async def test_people_of_a_private_game_may_sit_there_after_the_seats_are_free(
    house: House,
) -> None:
    table = await house.open(ANA, target=1)
    await house.tables.private.make_private(table, ANA, CHANNEL + 1)
    for user in (BO, CY):
        await house.tables.sit(table, user, NAMES[user], with_code=True)
    await house.tables.computers.begin(table, ANA)
    await house.play_game(table)
    opened = await _again(house, table, ANA, left_out=(CY,))
    await house.later(HELD_SECONDS + 1)
    await house.sit(opened.table_id, BO)
    assert await house.seats(opened.table_id) == [ANA, BO, "open", "open"]
    for user in (CY, EVE):
        with pytest.raises(NoInvitation):
            await house.sit(opened.table_id, user)


async def test_last_game_is_the_newest_one_with_others_in_the_server(house: House) -> None:
    with pytest.raises(NoGameTogether):
        await house.tables.again.last_game(ANA, GUILD)
    await _played(house, ANA, BO)
    newest = await _played(house, CY, ANA)
    await _played(house, ANA)  # with computers
    await _played(house, BO, CY)
    assert await house.tables.again.last_game(ANA, GUILD) == (newest, 1)
    with pytest.raises(NoGameTogether):
        await house.tables.again.last_game(ANA, GUILD + 1)


async def test_who_has_deleted_their_data_is_left_out(house: House) -> None:
    table = await _played(house, *FOUR)
    while await house.store.own_data.delete_some(BO, 100):
        pass
    opened = await _again(house, table, ANA)
    assert _held(opened) == [None, None, CY, DI]
