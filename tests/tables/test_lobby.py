"""Opening a table, taking and leaving seats, starting and closing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    NoSuchSeat,
    NoSuchTable,
    NotHost,
    NotSeated,
    SeatsOpen,
    SeatTaken,
    TableFull,
)
from bot.tables.lobby import COMPUTER_NAMES, computer_name
from bot.tables.model import Status, Table
from bot.tables.stored import Change
from tests.support.house import ANA, BO, CHANNEL, CY, DI, EVE, FOUR, House, until


async def test_opener_is_host_in_the_first_seat(house: House) -> None:
    table = await house.tables.view(await house.open(ANA))
    assert table.status is Status.LOBBY
    assert [line.user_id for line in table.seats] == [ANA, None, None, None]
    assert table.seats[0].host
    assert table.number == 1


async def test_channel_can_have_only_one_table(house: House) -> None:
    await house.open(ANA)
    with pytest.raises(ChannelBusy) as refused:
        await house.open(BO)
    assert refused.value.number == 1


async def test_concurrent_opens_in_a_channel_open_one_table(house: House) -> None:
    looked: list[int] = []
    look = house.store.tables.live_tables
    create = house.store.tables.create

    async def live_tables(**where: Any) -> Any:
        looked.append(1)
        return await look(**where)

    async def slow_create(*stored: Any) -> Table:
        # Hold the first one here until the second is waiting too.
        waiting = house.tables._places._channels._entries
        await until(lambda: len(looked) == 2 or waiting[CHANNEL].users == 2)
        return await create(*stored)

    house.ledger.live_tables = live_tables
    house.ledger.create = slow_create
    outcomes = await asyncio.gather(house.open(ANA), house.open(BO), return_exceptions=True)
    assert sum(isinstance(outcome, str) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, ChannelBusy) for outcome in outcomes) == 1


async def test_seat_can_be_chosen(house: House) -> None:
    table = await house.open(ANA)
    panel = await house.sit(table, BO, 2)
    assert panel.seat == 2


async def test_first_free_seat_is_the_default(house: House) -> None:
    table = await house.open(ANA)
    assert (await house.sit(table, BO)).seat == 1


async def test_player_can_change_seats_in_the_lobby(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, ANA, 3)
    assert await house.seats(table) == ["open", "open", "open", ANA]


async def test_concurrent_requests_for_a_seat_seat_one_person(house: House) -> None:
    table = await house.open(ANA)
    outcomes = await asyncio.gather(
        house.sit(table, BO, 2), house.sit(table, CY, 2), return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, SeatTaken)]
    assert len(refused) == 1
    sitting = (await house.tables.view(table)).seats[2]
    assert refused[0].by == sitting.name
    assert {sitting.user_id} < {BO, CY}
    assert [line.seat for line in refused[0].free] == [1, 3]


async def test_rush_for_one_side_fills_both_of_its_seats(house: House) -> None:
    table = await house.open(ANA)
    outcomes = await asyncio.gather(
        *(house.sit(table, each, 1) for each in (BO, CY, DI)), return_exceptions=True
    )
    assert "open" not in (await house.seats(table))[1::2]
    assert sum(isinstance(outcome, SeatTaken) for outcome in outcomes) == 1


async def test_person_on_a_side_stays_if_the_other_seat_of_it_is_taken(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 2)
    with pytest.raises(SeatTaken):
        await house.sit(table, ANA, 2)
    assert (await house.seats(table))[0] == ANA


async def test_any_open_seat_will_do_where_everybody_plays_alone(house: House) -> None:
    table = await house.open(ANA, game="moon")
    await house.sit(table, BO, 1)
    assert (await house.sit(table, CY, 1)).seat == 2


async def test_last_free_seat_goes_to_one_of_two_people(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    await house.sit(table, CY)
    outcomes = await asyncio.gather(
        house.sit(table, DI), house.sit(table, EVE), return_exceptions=True
    )
    assert sum(isinstance(outcome, TableFull) for outcome in outcomes) == 1


async def test_unknown_seat_is_refused(house: House) -> None:
    table = await house.open(ANA)
    for number in (4, -1):
        with pytest.raises(NoSuchSeat):
            await house.sit(table, BO, number)
        with pytest.raises(NoSuchSeat):
            await house.tables.computers.remove(table, ANA, number)


async def test_nobody_sits_at_two_live_tables(house: House) -> None:
    first = await house.open(ANA)
    second = await house.open(BO, CHANNEL + 1)
    with pytest.raises(AlreadySeated) as refused:
        await house.sit(second, ANA)
    assert refused.value.table_id == first
    with pytest.raises(AlreadySeated):
        await house.open(ANA, CHANNEL + 2)


async def test_concurrent_sits_at_two_tables_seat_once(house: House) -> None:
    first = await house.open(ANA)
    second = await house.open(BO, CHANNEL + 1)
    looked: list[int] = []
    look = house.store.tables.tables_of

    async def tables_of(user_id: int) -> Any:
        found = await look(user_id)
        looked.append(1)
        return found

    async def slow(_: Change) -> None:
        waiting = house.tables._seating._people._entries
        await until(lambda: len(looked) == 2 or waiting[CY].users == 2)

    house.ledger.tables_of, house.ledger.before_commit = tables_of, slow
    outcomes = await asyncio.gather(
        house.sit(first, CY), house.sit(second, CY), return_exceptions=True
    )
    assert sum(isinstance(outcome, AlreadySeated) for outcome in outcomes) == 1
    assert len(await house.tables.tables_of(CY)) == 1


async def test_sitting_down_elsewhere_leaves_a_finished_table(house: House) -> None:
    finished = await house.start_game(ANA, BO, target=1)
    await house.play_game(finished)
    other = await house.open(BO)
    assert [table.table_id for table in await house.tables.tables_of(BO)] == [other]
    await house.tables.ready(finished, ANA)
    assert (await house.tables.view(finished)).status is Status.PLAYING


async def test_refused_seat_elsewhere_keeps_the_finished_tables_seat(house: House) -> None:
    finished = await house.start_game(ANA, BO, target=1)
    await house.play_game(finished)
    other = await house.open(CY)
    await house.sit(other, DI, 2)
    with pytest.raises(SeatTaken):
        await house.sit(other, BO, 0)
    assert (await house.seats(finished))[:2] == [ANA, BO]


async def test_computers_fill_the_open_seats_only(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 2)
    await house.tables.computers.fill(table, ANA)
    assert await house.seats(table) == [ANA, "computer", BO, "computer"]
    names = [line.name for line in (await house.tables.view(table)).seats]
    assert len(set(names)) == 4


async def test_computers_have_unique_names_at_a_table_of_eight(house: House) -> None:
    table = await house.open(ANA, game="84x8")
    await house.tables.sit(table, BO, "Otis")
    await house.tables.sit(table, CY, "Pearl")
    await house.tables.sit(table, DI, "Hoyt")
    await house.tables.computers.fill(table, ANA)
    names = [line.name for line in (await house.tables.view(table)).seats]
    assert len(set(names)) == 8


def test_computer_names_are_numbered_once_all_are_taken() -> None:
    assert computer_name(COMPUTER_NAMES) == "Pearl 2"
    assert computer_name([*COMPUTER_NAMES, "Pearl 2"]) == "Hoyt 2"


async def test_computer_keeps_its_seat_until_it_is_removed(house: House) -> None:
    table = await house.open(ANA)
    await house.tables.computers.fill(table, ANA)
    with pytest.raises(TableFull):
        await house.sit(table, BO)
    with pytest.raises(SeatTaken):
        await house.sit(table, BO, 1)
    await house.tables.computers.remove(table, ANA, 1)
    assert (await house.sit(table, BO, 1)).seat == 1


async def test_only_the_host_removes_a_person_from_the_lobby(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    await house.sit(table, CY)
    with pytest.raises(NotHost):
        await house.tables.computers.remove(table, BO, 2)
    await house.tables.computers.remove(table, ANA, 1)
    await house.tables.computers.remove(table, ANA, 0)
    assert await house.seats(table) == [ANA, "open", CY, "open"]


async def test_start_seats_computers_of_the_chosen_level_and_deals(house: House) -> None:
    house.computers.levels = ("rules", "steady")
    table = await house.open(ANA)
    await house.tables.computers.set_level(table, ANA, "steady")
    await house.sit(table, BO)
    begun = (await house.tables.computers.begin(table, ANA)).after
    assert begun.status is Status.PLAYING
    assert [line.level for line in begun.seats] == ["", "", "steady", "steady"]


async def test_watcher_cannot_change_the_lobby(house: House) -> None:
    table = await house.open(ANA)
    with pytest.raises(NotSeated):
        await house.tables.computers.fill(table, EVE)
    with pytest.raises(NotSeated):
        await house.tables.computers.remove(table, EVE, 1)
    with pytest.raises(NotSeated):
        await house.tables.begin(table, EVE)


async def test_game_cannot_start_with_open_seats(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    with pytest.raises(SeatsOpen) as refused:
        await house.tables.begin(table, ANA)
    assert refused.value.count == 2
    assert (await house.tables.view(table)).status is Status.LOBBY


async def test_start_deals_seven_tiles_to_everyone(house: House) -> None:
    table = await house.start_game()
    for user in FOUR:
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        assert len(panel.view.hand) == 7


async def test_second_start_changes_nothing(house: House) -> None:
    table = await house.start_game()
    before = await house.tables.view(table)
    await house.tables.begin(table, BO)
    assert await house.tables.view(table) == before


async def test_concurrent_starts_deal_once(house: House) -> None:
    table = await house.open(ANA)
    await house.tables.computers.fill(table, ANA)
    before = house.publisher.published_ids.count(table)
    await asyncio.gather(house.tables.begin(table, ANA), house.tables.begin(table, ANA))
    assert house.publisher.published_ids.count(table) == before + 1


async def test_leaving_the_lobby_frees_the_seat(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    await house.tables.leave(table, BO)
    assert await house.seats(table) == [ANA, "open", "open", "open"]
    await house.open(BO, CHANNEL + 1)


async def test_watcher_who_leaves_changes_nothing(house: House) -> None:
    table = await house.open(ANA)
    before = await house.tables.view(table)
    await house.tables.leave(table, EVE)
    assert await house.tables.view(table) == before


async def test_host_who_leaves_is_replaced(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).seats[1].host


async def test_lobby_without_people_closes(house: House) -> None:
    table = await house.open(ANA)
    await house.tables.computers.fill(table, ANA)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.CLOSED


async def test_idle_lobby_closes_after_half_an_hour(house: House) -> None:
    table = await house.open(ANA)
    await house.later(1799)
    assert (await house.tables.view(table)).status is Status.LOBBY
    await house.later(1)
    assert (await house.tables.view(table)).status is Status.CLOSED
    await house.open(ANA)


async def test_host_can_close_the_table(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    assert (await house.tables.close(table, ANA)).status is Status.CLOSED


async def test_manager_can_close_any_table(house: House) -> None:
    table = await house.start_game()
    assert (await house.tables.close(table, EVE, manager=True)).status is Status.CLOSED


async def test_nobody_else_can_close_a_table(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    for user in (BO, EVE):
        with pytest.raises(NotHost) as refused:
            await house.tables.close(table, user)
        assert refused.value.host == "Ana"
    assert (await house.tables.view(table)).status is Status.LOBBY


async def test_closing_a_closed_table_changes_nothing(house: House) -> None:
    table = await house.open(ANA)
    closed = await house.tables.close(table, ANA)
    assert await house.tables.close(table, BO) == closed


async def test_closed_table_refuses_everything(house: House) -> None:
    table = await house.start_game()
    closed = await house.tables.close(table, ANA)
    for act in (
        house.sit(table, EVE),
        house.tables.leave(table, ANA),
        house.tables.computers.fill(table, ANA),
        house.tables.computers.remove(table, ANA, 1),
        house.tables.begin(table, ANA),
        house.tables.ready(table, ANA),
        house.tables.take_back(table, ANA),
        house.tables.act(table, ANA, "pass", phase=closed.view.phase),  # type: ignore[union-attr]
    ):
        with pytest.raises(NoSuchTable) as refused:
            await act
        assert refused.value.number == 1
    assert await house.tables.view(table) == closed


async def test_unknown_table_id_is_refused(house: House) -> None:
    for act in (
        house.tables.view("nobody"),
        house.tables.panel("nobody", ANA),
        house.sit("nobody", ANA),
        house.tables.close("nobody", ANA),
        house.tables.archive.record("nobody"),
        house.tables.archive.proof("nobody", 1),
        house.tables.takeover("nobody", ANA),
    ):
        with pytest.raises(NoSuchTable):
            await act


async def test_live_tables_are_listed_by_server_and_channel(house: House) -> None:
    first = await house.open(ANA, CHANNEL)
    house.clock.move(1)
    second = await house.open(BO, CHANNEL + 1)
    found = await house.tables.live_tables(guild_id=7)
    assert [table.table_id for table in found] == [first, second]
    assert [table.number for table in found] == [1, 2]
    assert [t.table_id for t in await house.tables.live_tables(channel_id=CHANNEL + 1)] == [second]


async def test_taken_table_id_is_drawn_again(house: House) -> None:
    first = await house.open(ANA)
    names = iter([first, "fresh2"])
    house.randomness.table_id = lambda: next(names)  # type: ignore[method-assign]
    assert await house.open(BO, CHANNEL + 1) == "fresh2"
