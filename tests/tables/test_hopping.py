"""Seat changes never show anyone the tiles of two seats in one hand."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import partial
from pathlib import Path

import pytest

from bot.store.finishing import seat_log
from bot.tables.errors import (
    AlreadySeated,
    HandSeen,
    InNextHand,
    NotSeated,
    SeatTaken,
    TableError,
)
from bot.tables.model import Occupant, Status
from bot.tables.stored import SeatEvent
from tests.support.house import ANA, BO, CHANNEL, CY, DI, EVE, House
from tests.support.matrix import mostly_long
from texas42.engine import EngineError, Phase

STEPS = 400


async def _visible_seat(house: House, table: str, user: int) -> int | None:
    """Return the seat whose hidden tiles this person sees."""
    panel = await house.tables.panel(table, user)
    view = panel.view
    if view is None or view.phase is Phase.OVER or view.seat is None:
        return None
    return view.seat


async def _events(house: House, table: str) -> list[tuple[SeatEvent, int, int | None]]:
    return [
        (e.event, e.seat, e.user_id)
        for e in await house.store.database.read(partial(seat_log, table_id=table))
    ]


async def test_newcomer_mid_hand_watches_until_the_next_shake(house: House) -> None:
    table = await house.start_game(ANA)
    panel = await house.sit(table, EVE, 2)
    assert (panel.seat, panel.table.held_by(EVE)) == (None, 2)
    assert await _visible_seat(house, table, EVE) is None
    assert panel.table.seats[2].occupant is Occupant.COMPUTER
    await house.play_hand(table)
    assert await house.seats(table) == [ANA, "computer", "computer", "computer"]
    await house.tables.ready(table, EVE)
    after = (await house.tables.ready(table, ANA)).after
    assert (after.status, after.seat_of(EVE)) == (Status.PLAYING, 2)
    assert await _visible_seat(house, table, EVE) == 2


async def test_newcomer_cannot_act_before_the_next_shake(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    await house.sit(table, EVE, 2)
    phase = (await house.tables.view(table)).view.phase  # type: ignore[union-attr]
    for act in (
        house.tables.act(table, EVE, "pass", phase=phase),
        house.tables.claim(table, EVE),
        house.tables.adviser.hint(table, EVE),
        house.tables.takeover(table, EVE),
        house.tables.take_back(table, EVE),
    ):
        with pytest.raises(InNextHand):
            await act


async def test_player_who_left_can_return_to_the_same_hand(house: House) -> None:
    table = await house.start_game(ANA, BO)
    before = (await house.tables.panel(table, BO)).view
    await house.tables.leave(table, BO)
    assert await _visible_seat(house, table, BO) is None
    panel = await house.sit(table, BO)
    assert (panel.seat, panel.view) == (1, before)


async def test_player_who_saw_a_hand_cannot_take_another_seat_in_it(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await house.tables.leave(table, BO)
    for seat in (2, 3):
        with pytest.raises(HandSeen) as refused:
            await house.sit(table, BO, seat)
        assert refused.value.seat.seat == 1
    await house.play_hand(table)
    assert (await house.sit(table, BO, 2)).seat == 2


async def test_left_seat_can_be_reserved_by_somebody_else(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await house.tables.leave(table, BO)
    await house.sit(table, EVE, 1)
    for wanted in (None, 1):
        with pytest.raises(SeatTaken) as refused:
            await house.sit(table, BO, wanted)
        assert (refused.value.by, refused.value.free) == ("Eve", ())


async def test_newcomer_can_change_or_cancel_their_reservation(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE, 1)
    assert (await house.sit(table, EVE, 3)).table.held_by(EVE) == 3
    assert (await house.tables.view(table)).held_by(EVE) == 3
    await house.tables.leave(table, EVE)
    assert (await house.tables.view(table)).held_by(EVE) is None
    with pytest.raises(NotSeated):
        await house.tables.ready(table, EVE)


async def test_person_with_a_reserved_seat_cannot_open_another_table(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE)
    with pytest.raises(AlreadySeated) as refused:
        await house.open(EVE, CHANNEL + 99)
    assert refused.value.table_id == table


async def test_seat_is_reserved_for_one_newcomer(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE, 2)
    with pytest.raises(SeatTaken) as refused:
        await house.sit(table, DI, 2)
    assert refused.value.by == "Eve"
    assert [line.seat for line in refused.value.free] == [1, 3]


async def test_table_with_only_newcomers_goes_on_and_deals_them_in(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE, 2)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.PLAYING
    await house.play_hand(table)
    view = (await house.tables.ready(table, EVE)).after
    assert (view.status, view.hand_no, view.seat_of(EVE)) == (Status.PLAYING, 2, 2)
    assert view.seats[2].host


async def test_table_pauses_when_the_last_newcomer_leaves(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE, 2)
    await house.tables.leave(table, ANA)
    await house.tables.leave(table, EVE)
    assert (await house.tables.view(table)).status is Status.PAUSED


async def test_newcomer_gets_no_credit_for_the_hand_before(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.sit(table, EVE, 3)
    end = await house.play_game(table)
    assert end.hand_no == 1
    assert (await house.store.results.hands(table, 1))[-1].players == (ANA, BO, None, None)
    game = await house.store.results.last_game(table)
    assert game is not None
    assert (game.players, game.names[3]) == ((ANA, BO, None, None), end.seats[3].name)
    assert game.contested  # Ana and Bo are opponents


async def test_newcomer_plays_the_rematch(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.sit(table, EVE, 1)
    await house.play_game(table)
    await house.tables.ready(table, ANA)
    panel = (await house.tables.ready(table, EVE)).panel
    assert (panel.table.status, panel.seat) == (Status.PLAYING, 1)


async def test_reservations_and_dealt_hands_survive_a_restart(house: House, file: Path) -> None:
    table = await house.start_game(ANA, BO)
    await house.tables.leave(table, BO)
    await house.sit(table, EVE, 2)
    again = await House.build(file, house.clock, seed="again")
    with pytest.raises(HandSeen):
        await again.sit(table, BO, 3)
    assert await _visible_seat(again, table, EVE) is None
    assert (await again.sit(table, BO)).seat == 1
    await again.play_hand(table)
    for user in (ANA, BO, EVE):
        panel = (await again.tables.ready(table, user)).panel
    assert (panel.table.status, panel.seat) == (Status.PLAYING, 2)
    await again.stop()


async def test_closing_a_table_drops_its_reservations(house: House) -> None:
    table = await house.start_game(ANA)
    await house.sit(table, EVE, 2)
    await house.tables.close(table, ANA)
    seats = (await house.live(table)).table.seats
    assert all(seat.dealt_to is None and seat.reserved_by is None for seat in seats)
    await house.open(EVE, CHANNEL + 99)


async def test_seat_changes_are_logged_and_make_no_button_stale(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 1)
    await house.sit(table, BO, 2)
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA)
    seq = (await house.tables.view(table)).seq
    await house.sit(table, EVE, 3)
    await house.tables.set_away(table, BO)
    await house.tables.take_back(table, BO)
    await house.tables.leave(table, BO)
    await house.sit(table, BO)
    assert (await house.tables.view(table)).seq == seq
    await house.play_hand(table)
    for user in (ANA, BO, EVE):
        await house.tables.ready(table, user)
    assert await _events(house, table) == [
        (SeatEvent.SAT, 0, ANA),
        (SeatEvent.SAT, 1, BO),
        (SeatEvent.MOVED, 2, BO),
        (SeatEvent.RESERVED, 3, EVE),
        (SeatEvent.AWAY, 2, BO),
        (SeatEvent.BACK, 2, BO),
        (SeatEvent.LEFT, 2, BO),
        (SeatEvent.SAT, 2, BO),
        (SeatEvent.SAT, 3, EVE),
    ]
    hands = [
        change.hand_no
        for change in await house.store.database.read(partial(seat_log, table_id=table))
    ]
    assert hands == [1] * 8 + [2]


async def test_refused_seat_change_is_not_logged(house: House) -> None:
    table = await house.start_game(ANA, BO, CY)
    before = await _events(house, table)
    with pytest.raises(TableError):
        await house.sit(table, EVE, 0)
    assert await _events(house, table) == before


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_long(range(4), 0))
async def test_nobody_sees_two_seats_of_one_hand(file: Path, seed: int) -> None:
    house = await House.build(file, seed=str(seed))
    dice = random.Random(seed)
    people = (ANA, BO, CY, DI, EVE)
    table = await house.start_game(ANA, BO)
    shown: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    joined = 0
    for _ in range(STEPS):
        user = dice.choice(people)
        verb = dice.choices(("sit", "leave", "step", "ready"), (4, 3, 6, 2))[0]
        try:
            if verb == "sit":
                await house.sit(table, user, dice.choice((None, 0, 1, 2, 3)))
                joined += 1
            elif verb == "leave":
                await house.tables.leave(table, user)
            elif verb == "ready":
                await house.tables.ready(table, user)
            else:
                await house.step(table)
        except (TableError, EngineError):
            pass  # refusals are fine; only what people see matters
        for person in people:
            seat = await _visible_seat(house, table, person)
            if seat is not None:
                shown[(await house.tables.view(table)).hand_no, person].add(seat)
    assert all(len(seats) == 1 for seats in shown.values())
    assert joined > 20
    assert len({hand for hand, _ in shown}) > 1
    await house.stop()
