"""Search everything that the program shows about a day for leaked dominoes and results."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields
from datetime import date, timedelta

from bot.__main__ import main
from bot.asked.hands import MOST_SHARED
from bot.cli import doctor
from bot.daily.errors import DailyError
from bot.daily.model import DayOutcome, StoredDay
from bot.daily.table import table_id_of
from bot.daily.views import DailyView, DayBoard, WeekBoard
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.daily.screen import daily_screen
from bot.runtime.settings import load_settings
from tests.daily.knowledge import (
    POSTED,
    RESULT,
    TILES,
    early,
    faults,
    faults_of,
    may_see,
    own_tiles,
)
from tests.daily.looks import (
    CONTEXTS,
    PICTURES,
    Look,
    Program,
    copy_of,
    looks_at_day,
    looks_elsewhere,
    posts_of,
)
from tests.daily.stage import CALENDAR, HERE, NAMES, DailyStage
from tests.presenter.tabling import text_of

PEOPLE = tuple(NAMES)
LISTED = (PEOPLE[0], PEOPLE[1], *PEOPLE[3:])
"""The people on the server's leaderboards: all but Cy."""
PRINTING = (("status",), ("status", "--json"), ("reports",), ("reports", "--json"), ("migrate",))
OUTCOME = [field.name for field in fields(DayOutcome)]


async def leaks(
    stage: DailyStage,
    program: Program,
    day: date,
    readers: Collection[int] = PEOPLE[:3],
    people: Collection[int] = PEOPLE[:3],
    *,
    everywhere: bool = False,
) -> list[str]:
    """Search everything that these readers can see about a day now.

    `people`: everyone who plays. `everywhere`: also search where nothing about the daily hand
    belongs, and the output of commands.
    """
    stored = await stage.day(day)
    found = await told_by_published(stage)
    found += await told_by_boards(stage)
    for user_id in readers:
        found += await told_to(stage, program, stored, user_id, everywhere=everywhere)
        found += await told_by_copy(program, stored, user_id)
        found += await told_by_comparisons(stage, day, user_id, people)
        found += await told_by_questions(stage, program, stored, user_id, posts=everywhere)
    if everywhere:
        found += await told_by_commands(stored)
    return found


async def told_to(
    stage: DailyStage, program: Program, day: StoredDay, user_id: int, *, everywhere: bool
) -> list[str]:
    """Search every screen that a person can open, and what they can post."""
    found = list[str]()
    known = await may_see(stage, day.date, user_id)
    view = await view_or_refusal(stage, day.date, user_id)
    looks = [each async for each in looks_at_day(stage, day.date, user_id, view)]
    if everywhere:
        looks += [each async for each in looks_elsewhere(program, day.date, user_id)]
    for name, shown in looks:
        found += faults_of(shown, known, day.is_closed, day.secret, name)
        found += named(repr(shown), user_id, name)
        if known is not None and RESULT.search(repr(shown)):
            found.append(f"{name} tells a result to {NAMES[user_id]}, who has not finished")
    if isinstance(view, DailyView):
        found += early(view, finished=known is None)
        if not day.is_closed:
            found += searched_posts(posts_of(view), day)
    return found


async def view_or_refusal(stage: DailyStage, day: date, user_id: int) -> DailyView | DailyError:
    """Return a person's view of a day, or the refusal that they get instead."""
    try:
        return await stage.daily.look(user_id, day)
    except DailyError as refusal:
        return refusal


def searched_posts(posts: Iterable[Look], day: StoredDay) -> list[str]:
    """Search public posts about an open day."""
    found = list[str]()
    for name, shown in posts:
        found += faults_of(shown, set(), False, day.secret, name)
        if re.search(r"[+−]\d|[Pp]lace|par\b", repr(shown)):
            found.append(f"{name} tells a score or a place")
    return found


def named(text: str, user_id: int, name: str) -> list[str]:
    """Find the ids and names of other people in a text for one person."""
    others = [*(set(PEOPLE) - {user_id}), *(NAMES[each] for each in PEOPLE if each != user_id)]
    return [f"{name} names {who}" for who in others if re.search(rf"\b{who}\b", text)]


async def told_by_published(stage: DailyStage) -> list[str]:
    """Search the updates of open screens since the last call."""
    views = stage.screens.shown[:]
    found = list[str]()
    stage.screens.shown.clear()
    for view in views:
        day = await stage.day(view.date)
        known = await may_see(stage, view.date, view.user_id)
        found += early(view, finished=known is None)
        screen = daily_screen(view, PICTURES)
        found += faults_of(screen, known, day.is_closed, day.secret, "an update")
    return found


async def told_by_boards(stage: DailyStage) -> list[str]:
    """Search a server's newest boards: those of an open day may only name finishers."""
    stage.boards.closed()
    await stage.boards._step()
    found = list[str]()
    for board in list(stage.messages.shown.values())[-4:]:
        screens = [_board_screen(board, context) for context in CONTEXTS]
        last = _last_day(board)
        day = await stage.day(last)
        if day.is_closed:
            continue
        if isinstance(board, WeekBoard):
            found.append("a board of a week whose last day is not over")
            continue
        hands = [(who, await stage.store.days.load_hand(last, who)) for who in LISTED]
        may = {NAMES[who] for who, x in hands if x and x.is_finished and x.guild_id == HERE}
        for screen in screens:
            found += faults_of(screen, set(), False, day.secret, "a board")
            said = text_of(screen)
            found += [f"a board names {x}" for x in {*NAMES.values()} - may if x in said]
            if POSTED.search(said):
                found.append("a board tells a result before the day is closed")
    return found


