"""Best-of-three matches: four-handed Moon (001:185-191)."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView
from tests.support.house import FOUR, House
from texas42.records.record import parse_record
from texas42.records.referee import judge


async def play_one_game(house: House, table: str) -> TableView:
    """Play until a game is won, even if the match goes on."""
    while (view := await house.play_hand(table)).winner is None:
        await ready(house, table)
    return view


async def ready(house: House, table: str) -> None:
    for user in FOUR:
        await house.tables.ready(table, user)


async def test_match_goes_on_until_a_side_wins_two_games(house: House) -> None:
    table = await house.start_game(game="moon4", target=4)
    for number in range(1, 4):
        view = await play_one_game(house, table)
        assert view.game_no == number
        assert sum(view.wins) == number
        stored = await house.store.results.last_game(table)
        assert stored is not None
        assert (stored.game_no, stored.total) == (number, view.total)
        if max(view.wins) == 2:
            break
        assert view.status is Status.BETWEEN
        await ready(house, table)
        begun = await house.tables.view(table)
        assert (begun.winner, begun.total, begun.wins) == (None, (0, 0), view.wins)
    assert view.status is Status.FINISHED
    assert view.wins[view.winner or 0] == 2


async def test_rematch_starts_a_new_match(house: House) -> None:
    table = await house.start_game(game="moon4", target=1)
    while (view := await play_one_game(house, table)).status is not Status.FINISHED:
        await ready(house, table)
    await ready(house, table)
    again = await house.tables.view(table)
    assert again.wins == (0, 0)
    assert again.game_no == view.game_no + 1


async def test_next_game_of_a_match_starts_on_its_own(house: House) -> None:
    table = await house.start_game(game="moon4", target=1)
    view = await play_one_game(house, table)
    await house.later(house.timing.clock.between)
    after = await house.tables.view(table)
    assert (after.status, after.game_no) == (Status.PLAYING, view.game_no + 1)


async def test_every_game_of_a_match_has_its_own_record(house: House) -> None:
    table = await house.start_game(game="moon4", target=4)
    ends = []
    while (view := await play_one_game(house, table)).status is not Status.FINISHED:
        ends.append(view)
        await ready(house, table)
    for end in (*ends, view):
        _, text = await house.tables.archive.record(table, end.game_no)
        judged = judge(parse_record(text))
        assert judged["winner"] == end.winner
        assert isinstance(judged["hands"], list)
        assert judged["hands"][-1]["total"] == list(end.total)


async def test_single_game_is_not_a_match(house: House) -> None:
    table = await house.start_game(target=1)
    view = await play_one_game(house, table)
    assert view.status is Status.FINISHED
    await ready(house, table)
    assert (await house.tables.view(table)).wins == view.wins
