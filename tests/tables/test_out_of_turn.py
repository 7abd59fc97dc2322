"""Acts out of turn at a table: asking for the doubles, and choosing the next shaker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables import hands
from bot.tables.clocks.deadlines import PLAY_PAUSE, TRICK_PAUSE, computer_pause
from bot.tables.errors import WrongStatus
from bot.tables.loaded import LoadedTable, PendingChange
from bot.tables.model import Occupant, Seat, Status
from bot.values.pace import Pace
from tests.support.house import ANA, FOUR, House
from tests.support.records import GONE, HAND, PLUNGE, edit
from texas42.engine import Game, IllegalAction, NameContract, Phase, parse_action, parse_contract
from texas42.library import load_rules
from texas42.records.record import record_from_json
from texas42.records.replay import replay

TO_NAME = edit(edit(PLUNGE, *HAND, "contract", GONE), *HAND, "plays", GONE)
"""Seat 1 holds no double; seat 3 holds the other three, so it knows what would be shown."""


def plunged() -> Game:
    return replay(record_from_json(TO_NAME))


async def at_the_naming(house: House, *computers: int) -> LoadedTable:
    """A table whose seat 2 is to name the suit of a plunge, computers in these seats."""
    table_id = await house.start_game(preset="house")
    live = await house.live(table_id)
    seats = list(live.table.seats)
    for seat in computers:
        seats[seat] = Seat(Occupant.COMPUTER, None, f"C{seat}", "rules")
    return replace(live, table=replace(live.table, seats=tuple(seats)), game=plunged())


def named(live: LoadedTable, house: House) -> PendingChange:
    action = NameContract(2, parse_contract("plunge 5", live.rules))
    return hands.act(live, action, None, house.randomness, 0.0)


async def test_a_computer_asks_as_soon_as_trump_is_named(house: House) -> None:
    plan = named(await at_the_naming(house, 1), house)
    deal = plan.live.game.deal
    assert deal is not None
    assert [one.seat for one in deal.shown] == [0]
    assert [act.text for act in plan.acts] == ["plunge 5", "ask"]
    assert [act.seq for act in plan.acts] == [plan.live.table.seq - 2, plan.live.table.seq - 1]


@pytest.mark.parametrize("computers", [(), (0, 2), (3,)])
async def test_nobody_asks_for_people_or_for_a_computer_that_knows(
    house: House, computers: tuple[int, ...]
) -> None:
    plan = named(await at_the_naming(house, *computers), house)
    assert plan.live.game.deal is not None
    assert plan.live.game.deal.shown == ()
    assert len(plan.acts) == 1


async def test_button_stays_valid_after_an_act_out_of_turn(house: House) -> None:
    plan = named(await at_the_naming(house, 1), house)
    seq = plan.live.table.seq
    assert plan.live.is_current(seq)
    assert plan.live.is_current(seq - 1)
    assert not plan.live.is_current(seq - 2)
    lead = parse_action("53", Phase.PLAY, 2, plan.live.rules)
    led = hands.act(plan.live, lead, None, house.randomness, 0.0).live
    assert [led.is_current(seq + step) for step in (-1, 0, 1)] == [False, False, True]


async def test_asking_is_not_an_act_of_the_hand_and_moves_no_clock(house: House) -> None:
    live = await at_the_naming(house, 1)
    people = replace(live.table.seats[1], occupant=Occupant.PERSON)
    seats = (live.table.seats[0], people, *live.table.seats[2:])
    plain = named(replace(live, table=replace(live.table, seats=seats)), house).live
    asked = named(live, house).live
    assert plain.game.deal is not None
    assert plain.game.deal.shown == ()
    assert asked.acted == plain.acted
    assert asked.table.turn_since == plain.table.turn_since


async def test_the_first_lead_of_a_plunge_leaves_time_to_ask(house: House) -> None:
    live = named(await at_the_naming(house), house).live
    pace = live.table.clock.pace if live.table.clock else house.timing.clock.pace
    assert computer_pause(live, house.timing) == pace * TRICK_PAUSE[Pace.NORMAL]
    assert live.game.deal is not None
    rules = load_rules("42", {"preset": "house", "show_doubles": False})
    silent = replace(live, game=replace(live.game, deal=replace(live.game.deal, rules=rules)))
    assert computer_pause(silent, house.timing) == pace * PLAY_PAUSE[Pace.NORMAL]


async def test_a_person_cannot_ask_where_nobody_plunged(house: House) -> None:
    table = await house.start_game(preset="house")
    with pytest.raises(IllegalAction):
        await house.tables.out_of_turn.ask_doubles(table, ANA)
    with pytest.raises(IllegalAction):
        await house.tables.out_of_turn.show_kitty(table, ANA)
    with pytest.raises(WrongStatus):
        await house.tables.out_of_turn.choose_shaker(table, ANA, 0)


async def won(house: House, way: str) -> tuple[str, list[int], list[int]]:
    """A finished game; the people who won, and who lost."""
    table = await house.start_game(target=1, next_game_shaker=way)
    view = await house.play_game(table)
    assert view.winner is not None
    sides: list[list[int]] = [[], []]
    for line in view.seats:
        assert line.user_id is not None
        sides[line.side != view.winner].append(line.user_id)
    return table, sides[0], sides[1]


async def shaker_of_rematch(house: House, table: str) -> int:
    for user in FOUR:
        await house.tables.ready(table, user)
    view = await house.tables.view(table)
    assert view.status is Status.PLAYING
    assert view.view is not None
    return view.view.shaker


async def test_the_winners_choose_who_shakes_and_the_first_choice_counts(
    house: House, file: Path
) -> None:
    table, winners, losers = await won(house, "winner-choice")
    view = await house.tables.view(table)
    seat = view.seat_of(winners[1])
    assert seat is not None
    assert len((await house.tables.panel(table, winners[0])).out_of_turn) == 2
    assert (await house.tables.panel(table, losers[0])).out_of_turn == ()
    with pytest.raises(IllegalAction):
        await house.tables.out_of_turn.choose_shaker(table, losers[0], seat)
    await house.tables.out_of_turn.choose_shaker(table, winners[0], seat)
    with pytest.raises(IllegalAction):
        await house.tables.out_of_turn.choose_shaker(table, winners[1], (seat + 2) % 4)
    assert (await house.tables.view(table)).next_shaker == seat
    assert (await house.tables.panel(table, winners[1])).out_of_turn == ()
    again = await House.build(file, house.clock, start=False)
    assert (await again.live(table)).game.next_shaker == seat
    await again.stop()
    assert await shaker_of_rematch(house, table) == seat


async def test_winners_who_do_not_choose_delay_nothing(house: House) -> None:
    table, winners, _ = await won(house, "winner-choice")
    view = await house.tables.view(table)
    assert view.view is not None
    left = [(view.view.shaker + step) % 4 for step in range(1, 5)]
    first = next(seat for seat in left if view.seats[seat].user_id in winners)
    assert await shaker_of_rematch(house, table) == first


async def test_a_loser_shakes_where_the_losers_draw(house: House) -> None:
    table, _, losers = await won(house, "loser-draw")
    view = await house.tables.view(table)
    seat = await shaker_of_rematch(house, table)
    assert view.seats[seat].user_id in losers