def _board_screen(board: DayBoard | WeekBoard, context):
    return day_board(board, context) if isinstance(board, DayBoard) else week_board(board, context)


def _last_day(board: DayBoard | WeekBoard) -> date:
    if isinstance(board, DayBoard):
        return board.date
    return CALENDAR.day_at(board.begins_at) + timedelta(days=6)


async def told_by_copy(program: Program, day: StoredDay, user_id: int) -> list[str]:
    """Search a copy of a person's data: an open hand may only contain the acts that they saw."""
    found = list[str]()
    hand = await program.store.days.load_hand(day.date, user_id)
    finished = hand is not None and hand.is_finished
    for text in await copy_of(program, user_id):
        found += faults(text, None, day.is_closed, day.secret, "a copy")
        found += named(text, user_id, "a copy")
        for table, rows in json.loads(text)["data"].items():
            for row in rows:
                if table == "daily_hands":
                    if row["day"] != day.date.isoformat():
                        continue
                    if hand is None or row.pop("acts") != list(hand.acts):
                        found.append("a copy has other acts")
                    if not finished and any(row[name] is not None for name in OUTCOME):
                        found.append("a copy tells a result before the end")
                known = None if finished or day.is_closed else set()
                found += faults(json.dumps(row), known, True, day.secret, f"a copy's {table}")
    return found


async def told_by_comparisons(
    stage: DailyStage, day: date, user_id: int, people: Collection[int] = PEOPLE
) -> list[str]:
    """Compare with everybody: only two people who finished the same day may see each other."""
    found = []
    finished = {each for each in {user_id, *people} if await has_finished(stage, day, each)}
    for friend in people:
        if {user_id, friend} <= finished:
            continue
        try:
            seen = await stage.daily.compare(user_id, friend)
        except DailyError:
            continue
        if not all([await has_finished(stage, seen.date, each) for each in (user_id, friend)]):
            found.append("a comparison before both have finished")
    return found


async def has_finished(stage: DailyStage, day: date, user_id: int) -> bool:
    """Return True if a person has finished a day's hand."""
    hand = await stage.store.days.load_hand(day, user_id)
    return hand is not None and hand.is_finished


async def told_by_questions(
    stage: DailyStage, program: Program, day: StoredDay, user_id: int, *, posts: bool
) -> list[str]:
    """Ask about the day's hand, one that is nearly the same, and another.

    People who have not begun must be refused the day's hand, and hear nothing of it with the other
    two. `posts`: really open the votes.
    """
    own = own_tiles(day)
    hand = await stage.store.days.load_hand(day.date, user_id)
    other = tuple(sorted(set(TILES) - set(own))[:7])
    near = (*own[:-1], other[0])
    heard = [await program.ask(user_id, tiles, posts=posts) for tiles in (own, near, other)]
    if day.is_closed:
        return []
    if hand is not None and not hand.is_finished:
        is_helped = not all(all(answers) for answers in heard)
        return ["help while the day's hand is in play"] if is_helped else []
    if hand is not None:
        return [] if heard[0][1] else ["a vote on the hand of an open day"]
    if not all(heard[0]):
        return ["help with the day's hand before it is played"]
    days = [each for each in await stage.book.open_hands(user_id) if each.is_seen]
    if any(len(set(near) & set(each.tiles)) > MOST_SHARED for each in days):
        return []  # refused because they know a hand of an open day that is similar
    if heard[1] != heard[2]:
        return [f"a refusal tells the day's hand: {heard}"]
    return []


async def told_by_commands(day: StoredDay) -> list[str]:
    """Search the output of the host's commands about the database."""
    table_id = table_id_of(day.date)
    commands: Sequence[Sequence[str]] = (
        *PRINTING,
        *((name, table_id) for name in ("export", "close-table")),
        *((name, "99") for name in ("block", "unblock")),
    )
    found = list[str]()
    for command in commands:
        printed = await asyncio.to_thread(_printed, command)
        found += searched_print(printed, day, f"the command {command[0]}")
    with redirect_stdout(io.StringIO()) as printed_too:
        await doctor._database(load_settings())
    return found + searched_print(printed_too.getvalue(), day, "the command doctor")


def searched_print(text: str, day: StoredDay, name: str) -> list[str]:
    """Search the output of a command."""
    if not text:
        return [f"{name} prints nothing"]
    found = [*faults(text, None if day.is_closed else set(), day.is_closed, day.secret, name)]
    return found + [f"{name} names {who}" for who in NAMES.values() if who in text]


def _printed(command: Sequence[str]) -> str:
    with io.StringIO() as stream, redirect_stdout(stream), redirect_stderr(stream):
        main(list(command))
        return stream.getvalue()
