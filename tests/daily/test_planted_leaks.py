"""The search of `test_daily_secrecy` finds each planted leak."""

from __future__ import annotations

import asyncio
import io
import logging
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.cli import status
from bot.daily import boards
from bot.daily.hand import deal_of, dealt
from bot.daily.standing import day_lines
from bot.daily.table import replay_of
from bot.daily.views import Comparison, WeekBoard, WeekLine
from bot.presenter.table import pictures
from bot.render import emoji_name
from bot.runtime.log_setup import set_up_log
from bot.values.day_hands import DayHand
from tests.daily.knowledge import faults, may_see, own_tiles
from tests.daily.looks import Program
from tests.daily.stage import ANA, BO, CY, HERE, MONDAY, DailyStage, installed
from tests.daily.test_daily_secrecy import told_by_log
from tests.daily.told import (
    leaks,
    told_by_boards,
    told_by_commands,
    told_by_comparisons,
    told_by_copy,
    told_by_questions,
    told_to,
)
from texas42.engine import Tile

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("program")]


@pytest.fixture(scope="module")
def day_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the database of a day: Ana has finished, Bo is in mid-hand, Cy has not begun."""
    folder = tmp_path_factory.mktemp("day")

    async def play() -> None:
        async with installed(folder) as stage:
            stage.experts.choose_by = lambda view: view.legal[0]
            await stage.play(ANA, lambda view: view.legal[0], HERE)
            await stage.begin(BO, HERE)

    asyncio.run(play())
    return folder / "daily.sqlite3"


@pytest.fixture
async def stage(day_file: Path, tmp_path: Path) -> AsyncIterator[DailyStage]:
    shutil.copy(day_file, tmp_path)
    async with installed(tmp_path) as running:
        yield running


async def test_day_without_a_planted_leak_has_none(stage: DailyStage, program: Program) -> None:
    assert await leaks(stage, program, MONDAY, everywhere=True) == []


async def unseen(stage: DailyStage) -> Tile:
    """Return a domino that neither Bo nor Cy has seen."""
    known = await may_see(stage, MONDAY, BO)
    assert known is not None
    deal = deal_of(dealt(MONDAY, (await stage.day()).secret))
    return next(tile for hand in deal.dealt[1:] for tile in hand if tile not in known)


async def test_domino_and_secret_are_detected_in_every_form(stage: DailyStage) -> None:
    day = await stage.day()
    other = await unseen(stage)
    known = await may_see(stage, MONDAY, BO)
    ends = f"{other.high}{other.low}"
    for text in (
        f"{other.high}-{other.low}",
        f"42:play:daily20261123:3:{ends}",
        f'"{ends}"',
        f"<:{emoji_name(other, other.count)}:1>",
        f"<:{emoji_name(other, 99)}:1>",
        repr(other),
        day.secret.hex(),
        repr([day.secret]),
    ):
        assert list(faults(text, known, closed=False, secret=day.secret, name="planted"))


async def test_view_of_a_finished_hand_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = stage.book.view_of

    async def planted(day, user_id, found, note=None):
        return await real(day, ANA, await stage.book.hand_of(day, ANA), note)

    monkeypatch.setattr(stage.book, "view_of", planted)
    assert await leaks(stage, program, MONDAY)


async def test_update_of_anothers_screen_is_found(stage: DailyStage, program: Program) -> None:
    view = await stage.daily.look(ANA)
    stage.screens.publish(replace(view, user_id=BO))
    assert await leaks(stage, program, MONDAY)


async def test_replay_and_review_of_a_hand_in_play_are_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def planted(user_id: int, day: date):
        return await stage.book.load(day, ANA)

    monkeypatch.setattr(stage.daily, "_finished", planted)
    found = await told_to(stage, program, await stage.day(), BO, everywhere=False)
    assert {each.split(" shows ")[0] for each in found} >= {"a replay", "a review"}


async def test_results_of_an_open_day_are_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = stage.book.view_of

    async def planted(day, user_id, hand, note=None):
        found = await real(day, user_id, hand, note)
        ended = found.ended
        return found if ended is None else replace(found, ended=replace(ended, best_of_month=3))

    monkeypatch.setattr(stage.book, "view_of", planted)
    assert await leaks(stage, program, MONDAY)


async def test_domino_in_a_post_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.presenter.daily.share.tricks_words", lambda *_: "Took the 6-4.")
    assert await leaks(stage, program, MONDAY)


async def test_comparison_with_somebody_in_mid_hand_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = (await stage.daily.look(ANA)).ended
    assert own is not None

    async def planted(user_id: int, friend_id: int) -> Comparison:
        return Comparison(MONDAY, own.outcome, own.outcome)

    monkeypatch.setattr(stage.daily, "compare", planted)
    assert await told_by_comparisons(stage, MONDAY, ANA)


# Boards -------------------------------------------------------------------------------------


async def test_score_on_the_board_of_an_open_day_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "day_lines", lambda own, closed: day_lines(own, closed=True))
    real = boards.DayBoard
    monkeypatch.setattr(boards, "DayBoard", lambda g, d, at, _, *rest: real(g, d, at, True, *rest))
    assert "a board tells a result before the day is closed" in await told_by_boards(stage)


@pytest.mark.parametrize("who", ["Bo", "Cy"])
async def test_name_on_a_board_that_does_not_belong_there_is_found(
    stage: DailyStage, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(own, *, closed: bool):
        found, apart = day_lines(own, closed=closed)
        return (*found, replace(found[0], user_id=1, name=who)), apart

    monkeypatch.setattr(boards, "day_lines", planted)
    assert f"a board names {who}" in await told_by_boards(stage)


async def test_board_of_a_week_that_is_not_over_is_found(stage: DailyStage) -> None:
    begins_at = stage.clock.now() - 60
    stage.messages.shown[99] = WeekBoard(HERE, begins_at, (WeekLine(ANA, "Ana", 1, 30, 1),))
    stage.go_to(date(2026, 11, 29))
    await stage.turn()
    assert await told_by_boards(stage) == ["a board of a week whose last day is not over"]


# Tables, past hands and questions ---------------------------------------------------------------


async def replay_for_ana(stage: DailyStage):
    found = await stage.book.load(MONDAY, ANA)
    assert found is not None
    return replay_of(found.day, found.hand, found.game)


WAYS = {
    "a table's replay": lambda tables: (tables.archive, "replay"),
    "a record": lambda tables: (tables.archive, "record"),
    "the list of hands": lambda tables: (tables.archive, "hands_of"),
    "the coach": lambda tables: (tables.coach, "game"),
    "a table's review": lambda tables: (tables.adviser, "review"),
    "a panel": lambda tables: (tables, "panel"),
}


async def test_hand_of_the_day_among_tables_and_past_hands_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await replay_for_ana(stage)
    for way in WAYS.values():
        monkeypatch.setattr(*way(program.tables), lambda *_: _always(replay))
    found = await told_to(stage, program, await stage.day(), BO, everywhere=True)
    assert {each.split(" shows ")[0] for each in found} >= set(WAYS)


async def _always(answer: Any) -> Any:
    return answer


@pytest.mark.parametrize(
    ("reader", "method", "answer", "found"),
    [
        (BO, "is_in_play", lambda _: False, "help while the day's hand is in play"),
        (ANA, "open_hands", lambda _: [], "a vote on the hand of an open day"),
        (CY, "open_hands", lambda _: [], "help with the day's hand before it is played"),
        (
            CY,
            "open_hands",
            lambda own: [DayHand(own, is_seen=True, is_finished=False)],
            "a refusal tells the day's hand",
        ),
    ],
)
async def test_wrong_answer_about_the_hand_of_the_day_is_found(
    stage: DailyStage,
    program: Program,
    reader: int,
    method: str,
    answer: Callable[[object], object],
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    day = await stage.day()
    monkeypatch.setattr(stage.daily, method, lambda _: _always(answer(own_tiles(day))))
    for posts in (False, True):
        (told,) = await told_by_questions(stage, program, day, reader, posts=posts)
        assert told.startswith(found)


# Copies, commands, files and the log ------------------------------------------------------------


async def test_copy_with_anothers_data_a_result_or_a_domino_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = await stage.day()
    real = stage.store.own_data.about
    other = await unseen(stage)
    own = {"daily_hands": [dict(row) for row in (await real(BO))["daily_hands"]]}
    others = (await real(ANA))["daily_hands"]
    seen = {"reads": [{"tile": f"{other.high}{other.low}"}]}
    key = {"days": [{"secret": day.secret.hex()}]}
    scored = {"daily_hands": [{**own["daily_hands"][0], "score": 30}]}
    acted = {"daily_hands": [{**own["daily_hands"][0], "acts": ["30"]}]}
    for planted in ({"daily_hands": others}, own | seen, own | key, scored, acted):
        monkeypatch.setattr(
            type(stage.store.own_data), "about", lambda _, __, rows=planted: _always(rows)
        )
        assert await told_by_copy(program, day, BO)
    monkeypatch.setattr(type(stage.store.own_data), "about", lambda _, __: _always(own))
    assert await told_by_copy(program, day, BO) == []


async def test_domino_that_a_command_prints_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = status.StatusLine("daily", repr(await unseen(stage)), None)
    monkeypatch.setattr(status, "_in_use", lambda _: _always([line]))
    assert [each for each in await told_by_commands(await stage.day()) if "status shows" in each]


async def test_domino_in_an_alt_text_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await unseen(stage)
    real = pictures.alt_of
    monkeypatch.setattr(pictures, "alt_of", lambda *said: real(f"{other.high}-{other.low}", *said))
    assert await told_to(stage, program, await stage.day(), BO, everywhere=False)


async def test_domino_in_the_name_of_a_file_is_found(
    stage: DailyStage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await unseen(stage)
    name = f"daily-{MONDAY.isoformat()}-{other.high}{other.low}.webp"
    monkeypatch.setattr(pictures, "file_name", lambda _: name)
    found = await told_to(stage, program, await stage.day(), BO, everywhere=False)
    assert [each for each in found if "file's name" in each]


async def test_domino_in_the_log_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    set_up_log("DEBUG", "text")
    secret = (await stage.day()).secret
    for planted in (await stage.daily.look(BO), secret.hex(), [secret], "Bo has begun"):
        logging.getLogger("bot.daily").debug("looked: %s", planted)
        assert told_by_log(log.getvalue(), [secret])
        log.seek(log.truncate(0))
    assert not told_by_log(log.getvalue(), [secret])
