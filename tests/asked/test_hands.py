"""Nobody gets help with a hand in play."""

from __future__ import annotations

import pytest

from bot.asked.errors import HandInPlay, HandOfToday, UnplayedHandOfToday
from tests.support.house import ANA, BO, CY, DI, EVE, House
from texas42.engine import Tile

from .asking import Asking


async def hand_of(house: House, table: str, user: int) -> tuple[Tile, ...]:
    panel = await house.tables.panel(table, user)
    assert panel.view is not None
    return panel.view.hand


def other_hand(house_hand: tuple[Tile, ...], shared: int) -> list[Tile]:
    """Build a hand that shares exactly `shared` tiles with another."""
    tiles = [Tile(high, low) for high in range(7) for low in range(high + 1)]
    rest = [tile for tile in tiles if tile not in house_hand]
    return [*house_hand[:shared], *rest[: 7 - shared]]


async def test_every_hand_is_refused_while_four_people_play(house: House) -> None:
    table = await house.start_game(ANA, BO, CY, DI)
    hands = Asking(house).hands
    with pytest.raises(HandInPlay):
        await hands.require_not_in_play(ANA, other_hand(await hand_of(house, table, ANA), 0))
    await hands.require_not_in_play(EVE, await hand_of(house, table, ANA))


async def test_beside_computers_a_hand_with_five_shared_tiles_is_refused(house: House) -> None:
    table = await house.start_game(ANA)
    hands = Asking(house).hands
    held = await hand_of(house, table, ANA)
    for shared in range(5):
        await hands.require_not_in_play(ANA, other_hand(held, shared))
    for shared in (5, 6, 7):
        with pytest.raises(HandInPlay):
            await hands.require_not_in_play(ANA, other_hand(held, shared))


async def test_every_hand_is_refused_at_an_event_even_beside_computers(house: House) -> None:
    table = await house.start_game(ANA)
    live = await house.tables.row(table)
    object.__setattr__(live, "event_id", "night")
    hands = Asking(house).hands
    hands._tables = _Only(house, live)
    with pytest.raises(HandInPlay):
        await hands.require_not_in_play(ANA, other_hand(await hand_of(house, table, ANA), 0))


async def test_finished_hand_is_no_longer_in_play(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    panel = await house.tables.panel(table, ANA)
    assert panel.view is not None
    assert panel.view.revealed is not None
    await Asking(house).hands.require_not_in_play(ANA, panel.view.revealed[panel.seat or 0])


class _Only:
    """A fake in which everybody sits at one given table."""

    def __init__(self, house: House, table: object) -> None:
        self._house = house
        self._table = table
        self.panel = house.tables.panel

    async def tables_of(self, user_id: int) -> list[object]:
        del user_id
        return [self._table]


async def test_every_hand_is_refused_in_the_middle_of_the_daily_hand(house: House) -> None:
    asking = Asking(house)
    asking.daily.playing.add(ANA)
    with pytest.raises(HandInPlay):
        await asking.hands.require_not_in_play(ANA, other_hand((), 0))
    await asking.hands.require_not_in_play(BO, other_hand((), 0))


async def test_finished_daily_hand_cannot_be_put_to_a_vote_that_day(house: House) -> None:
    asking = Asking(house)
    held = tuple(other_hand((), 0))
    asking.daily.tiles = held
    asking.daily.finished.add(ANA)
    for shared in range(5):
        await asking.hands.require_public(ANA, other_hand(held, shared))
    for shared in (5, 6, 7):
        with pytest.raises(HandOfToday):
            await asking.hands.require_public(ANA, other_hand(held, shared))
        await asking.hands.require_not_in_play(ANA, other_hand(held, shared))  # private


async def test_daily_hand_is_refused_to_everybody_who_has_not_finished_it(house: House) -> None:
    asking = Asking(house)
    held = tuple(other_hand((), 0))
    asking.daily.tiles = held
    asking.daily.finished.add(ANA)
    asking.daily.seen.add(CY)  # and deleted their data
    await asking.hands.require_not_in_play(ANA, held)
    for user in (BO, CY):
        with pytest.raises(UnplayedHandOfToday):
            await asking.hands.require_not_in_play(user, reversed_hand(held))
        await asking.hands.require_not_in_play(user, other_hand(held, 6))


async def test_nobody_can_put_exactly_the_daily_hand_to_a_vote(house: House) -> None:
    asking = Asking(house)
    held = tuple(other_hand((), 0))
    asking.daily.tiles = held
    asking.daily.seen.add(CY)  # and deleted their data
    for user in (BO, CY):
        with pytest.raises(HandOfToday):
            await asking.hands.require_public(user, held)
    with pytest.raises(HandOfToday):
        await asking.hands.require_public(CY, other_hand(held, 5))
    await asking.hands.require_public(BO, other_hand(held, 6))


def reversed_hand(hand: tuple[Tile, ...]) -> list[Tile]:
    return list(reversed(hand))
