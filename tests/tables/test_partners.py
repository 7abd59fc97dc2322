"""How partners are found: by their seats, drawn (002:11), or changing after each game (000:199)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.errors import GameGoesOn, NotHost, NotSeated
from bot.tables.model import Status
from bot.tables.views import TableView
from tests.support.house import ANA, BO, CY, DI, EVE, FOUR, House

PAIRINGS = [
    {frozenset(pair) for pair in pairs}
    for pairs in (((ANA, CY), (BO, DI)), ((ANA, BO), (CY, DI)), ((ANA, DI), (BO, CY)))
]


async def seated(house: House, **rules: object) -> str:
    table = await house.open(**rules)
    for user in FOUR[1:]:
        await house.sit(table, user)
    return table


async def rematch(house: House, table: str) -> TableView:
    for user in FOUR:
        await house.tables.ready(table, user)
    view = await house.tables.view(table)
    assert view.status is Status.PLAYING
    return view


def pairs(view: TableView) -> set[frozenset[int | None]]:
    return {frozenset(line.user_id for line in view.seats if line.side == side) for side in (0, 1)}


@pytest.mark.parametrize("game", ["42", "84x6", "84x8"])
async def test_highest_in_the_draw_are_partners_and_the_highest_shakes(
    house: House, game: str
) -> None:
    table = await house.open(game=game)
    await house.tables.computers.fill(table, ANA)
    await house.tables.game_choice.draw_partners(table, ANA, on=True)
    names = {line.name for line in (await house.tables.view(table)).seats}
    await house.tables.begin(table, ANA)
    view = await house.tables.view(table)
    assert view.draw is not None
    assert view.draw.for_partners
    assert view.view is not None
    assert view.view.shaker == view.draw.shaker
    assert {line.name for line in view.seats} == names  # nobody is lost
    drawn: dict[int, list[int]] = {line.seat: [] for line in view.seats}
    for each in view.draw.rounds:
        for seat, tile in each:
            drawn[seat].append(tile.pips)
    order = sorted(drawn, key=drawn.__getitem__, reverse=True)
    size = len(order) // view.rules.game.sides
    side = view.seats[order[0]].side
    assert order[0] == view.draw.shaker
    assert {view.seats[seat].side for seat in order[:size]} == {side}
    assert side not in {view.seats[seat].side for seat in order[size:]}


async def test_drawn_partners_stay_after_a_restart_and_for_the_rematch(
    house: House, file: Path
) -> None:
    table = await seated(house, target=1)
    await house.tables.game_choice.draw_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    view = await house.tables.view(table)
    again = await House.build(file, house.clock, seed="other", start=False)
    assert (await again.tables.view(table)) == view
    await again.stop()
    await house.play_game(table)
    assert pairs(await rematch(house, table)) == pairs(view)


async def test_partners_sit_as_they_like_unless_a_draw_is_chosen(house: House) -> None:
    view = await house.tables.view(await seated(house))
    assert (view.draws_partners, view.changes_partners) == (False, False)
    await house.tables.begin(view.table_id, ANA)
    assert await house.seats(view.table_id) == list(FOUR)


@pytest.mark.parametrize("setting", ["draw_partners", "change_partners"])
async def test_only_the_host_sets_how_partners_are_found_and_not_during_a_game(
    house: House, setting: str
) -> None:
    table = await seated(house)
    choose = getattr(house.tables.game_choice, setting)
    with pytest.raises(NotHost):
        await choose(table, BO, on=True)
    with pytest.raises(NotSeated):
        await choose(table, EVE, on=True)
    await choose(table, ANA, on=True)
    await choose(table, ANA, on=False)
    await house.tables.begin(table, ANA)
    with pytest.raises(GameGoesOn):
        await choose(table, ANA, on=True)


@pytest.mark.parametrize(
    ("game", "draws", "changes"),
    [("42", True, True), ("84x8", True, None), ("moon", None, None)],
)
async def test_settings_of_partners_exist_where_there_are_partners(
    house: House, game: str, draws: bool | None, changes: bool | None
) -> None:
    table = await house.open(game=game)
    await house.tables.game_choice.draw_partners(table, ANA, on=True)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    view = await house.tables.view(table)
    assert (view.draws_partners, view.changes_partners) == (draws, changes)


async def test_all_three_pairings_take_turns_and_each_person_keeps_their_wins(
    house: House,
) -> None:
    table = await seated(house, target=1)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    met = []
    won = dict.fromkeys(FOUR, 0)
    for number in range(4):
        met.append(pairs(await house.tables.view(table)))
        over = await house.play_game(table)
        for line in over.seats:
            assert line.user_id is not None
            won[line.user_id] += line.side == over.winner
        assert {line.user_id: over.wins[line.seat] for line in over.seats} == won
        coming = {frozenset(over.seats[seat].user_id for seat in side) for side in over.next_sides}
        assert pairs(await rematch(house, table)) == coming
        finished = await house.store.results.last_game(table, number + 1)
        assert finished is not None
        assert set(finished.players) == set(FOUR)
    assert met == [*PAIRINGS, PAIRINGS[0]]


async def test_shake_moves_with_its_player_when_partners_change(house: House) -> None:
    table = await seated(house, target=1, next_game_shaker="rotate")
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    over = await house.play_game(table)
    assert over.next_shaker is not None
    shaker = over.seats[over.next_shaker].user_id
    view = await rematch(house, table)
    assert view.view is not None
    assert view.seats[view.view.shaker].user_id == shaker


async def test_words_for_the_shake_stay_with_their_player_when_partners_change(
    house: House,
) -> None:
    table = await seated(house, target=1)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    over = await house.play_game(table)
    await house.tables.shaking.add(table, BO, "spots", over.hand_no + 1)
    view = await rematch(house, table)
    assert [view.seats[seat].user_id for seat in view.shake_words] == [BO]
    assert view.seat_of(BO) != over.seat_of(BO)


async def test_match_keeps_its_partners_to_the_end(house: House) -> None:
    table = await seated(house, target=1)
    await house.tables.house_rules.set_best_of(table, ANA, 3)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    view = await house.tables.view(table)
    games = 0
    while (over := await house.play_hand(table)).status is not Status.FINISHED:
        games += over.winner is not None
        assert pairs(over) == pairs(view)
        for user in FOUR:
            await house.tables.ready(table, user)
    assert games
    after = await rematch(house, table)
    assert pairs(after) != pairs(view)
    assert after.wins == (0, 0)


async def test_last_hand_of_the_previous_game_names_its_players(house: House) -> None:
    table = await seated(house, target=1)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    over = await house.play_game(table)
    await rematch(house, table)
    before = await house.tables.archive.hand(table, over.hand_no)
    assert [line.user_id for line in before.seats] == [line.user_id for line in over.seats]


async def test_next_game_of_another_kind_keeps_how_partners_are_found(house: House) -> None:
    table = await seated(house, target=1)
    await house.tables.game_choice.change_partners(table, ANA, on=True)
    await house.tables.game_choice.draw_partners(table, ANA, on=True)
    await house.tables.begin(table, ANA)
    await house.play_game(table)
    view = (await house.tables.game_choice.change(table, ANA, "80", {})).after
    assert (view.draws_partners, view.changes_partners) == (True, True)
