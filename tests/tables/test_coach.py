"""The coach judges only a player's own finished hands, for that player alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.tables.coaching import coach as coaching
from bot.tables.errors import GameNotOver, NoSuchHand, NotInGame, ReviewNotReady, StillBusy
from bot.tables.past import GameLessons, Habits
from tests.store.samples import forget
from tests.support.house import ANA, BO, EVE, GUILD, House, until
from tests.tables.coached import always_wrong, result_of
from texas42.ai.findings.judgments import Advised, Decision
from texas42.engine import format_action


def block_judging_from(number: int, house: House) -> asyncio.Event:
    """Block judging from this hand on until the returned event is set."""
    go_on = asyncio.Event()
    judge = house.computers.decisions

    async def held(
        record: str, hand: int, seat: int, advised: tuple[Advised, ...]
    ) -> tuple[Decision, ...] | None:
        if hand >= number:
            await go_on.wait()
        return await judge(record, hand, seat, advised)

    house.computers.decisions = held  # type: ignore[method-assign]
    return go_on


async def test_game_review_judges_own_hands_without_later_hands(house: House) -> None:
    table = await house.start_game(ANA, BO, target=2)
    await house.play_game(table)
    house.computers.judge_by = always_wrong
    found = await result_of(await house.tables.coach.game(table, 1, BO, GUILD))
    assert isinstance(found, GameLessons)
    hands = await house.store.results.hands(table, 1)
    assert found.asked == found.hands == len(hands)
    assert [(number, seat) for _, number, seat in house.computers.judged] == [
        (row.hand_no, 1) for row in hands
    ]
    lengths = [len(json.loads(record)["hands"]) for record, _, _ in house.computers.judged]
    assert lengths == [row.hand_no for row in hands]
    assert [lesson.hand_no for lesson in found.lessons] == [1, 2, 3][: len(hands)]
    assert not any("Ana" in record for record, _, _ in house.computers.judged)


async def test_unfinished_game_is_not_reviewed(house: House) -> None:
    table = await house.start_game(ANA, target=7)
    with pytest.raises(NoSuchHand):
        await house.tables.coach.game(table, 1, ANA, GUILD)
    await house.play_hand(table)
    for guild in (GUILD, None):
        with pytest.raises(GameNotOver):
            await house.tables.coach.game(table, 1, ANA, guild)
    assert not house.computers.judged


async def test_only_players_of_a_game_can_review_it(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    coach = house.tables.coach
    with pytest.raises(NotInGame):
        await coach.game(table, 1, EVE, GUILD)
    for user, guild, where, game in (
        (EVE, None, table, 1),
        (ANA, GUILD + 1, table, 1),
        (ANA, GUILD, "nowhere", 1),
        (ANA, GUILD, table, 2),
    ):
        with pytest.raises(NoSuchHand):
            await coach.game(where, game, user, guild)
    assert not house.computers.judged


async def test_deleted_person_has_no_games_or_habits(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    await house.tables.leave(table, ANA)
    await forget(house.store, ANA)
    with pytest.raises(NotInGame):
        await house.tables.coach.game(table, 1, ANA, GUILD)
    found = await result_of(await house.tables.coach.habits(ANA, GUILD))
    assert found.asked == 0
    assert not house.computers.judged


async def test_habits_come_from_the_newest_hands_on_this_server(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "NEWEST_HANDS", 5)
    house.computers.judge_by = always_wrong
    table = await house.start_game(ANA, target=2)
    for _ in range(3):
        await house.play_game(table)
        await house.tables.ready(table, ANA)
    coach = house.tables.coach
    found = await result_of(await coach.habits(ANA, GUILD))
    assert isinstance(found, Habits)
    newest = [hand.hand_no for hand in await house.tables.archive.hands_of(ANA, GUILD, 5)]
    (habit,) = found.habits
    assert (found.asked, habit.mistakes, habit.pattern) == (5, 5, "bids-too-much")
    assert {lesson.hand_no for lesson in habit.lessons} <= set(newest)
    assert (await result_of(await coach.habits(ANA, GUILD + 1))).asked == 0
    assert (await result_of(await coach.habits(ANA, None))).asked == 5


async def test_coach_knows_what_was_advised(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    while (turn := await house.in_turn(table)) is None:
        await house.step(table)
    panel = (await house.tables.adviser.hint(table, turn)).panel
    assert panel.advice is not None
    assert panel.view is not None
    step = len(panel.view.calls) + 1
    await house.play_game(table)
    await result_of(await house.tables.coach.game(table, 1, turn, GUILD))
    advised = (step, format_action(panel.advice.action, panel.view.rules))
    assert house.computers.kept[0] == (advised,)
    assert not any(house.computers.kept[1:])


async def test_second_request_joins_the_running_review(house: House) -> None:
    table = await house.start_game(ANA, target=2)
    await house.play_game(table)
    go_on = block_judging_from(2, house)
    first = await house.tables.coach.game(table, 1, ANA, GUILD)
    again = await house.tables.coach.game(table, 1, ANA, GUILD)
    assert again is first
    assert not await first.wait(0)
    await until(lambda: first.done > 0)
    assert (first.done, first.is_over) == (1, False)
    go_on.set()
    assert (await result_of(first)).hands == first.hands
    anew = await house.tables.coach.game(table, 1, ANA, GUILD)
    assert anew is not first
    await result_of(anew)


async def test_one_persons_looks_take_one_place_among_all(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    go_on = block_judging_from(1, house)
    first = await house.tables.coach.game(table, 1, ANA, GUILD)
    with pytest.raises(StillBusy):
        await house.tables.coach.habits(ANA, GUILD)
    second = await house.tables.coach.game(table, 1, BO, GUILD)
    go_on.set()
    await result_of(first)
    await result_of(second)
    await result_of(await house.tables.coach.habits(ANA, GUILD))


async def test_too_many_at_a_time_are_asked_to_come_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "MOST_AT_ONCE", 1)
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    go_on = block_judging_from(1, house)
    first = await house.tables.coach.game(table, 1, ANA, GUILD)
    with pytest.raises(ReviewNotReady):
        await house.tables.coach.game(table, 1, BO, GUILD)
    go_on.set()
    await result_of(first)
    await result_of(await house.tables.coach.game(table, 1, BO, GUILD))


async def test_review_returns_what_it_has_when_the_solver_stays_busy(house: House) -> None:
    table = await house.start_game(ANA, target=2)
    await house.play_game(table)
    judge = house.computers.decisions

    async def busy(
        record: str, hand: int, seat: int, advised: tuple[Advised, ...]
    ) -> tuple[Decision, ...] | None:
        if hand > 1:
            raise ReviewNotReady(begun=False)
        return await judge(record, hand, seat, advised)

    house.computers.decisions = busy  # type: ignore[method-assign]
    looking = await house.tables.coach.game(table, 1, ANA, GUILD)
    await until(lambda: looking.done > 0)
    await asyncio.sleep(0)
    house.clock.move(coaching.MOST_SECONDS)
    found = await result_of(looking)
    assert (found.hands, found.asked) == (1, looking.hands)


async def test_failed_review_frees_its_place(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "MOST_AT_ONCE", 1)
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    judge = house.computers.decisions

    async def broken(*_: object) -> tuple[Decision, ...] | None:
        raise KeyError("trick")

    house.computers.decisions = broken  # type: ignore[method-assign]
    failed = await house.tables.coach.game(table, 1, ANA, GUILD)
    assert await failed.wait(10)
    with pytest.raises(KeyError):
        failed.found()
    house.computers.decisions = judge  # type: ignore[method-assign]
    for user in (ANA, BO):
        await result_of(await house.tables.coach.game(table, 1, user, GUILD))


async def test_review_is_empty_without_a_solver(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    house.computers.judge_by = lambda *_: None
    looking = await house.tables.coach.game(table, 1, ANA, GUILD)
    assert await looking.wait(10)
    assert looking.found() is None


async def test_shutdown_ends_a_review_and_it_can_be_requested_again(file: Path) -> None:
    house = await House.build(file)
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    block_judging_from(1, house)
    looking = await house.tables.coach.game(table, 1, ANA, GUILD)
    await house.stop()
    assert looking.is_over
    assert looking.was_stopped
    later = await House.build(file)
    found = await result_of(await later.tables.coach.game(table, 1, ANA, GUILD))
    assert found.asked
    await later.stop()
