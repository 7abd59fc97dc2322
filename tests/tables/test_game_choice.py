"""Changing the game of a table, with the people who sit there."""

from __future__ import annotations

import pytest

from bot.tables.company.errors import NoInvitation
from bot.tables.errors import GameGoesOn, NotHost, TooManyPeople
from bot.tables.model import Status
from tests.support.house import ANA, BO, CHANNEL, CY, DI, FOUR, House


async def _change(house: House, table: str, user: int, game: str) -> str:
    progress = await house.tables.game_choice.change(table, user, game, {})
    return progress.after.table_id


async def test_in_the_lobby_people_keep_their_seats_in_a_larger_game(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 3)
    assert await _change(house, table, ANA, "88") == table
    assert await house.seats(table) == [ANA, "open", "open", BO, "open", "open"]
    await house.tables.computers.begin(table, ANA)
    assert (await house.tables.view(table)).rules.game.id == "88"


async def test_in_a_smaller_game_people_move_to_the_seats_that_are_left(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 3)
    await house.sit(table, CY, 1)
    await _change(house, table, ANA, "moon")
    assert await house.seats(table) == [ANA, CY, BO]
    await house.tables.invalidate()
    assert await house.seats(table) == [ANA, CY, BO]
    await house.tables.begin(table, ANA)
    assert (await house.tables.view(table)).status is Status.PLAYING


async def test_a_game_with_too_few_seats_is_refused_and_nothing_changes(house: House) -> None:
    table = await house.open(ANA)
    for user in FOUR[1:]:
        await house.sit(table, user)
    with pytest.raises(TooManyPeople):
        await _change(house, table, ANA, "moon")
    assert await house.seats(table) == list(FOUR)


async def test_only_the_host_changes_the_game_and_not_during_it(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    with pytest.raises(NotHost):
        await _change(house, table, BO, "88")
    await house.tables.computers.begin(table, ANA)
    with pytest.raises(GameGoesOn):
        await _change(house, table, ANA, "88")


async def test_after_a_game_the_same_people_go_on_with_another_one(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    channel = (await house.play_game(table)).known_place.channel_id
    following = await _change(house, table, ANA, "moon")
    view = await house.tables.view(following)
    assert (view.status, view.rules.game.id, view.known_place.channel_id) == (
        Status.LOBBY,
        "moon",
        channel,
    )
    assert await house.seats(following) == [ANA, BO, "open"]
    assert view.seats[0].host
    assert (await house.tables.view(table)).status is Status.CLOSED


async def test_person_who_now_sits_elsewhere_is_not_moved(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    await house.open(BO, channel=CHANNEL + 1)
    following = await _change(house, table, ANA, "moon")
    assert await house.seats(following) == [ANA, "open", "open"]


async def _private_game(house: House) -> str:
    """Play a private game of Ana and Bo, to which Ana has invited Cy."""
    table = await house.open(ANA, target=1)
    await house.tables.private.make_private(table, ANA, CHANNEL + 1)
    await house.store.invitations.invite(table, [BO, CY], ANA, 5.0)
    await house.sit(table, BO)
    await house.tables.computers.begin(table, ANA)
    await house.play_game(table)
    return table


async def test_another_game_at_a_private_table_keeps_its_invitations(house: House) -> None:
    table = await _private_game(house)
    following = await _change(house, table, ANA, "moon")
    with pytest.raises(NoInvitation):
        await house.sit(following, DI)
    await house.sit(following, CY)
    assert await house.seats(following) == [ANA, BO, CY]
    assert (await house.store.own_data.about(CY))["invitations"] == [
        {"table_id": following, "user_id": str(CY), "at": 5.0}
    ]
    await house.tables.close(following, ANA)
    assert "invitations" not in await house.store.own_data.counts(CY)


async def test_rematch_at_a_private_table_keeps_its_invitations(house: House) -> None:
    table = await _private_game(house)
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    assert (await house.tables.view(table)).status is Status.PLAYING
    await house.sit(table, CY)
    assert (await house.tables.view(table)).held_by(CY) is not None
