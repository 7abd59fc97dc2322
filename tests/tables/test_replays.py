"""Replays and lists of finished hands, and who can see them."""

from __future__ import annotations

import pytest

from bot.stats.service import Stats
from bot.stats.views import BadgeKind
from bot.tables.errors import NoSuchHand, WrongStatus
from bot.tables.model import Status
from bot.tables.past import Replay
from tests.support.house import ANA, BO, EVE, FOUR, GUILD, House
from texas42.engine import Phase

pytestmark = pytest.mark.slow

COUNTED = {BadgeKind.THOUSANDTH}


async def open_replay(house: House, table: str, hand: int, user: int = ANA) -> Replay:
    return await house.tables.archive.replay(table, hand, user, GUILD)


async def test_replay_ends_like_the_hand(house: House) -> None:
    table = await house.start_game()
    for number in (1, 2):
        over = await house.play_hand(table)
        replay = await open_replay(house, table, number)
        last = replay.at(len(replay.moments) - 1)
        assert last.view == over.view
        assert last.total == over.total
        assert [line.name for line in last.seats] == ["Ana", "Bo", "Cy", "Di"]
        assert replay.at(0).view is not None
        for user in FOUR:
            await house.tables.ready(table, user)


async def test_running_hand_has_no_replay(house: House) -> None:
    table = await house.start_game()
    await house.step(table)
    for number in (0, 1, 2):
        with pytest.raises(NoSuchHand):
            await open_replay(house, table, number)


async def test_replay_works_after_the_table_closed(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    await house.tables.leave(table, ANA)
    replay = await open_replay(house, table, 1)
    assert replay.table.seats[0].name == "Ana"
    last = replay.at(len(replay.moments) - 1).view
    assert last is not None
    assert last.phase is Phase.OVER


async def test_hand_is_hidden_from_other_servers(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    assert await open_replay(house, table, 1, EVE)
    with pytest.raises(NoSuchHand):
        await house.tables.archive.replay(table, 1, ANA, GUILD + 1)
    with pytest.raises(NoSuchHand):
        await house.tables.archive.replay("nowhere", 1, ANA, GUILD)


async def test_only_players_can_open_a_hand_in_a_dm(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await house.play_hand(table)
    assert await house.tables.archive.replay(table, 1, BO, None)
    with pytest.raises(NoSuchHand):
        await house.tables.archive.replay(table, 1, EVE, None)


async def test_hands_of_a_person_are_newest_first_and_by_server(house: House) -> None:
    table = await house.start_game(ANA, BO)
    for _ in range(3):
        await house.play_hand(table)
        for user in (ANA, BO):
            await house.tables.ready(table, user)
    archive = house.tables.archive
    found = await archive.hands_of(ANA, GUILD, 2)
    assert [(hand.table_id, hand.hand_no) for hand in found] == [(table, 3), (table, 2)]
    assert [hand.hand_no for hand in await archive.hands_of(BO, None, 9)] == [3, 2, 1]
    assert not await archive.hands_of(ANA, GUILD + 1, 9)
    assert not await archive.hands_of(EVE, GUILD, 9)


async def test_hand_of_an_earlier_game_can_be_reviewed(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    for _ in range(3):
        await house.play_game(table)
        await house.tables.ready(table, ANA)
    await house.tables.adviser.review(table, 1)
    with pytest.raises(WrongStatus):
        await house.tables.adviser.review(table, 99)


async def test_games_of_a_person_are_paged_newest_first(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    for _ in range(3):
        await house.play_game(table)
        for user in (ANA, BO):
            await house.tables.ready(table, user)
    archive = house.tables.archive
    found = await archive.games_of(ANA, GUILD, None, after=0, count=2)
    assert [(game.table_id, game.game_no) for game in found] == [(table, 3), (table, 2)]
    (oldest,) = await archive.games_of(BO, None, "42", after=2, count=2)
    assert (oldest.game_no, oldest.seat, oldest.names[:2]) == (1, 1, ("Ana", "Bo"))
    stored = await house.store.results.last_game(table, 1)
    assert stored is not None
    assert (oldest.winner, oldest.total) == (stored.winner, stored.total)
    assert not await archive.games_of(ANA, GUILD + 1, None, after=0, count=2)
    assert not await archive.games_of(ANA, GUILD, "88", after=0, count=2)
    assert not await archive.games_of(EVE, GUILD, None, after=0, count=2)


async def test_hands_of_a_game_are_listed_only_if_visible(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    for _ in range(2):
        await house.play_game(table)
        await house.tables.ready(table, ANA)
    archive = house.tables.archive
    end = await house.store.results.hands(table, 2)
    listed = await archive.hands_in(table, 2, EVE, GUILD)
    assert [(hand.hand_no, hand.bid, hand.made, hand.ended) for hand in listed] == [
        (hand.hand_no, hand.bid, hand.made, hand.ended) for hand in end
    ]
    assert len(await archive.hands_in(table, 2, ANA, None)) == len(end)
    in_game = [(2, number) for number in range(len(end), 0, -1)]  # each game counts from 1
    newest = await archive.hands_of(ANA, GUILD, len(end))
    assert [(hand.game_no, hand.number) for hand in newest] == in_game
    assert [hand.ended for hand in newest] == [hand.ended for hand in reversed(end)]
    assert [hand.number for hand in listed] == [number for _, number in reversed(in_game)]
    for user, guild in ((EVE, None), (ANA, GUILD + 1)):
        with pytest.raises(NoSuchHand):
            await archive.hands_in(table, 2, user, guild)
    with pytest.raises(NoSuchHand):
        await archive.hands_in(table, 3, ANA, GUILD)


async def test_unfinished_hand_is_in_no_list_profile_or_badge(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.stats.badges.THOUSAND", 2)
    stats = Stats(house.store.leaderboards, house.store.profiles, house.store.people, house.clock)
    archive = house.tables.archive
    table = await house.start_game()

    async def listed() -> list[object]:
        profile = await stats.profile(GUILD, ANA, own=True)
        return [
            [hand.hand_no for hand in await archive.hands_of(ANA, GUILD, 9)],
            [hand.hand_no for hand in await archive.hands_in(table, 1, ANA, GUILD)],
            profile.here.hands,
            [badge.hand_no for badge in profile.details.badges if badge.kind in COUNTED],
        ]

    await house.play_hand(table)
    for user in FOUR:
        await house.tables.ready(table, user)
    while (await house.tables.view(table)).status is Status.PLAYING:
        assert await listed() == [[1], [1], 1, []]
        for guild in (GUILD, None):
            with pytest.raises(NoSuchHand):
                await archive.replay(table, 2, ANA, guild)
        for unfinished in (archive.hand(table, 2), archive.proof(table, 2)):
            with pytest.raises(WrongStatus):
                await unfinished
        await house.step(table)
    assert await listed() == [[2, 1], [1, 2], 2, [2]]
    assert await archive.replay(table, 2, ANA, GUILD)
