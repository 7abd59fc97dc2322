"""Finished hands that a table keeps to those who played them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.asked.hands import HandQuestions
from bot.asked.model import PlayQuestion
from bot.tables.company.errors import HandKept, HandNotShared, HandsStayKept
from bot.tables.errors import NotHost, NotInGame
from bot.tables.model import Status
from tests.support.house import ANA, BO, CY, DI, EVE, FOUR, GUILD, House
from texas42.engine import Phase

pytestmark = pytest.mark.slow


async def keep(house: House, table: str, *, on: bool = True) -> None:
    await house.tables.house_rules.set_keeps_hands(table, ANA, on=on)


async def kept_hand(house: House, *people: int) -> str:
    """Play one hand, with computers in the other seats, at a table that keeps it."""
    table = await house.start_game(*people)
    await keep(house, table)
    await house.play_hand(table)
    return table


def ways_to_see(house: House, table: str, user: int) -> dict[str, Callable[[], Awaitable[object]]]:
    """List every way of the services to a finished hand."""
    archive = house.tables.archive
    adviser = house.tables.adviser
    return {
        "record": lambda: archive.record(table, user_id=user),
        "hand": lambda: archive.hand(table, 1, user_id=user),
        "proof": lambda: archive.proof(table, 1, user_id=user),
        "replay": lambda: archive.replay(table, 1, user, GUILD),
        "hands of a game": lambda: archive.hands_in(table, 1, user, GUILD),
        "question": lambda: archive.hand_seen_by(table, 1, user),
        "review": lambda: adviser.review(table, 1, user_id=user),
    }


async def test_each_way_to_a_kept_hand_is_open_to_its_players_alone(house: House) -> None:
    table = await kept_hand(house, ANA, BO)
    for user in (ANA, BO):
        for way in ways_to_see(house, table, user).values():
            assert await way()
    for name, way in ways_to_see(house, table, EVE).items():
        try:
            await way()
        except HandKept:
            continue
        raise AssertionError(name)


async def test_kept_hand_stays_kept_after_a_restart_and_the_tables_end(file: Path) -> None:
    house = await House.build(file)
    table = await kept_hand(house, ANA)
    await house.tables.close(table, ANA)
    await house.stop()
    again = await House.build(file)
    for each in ways_to_see(again, table, EVE).values():
        with pytest.raises(HandKept):
            await each()
    assert await again.tables.archive.replay(table, 1, ANA, GUILD)
    await again.stop()


async def test_everybody_sees_the_result_of_a_kept_hand_and_none_of_its_tiles(
    house: House,
) -> None:
    table = await kept_hand(house, ANA, BO)
    view = (await house.tables.view(table)).view
    assert view is not None
    assert view.result is not None
    assert (view.phase, view.revealed, view.kitty, view.tricks) == (Phase.OVER, None, None, ())
    watcher = await house.tables.panel(table, EVE)
    assert watcher.view == view
    card = await house.tables.archive.card(table, 1)
    for step in range(len(card.moments)):
        assert card.at(step).view == view
    own = (await house.tables.panel(table, ANA)).view
    assert own is not None
    assert own.revealed is not None
    assert own.tricks


async def test_who_sits_down_after_a_kept_hand_sees_only_the_next_one(house: House) -> None:
    table = await kept_hand(house, ANA, BO)
    panel = await house.sit(table, EVE)
    assert panel.view is not None
    assert (panel.view.revealed, panel.view.hand) == (None, ())
    assert house.publisher.published[-1].panel_for(EVE).view == panel.view
    with pytest.raises(HandKept):
        await house.tables.archive.replay(table, 1, EVE, GUILD)
    for user in (ANA, BO, EVE):
        await house.tables.ready(table, user)
    await house.play_hand(table)
    assert await house.tables.archive.replay(table, 2, EVE, GUILD)
    seen = await house.tables.archive.hands_in(table, 1, EVE, GUILD)
    assert [hand.hand_no for hand in seen] == [2]
    with pytest.raises(HandKept):  # the record has the first one, too
        await house.tables.archive.record(table, user_id=EVE)


async def test_who_left_after_a_kept_hand_still_sees_it(house: House) -> None:
    table = await kept_hand(house, ANA, BO)
    await house.tables.leave(table, BO)
    own = (await house.tables.panel(table, BO)).view
    assert own is not None
    assert own.revealed is not None
    for way in ways_to_see(house, table, BO).values():
        assert await way()


async def test_deleted_player_opens_a_kept_hand_to_nobody(house: House) -> None:
    table = await kept_hand(house, ANA, BO)
    await house.tables.leave(table, BO)
    while await house.store.own_data.delete_some(BO, 100):
        pass
    for user in (BO, EVE):
        with pytest.raises(HandKept):
            await house.tables.archive.replay(table, 1, user, GUILD)
    assert await house.tables.archive.replay(table, 1, ANA, GUILD)


async def test_nobody_shows_a_kept_hand_around(house: House) -> None:
    table = await kept_hand(house, ANA, BO)
    for user in (ANA, BO):
        with pytest.raises(HandNotShared):
            await house.tables.archive.replay_to_share(table, 1, user, GUILD)
    with pytest.raises(HandKept):
        await house.tables.archive.replay_to_share(table, 1, EVE, GUILD)
    questions = HandQuestions(None, house.tables, None)  # type: ignore[arg-type]
    moments = (await house.tables.archive.replay(table, 1, ANA, GUILD)).moments
    plays = [n for n, each in enumerate(moments) if each.game.deal.phase is Phase.PLAY]  # type: ignore[union-attr]
    asked = PlayQuestion(table, 1, plays[0])
    assert await questions.view(asked, ANA)
    for reader in (None, EVE):  # None stands for the channel of a vote
        with pytest.raises(HandKept):
            await questions.view(asked, reader)


async def test_coach_shows_a_kept_game_to_its_players_alone(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await keep(house, table)
    await house.play_game(table)
    with pytest.raises(NotInGame):
        await house.tables.coach.game(table, 1, EVE, GUILD)
    assert await house.tables.coach.game(table, 1, ANA, GUILD)


async def test_host_keeps_hands_in_mid_game_also_those_that_are_over(house: House) -> None:
    table = await house.start_game(*FOUR)
    await house.play_hand(table)
    assert await house.tables.archive.replay(table, 1, EVE, GUILD)
    shown = (await house.tables.view(table)).view
    assert shown is not None
    assert shown.revealed is not None
    await keep(house, table)
    with pytest.raises(HandKept):
        await house.tables.archive.replay(table, 1, EVE, GUILD)
    hidden = house.publisher.published[-1].after.view
    assert hidden is not None
    assert hidden.revealed is None


async def test_what_was_kept_as_it_was_played_stays_kept(house: House) -> None:
    table = await house.start_game(*FOUR)
    await keep(house, table)
    await keep(house, table, on=False)  # nothing is played yet
    await keep(house, table)
    await house.play_hand(table)
    with pytest.raises(HandsStayKept):
        await keep(house, table, on=False)
    assert (await house.tables.view(table)).keeps_hands


async def test_only_the_host_keeps_hands(house: House) -> None:
    table = await house.start_game(*FOUR)
    with pytest.raises(NotHost):
        await house.tables.house_rules.set_keeps_hands(table, BO, on=True)


async def test_next_tables_keep_hands_as_their_people_did(house: House) -> None:
    table = await house.start_game(ANA, BO, CY, DI, target=1)
    await keep(house, table)
    await house.play_game(table)
    progress = await house.tables.game_choice.change(table, ANA, "42", {})
    assert progress.after.table_id != table
    assert progress.after.keeps_hands
    again = await house.tables.again.find(table, 1, ANA, GUILD)
    place = again.table.known_place
    await house.tables.close(progress.after.table_id, ANA)
    opened = await house.tables.again.open(again, place, ANA, "Ana", ())
    assert opened.status is Status.LOBBY
    assert opened.keeps_hands
