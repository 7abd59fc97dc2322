"""A server's boards of the day and of the week."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.daily.boards import LOOK_SECONDS
from bot.daily.days import GRACE_SECONDS
from bot.daily.hand import daily_rules
from bot.daily.model import DayOutcome
from bot.daily.views import DayBoard, DayLine, WeekBoard
from bot.presenter.daily.board import MOST_LINES, day_board, week_board
from bot.presenter.words.render_context import RenderContext
from bot.store.errors import StoreFailure
from tests.presenter.tabling import text_of
from tests.store.samples import forget
from tests.support.daily_house import (
    ANA,
    BO,
    CALENDAR,
    CHANNEL,
    CY,
    ELSEWHERE,
    HERE,
    MONDAY,
    DailyHouse,
    installed,
    last_tile,
    list_people,
)

pytestmark = pytest.mark.slow

WORDS = RenderContext(pictures=False)
MOST_TEXT = 4000


async def look(house: DailyHouse, seconds: float = 0.0) -> list[DayBoard | WeekBoard]:
    """Update the due boards, some seconds later, and return what their messages show."""
    house.clock.time += seconds
    await house.boards._step()
    return list(house.messages.shown.values())


async def has_board(house: DailyHouse) -> bool:
    """Return True if Monday's board is known."""
    return (await house.store.day_boards.server_day(HERE, MONDAY)).board is not None


async def close(house: DailyHouse, days: int = 0) -> None:
    """Close the day that comes `days` days after Monday."""
    house.go_to(MONDAY + timedelta(days=days + 1), GRACE_SECONDS + 1)
    await house.turn()


