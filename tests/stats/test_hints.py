"""A game in which anybody took a hint is rated for nobody and on no leaderboard."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from bot.stats.service import Stats
from bot.stats.views import GameKind, LeaderboardQuery, Order
from bot.tables.rated import UnratedReason
from tests.support.house import ANA, BO, CY, GUILD, SLEEPLESS, House

CHANNELS = count(100)
OF_PEOPLE = [order for order in Order if order.ranking.ranked.game_kind is GameKind.PEOPLE]
OF_ALONE = [order for order in Order if order.ranking.ranked.game_kind is GameKind.ALONE]


async def listed(house: House, orders: list[Order]) -> set[int]:
    """Return everybody on a leaderboard in one of these orders."""
    stats = Stats(house.store.leaderboards, house.store.profiles, house.store.people, house.clock)
    asked = [LeaderboardQuery(order) for order in orders]
    views = [await stats.leaderboard(GUILD, query) for query in asked]
    return {standing.user_id for view in views for _, standing in view.rows}


async def begin(house: House, *others: int, marks: int = 1) -> str:
    """Begin a game to so many marks; the others sit on both sides, computers in open seats."""
    table = await house.open(ANA, next(CHANNELS), target=marks)
    for seat, user in enumerate(others, 1):
        await house.sit(table, user, seat)
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA)
    return table


async def take_hint(house: House, table: str, user: int = ANA) -> None:
    await house.until_turn_of(table, user)
    await house.tables.adviser.hint(table, user)


@pytest.fixture
async def quiet(tmp_path: Path):
    house = await House.build(tmp_path / "bot.sqlite3", timing=SLEEPLESS)
    yield house
    await house.stop()


async def test_game_with_a_computer_and_a_hint_is_on_no_leaderboard(quiet: House) -> None:
    table = await begin(quiet, BO, CY)
    await take_hint(quiet, table)
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert end.rated.unrated is UnratedReason.HINT
    assert not await listed(quiet, OF_PEOPLE)
    table = await begin(quiet, BO, CY)
    await quiet.play_game(table)
    assert await listed(quiet, OF_PEOPLE) == {ANA, BO, CY}


async def test_hint_taken_alone_counts_once_somebody_joins_the_other_side(quiet: House) -> None:
    table = await begin(quiet, marks=2)
    await take_hint(quiet, table)
    await quiet.play_hand(table)
    await quiet.sit(table, BO, 1)
    end = await quiet.play_game(table)
    assert end.seat_of(BO) == 1
    assert not await listed(quiet, OF_PEOPLE)


async def test_hint_alone_with_computers_changes_no_leaderboard(quiet: House) -> None:
    table = await begin(quiet)
    await take_hint(quiet, table)
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert end.rated.unrated is UnratedReason.COMPUTERS
    assert await listed(quiet, OF_ALONE) == {ANA}
