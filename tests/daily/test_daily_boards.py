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

from .stage import (
    ANA,
    BO,
    CALENDAR,
    CHANNEL,
    CY,
    ELSEWHERE,
    HERE,
    MONDAY,
    DailyStage,
    installed,
    last_tile,
    list_people,
)

pytestmark = pytest.mark.slow

WORDS = RenderContext(pictures=False)
MOST_TEXT = 4000


async def look(stage: DailyStage, seconds: float = 0.0) -> list[DayBoard | WeekBoard]:
    """Update the due boards, some seconds later, and return what their messages show."""
    stage.clock.time += seconds
    await stage.boards._step()
    return list(stage.messages.shown.values())


async def has_board(stage: DailyStage) -> bool:
    """Return True if Monday's board is known."""
    return (await stage.store.day_boards.server_day(HERE, MONDAY)).board is not None


async def close(stage: DailyStage, days: int = 0) -> None:
    """Close the day that comes `days` days after Monday."""
    stage.go_to(MONDAY + timedelta(days=days + 1), GRACE_SECONDS + 1)
    await stage.turn()


async def test_board_lists_finishers_without_scores_until_the_day_is_closed(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        await stage.begin(BO, HERE)
        assert await look(stage) == []
        await stage.play(ANA, guild_id=HERE)
        (board,) = await look(stage)
        assert isinstance(board, DayBoard)
        said = text_of(day_board(board, WORDS))
        assert "Ana has finished it." in said
        assert "Bo" not in said
        assert all(line.outcome is None and line.place is None for line in board.lines)
        await close(stage)
        (board,) = await look(stage)
        assert isinstance(board, DayBoard)
        score = board.lines[0].outcome.score if board.lines[0].outcome else 0
        assert "#1 **Ana** " in text_of(day_board(board, WORDS))
        assert str(abs(score)) in text_of(day_board(board, WORDS))
        assert stage.messages.sent == [("post", CHANNEL), ("edit", CHANNEL)]


async def test_board_lists_only_people_on_its_leaderboards_who_began_here(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        await stage.play(ANA, guild_id=ELSEWHERE)
        await stage.play(CY, guild_id=HERE)  # has never finished a game here
        assert await look(stage) == []
        await stage.play(BO, guild_id=HERE)
        (board,) = await look(stage)
        assert [line.user_id for line in board.lines] == [BO]
        await stage.store.people.save_choices(BO, on_leaderboards=False)
        (board,) = await look(stage)
        assert board.lines == ()


async def test_deleted_person_disappears_from_the_boards_of_the_last_days(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        await stage.play(ANA, guild_id=HERE)
        await stage.play(BO, guild_id=HERE)
        await look(stage)
        await close(stage)
        await forget(stage.store, BO)
        stage.clock.time += 6 * 86_400
        await stage.turn()
        (board,) = await look(stage)
        assert "Bo" not in text_of(day_board(board, WORDS))  # type: ignore[arg-type]


async def test_wrong_clock_forgets_no_board(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA)
        await stage.play(ANA, guild_id=HERE)
        await look(stage)
        stage.clock.right = False
        stage.go_to(MONDAY + timedelta(days=5 * 365))
        await look(stage)
        assert await has_board(stage)
        stage.clock.right = True
        await look(stage)
        assert not await has_board(stage)


async def test_unchanged_board_is_not_edited_even_after_a_restart(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA)
        await stage.play(ANA, guild_id=HERE)
        await look(stage)
        await look(stage, LOOK_SECONDS)
        await stage.restart()
        assert await look(stage) == []
        assert stage.messages.sent == []


async def test_board_posted_but_not_saved_shows_later_finishers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        await stage.play(ANA, guild_id=HERE)
        with monkeypatch.context() as broken:
            broken.setattr(type(stage.store.messages), "put_posted", fail)
            with pytest.raises(StoreFailure):
                await look(stage)
        await stage.play(BO, guild_id=HERE)
        await look(stage)
        (board,) = await look(stage, LOOK_SECONDS)
        assert [line.user_id for line in board.lines] == [ANA, BO]


async def fail(*_: object, **__: object) -> None:
    raise StoreFailure("killed")


async def test_refused_board_is_posted_or_edited_once_the_channel_takes_it(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        stage.messages.closed.add(CHANNEL)
        await stage.play(ANA, guild_id=HERE)
        assert await look(stage) == []
        stage.messages.closed.clear()
        assert len(await look(stage, LOOK_SECONDS)) == 1
        stage.messages.closed.add(CHANNEL)
        await stage.play(BO, guild_id=HERE)
        await look(stage)
        stage.messages.closed.clear()
        (board,) = await look(stage, LOOK_SECONDS)
        assert [line.user_id for line in board.lines] == [ANA, BO]


async def test_deleted_board_is_edited_once_and_then_left_alone(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO, CY)
        await stage.play(ANA, guild_id=HERE)
        await look(stage)
        await look(stage, LOOK_SECONDS)
        stage.messages.deleted = set(stage.messages.shown)
        stage.messages.sent.clear()
        for person in (BO, CY):
            await stage.play(person, guild_id=HERE)
            await look(stage)
        assert stage.messages.sent == [("edit", CHANNEL)]


async def test_deletion_redraws_the_boards_of_earlier_days_at_the_next_look(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO)
        await stage.play(ANA, guild_id=HERE)
        await stage.play(BO, guild_id=HERE)
        await look(stage)
        stage.go_to(MONDAY + timedelta(days=3))
        await stage.turn()
        await look(stage)
        await forget(stage.store, BO)
        await stage.boards._step()
        (board,) = stage.messages.shown.values()
        assert "Bo" not in text_of(day_board(board, WORDS))  # type: ignore[arg-type]


async def test_no_board_of_an_old_day_is_posted_when_a_channel_is_chosen(tmp_path: Path) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA)
        await stage.store.servers.save_server_settings(HERE, daily_channel=None)
        await stage.play(ANA, guild_id=HERE)
        await close(stage)
        await stage.store.servers.save_server_settings(HERE, daily_channel=CHANNEL)
        assert await look(stage) == []


async def test_week_ranks_people_with_four_hands_here_once_sunday_is_closed(
    tmp_path: Path,
) -> None:
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA, BO, CY)
        scores: dict[int, list[int]] = {ANA: [], BO: [], CY: []}
        for number in range(7):
            stage.go_to(MONDAY + timedelta(days=number))
            await stage.turn()
            for person, days, choose in ((ANA, 7, None), (BO, 4, last_tile), (CY, 3, None)):
                if number < days:
                    ended = (await stage.play(person, choose, HERE)).ended
                    assert ended is not None
                    scores[person].append(ended.outcome.score)
            await look(stage)
        assert not any(isinstance(each, WeekBoard) for each in stage.messages.shown.values())
        await close(stage, 6)
        (week,) = [each for each in await look(stage) if isinstance(each, WeekBoard)]
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
    async with installed(tmp_path) as stage:
        await list_people(stage, ANA)
        if not followed:
            await stage.store.servers.save_server_settings(HERE, daily_channel=None)
        for number in range(4):
            stage.go_to(MONDAY + timedelta(days=number))
            await stage.turn()
            await stage.play(ANA, guild_id=HERE)
            await look(stage)
        await stage.restart()
        await stage.store.servers.save_server_settings(HERE, daily_channel=CHANNEL)
        await close(stage, 8)
        await close(stage, 9)
        weeks = [each for each in await look(stage) if isinstance(each, WeekBoard)]
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