async def test_board_lists_finishers_without_scores_until_the_day_is_closed(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        await house.begin(BO, HERE)
        assert await look(house) == []
        await house.play_day(ANA, guild_id=HERE)
        (board,) = await look(house)
        assert isinstance(board, DayBoard)
        said = text_of(day_board(board, WORDS))
        assert "Ana has finished it." in said
        assert "Bo" not in said
        assert all(line.outcome is None and line.place is None for line in board.lines)
        await close(house)
        (board,) = await look(house)
        assert isinstance(board, DayBoard)
        score = board.lines[0].outcome.score if board.lines[0].outcome else 0
        assert "#1 **Ana** " in text_of(day_board(board, WORDS))
        assert str(abs(score)) in text_of(day_board(board, WORDS))
        assert house.messages.sent == [("post", CHANNEL), ("edit", CHANNEL)]


async def test_board_lists_only_people_on_its_leaderboards_who_began_here(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        await house.play_day(ANA, guild_id=ELSEWHERE)
        await house.play_day(CY, guild_id=HERE)  # has never finished a game here
        assert await look(house) == []
        await house.play_day(BO, guild_id=HERE)
        (board,) = await look(house)
        assert [line.user_id for line in board.lines] == [BO]
        await house.store.people.save_choices(BO, on_leaderboards=False)
        (board,) = await look(house)
        assert board.lines == ()


async def test_deleted_person_disappears_from_the_boards_of_the_last_days(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        await house.play_day(ANA, guild_id=HERE)
        await house.play_day(BO, guild_id=HERE)
        await look(house)
        await close(house)
        await forget(house.store, BO)
        house.clock.time += 6 * 86_400
        await house.turn()
        (board,) = await look(house)
        assert "Bo" not in text_of(day_board(board, WORDS))  # type: ignore[arg-type]


async def test_wrong_clock_forgets_no_board(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA)
        await house.play_day(ANA, guild_id=HERE)
        await look(house)
        house.clock.right = False
        house.go_to(MONDAY + timedelta(days=5 * 365))
        await look(house)
        assert await has_board(house)
        house.clock.right = True
        await look(house)
        assert not await has_board(house)


async def test_unchanged_board_is_not_edited_even_after_a_restart(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA)
        await house.play_day(ANA, guild_id=HERE)
        await look(house)
        await look(house, LOOK_SECONDS)
        await house.restart()
        assert await look(house) == []
        assert house.messages.sent == []


async def test_board_posted_but_not_saved_shows_later_finishers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        await house.play_day(ANA, guild_id=HERE)
        with monkeypatch.context() as broken:
            broken.setattr(type(house.store.messages), "put_posted", fail)
            with pytest.raises(StoreFailure):
                await look(house)
        await house.play_day(BO, guild_id=HERE)
        await look(house)
        (board,) = await look(house, LOOK_SECONDS)
        assert [line.user_id for line in board.lines] == [ANA, BO]


async def fail(*_: object, **__: object) -> None:
    raise StoreFailure("killed")


async def test_refused_board_is_posted_or_edited_once_the_channel_takes_it(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        house.messages.closed.add(CHANNEL)
        await house.play_day(ANA, guild_id=HERE)
        assert await look(house) == []
        house.messages.closed.clear()
        assert len(await look(house, LOOK_SECONDS)) == 1
        house.messages.closed.add(CHANNEL)
        await house.play_day(BO, guild_id=HERE)
        await look(house)
        house.messages.closed.clear()
        (board,) = await look(house, LOOK_SECONDS)
        assert [line.user_id for line in board.lines] == [ANA, BO]


async def test_deleted_board_is_edited_once_and_then_left_alone(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO, CY)
        await house.play_day(ANA, guild_id=HERE)
        await look(house)
        await look(house, LOOK_SECONDS)
        house.messages.deleted = set(house.messages.shown)
        house.messages.sent.clear()
        for person in (BO, CY):
            await house.play_day(person, guild_id=HERE)
            await look(house)
        assert house.messages.sent == [("edit", CHANNEL)]


async def test_deletion_redraws_the_boards_of_earlier_days_at_the_next_look(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO)
        await house.play_day(ANA, guild_id=HERE)
        await house.play_day(BO, guild_id=HERE)
        await look(house)
        house.go_to(MONDAY + timedelta(days=3))
        await house.turn()
        await look(house)
        await forget(house.store, BO)
        await house.boards._step()
        (board,) = house.messages.shown.values()
        assert "Bo" not in text_of(day_board(board, WORDS))  # type: ignore[arg-type]


async def test_no_board_of_an_old_day_is_posted_when_a_channel_is_chosen(tmp_path: Path) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA)
        await house.store.servers.save_server_settings(HERE, daily_channel=None)
        await house.play_day(ANA, guild_id=HERE)
        await close(house)
        await house.store.servers.save_server_settings(HERE, daily_channel=CHANNEL)
        assert await look(house) == []


async def test_week_ranks_people_with_four_hands_here_once_sunday_is_closed(
    tmp_path: Path,
) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA, BO, CY)
        scores: dict[int, list[int]] = {ANA: [], BO: [], CY: []}
        for number in range(7):
            house.go_to(MONDAY + timedelta(days=number))
            await house.turn()
            for person, days, choose in ((ANA, 7, None), (BO, 4, last_tile), (CY, 3, None)):
                if number < days:
                    ended = (await house.play_day(person, choose, HERE)).ended
                    assert ended is not None
                    scores[person].append(ended.outcome.score)
            await look(house)
        assert not any(isinstance(each, WeekBoard) for each in house.messages.shown.values())
        await close(house, 6)
        (week,) = [each for each in await look(house) if isinstance(each, WeekBoard)]
        lowest = [min(own[n] for own in scores.values() if n < len(own)) for n in range(7)]
        expected = {ANA: sum(scores[ANA]), BO: sum(scores[BO]) + sum(lowest[4:])}
        assert {line.user_id: line.total for line in week.lines} == expected
        assert [line.days for line in week.lines if line.user_id == BO] == [4]
        assert week.begins_at == CALENDAR.begins(MONDAY)
        assert "4 hands" in text_of(week_board(week, WORDS))


@pytest.mark.parametrize("followed", [False, True])
async def test_week_missed_by_the_bot_is_posted_late_but_not_in_a_new_channel(
    tmp_path: Path, followed: bool
) -> None:
    async with installed(tmp_path) as house:
        await list_people(house, ANA)
        if not followed:
            await house.store.servers.save_server_settings(HERE, daily_channel=None)
        for number in range(4):
            house.go_to(MONDAY + timedelta(days=number))
            await house.turn()
            await house.play_day(ANA, guild_id=HERE)
            await look(house)
        await house.restart()
        await house.store.servers.save_server_settings(HERE, daily_channel=CHANNEL)
        await close(house, 8)
        await close(house, 9)
        weeks = [each for each in await look(house) if isinstance(each, WeekBoard)]
        assert bool(weeks) is followed


@pytest.mark.parametrize("people", [0, 1, 2, MOST_LINES, 200])
@pytest.mark.parametrize("closed", [False, True])
def test_board_of_any_number_of_people_fits_a_message(people: int, closed: bool) -> None:
    outcome = DayOutcome(-42, 0, "30", ours=False, made=True, tricks="lllllll")
    lines = tuple(
        DayLine(number, "W" * 32, number if closed else None, outcome if closed else None)
        for number in range(1, people + 1)
    )
    board = DayBoard(HERE, MONDAY, 0.0, closed, daily_rules(), lines, lines if closed else ())
    assert 0 < len(text_of(day_board(board, WORDS))) < MOST_TEXT
