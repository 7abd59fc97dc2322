"""Who of a private table's people is kept in its thread, whatever Discord answers."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.publisher.calls.discord_errors import THREAD_ARCHIVED
from bot.publisher.screens.thread_members import ThreadMembers
from bot.tables.model import Occupant, Place
from bot.tables.views import TableView
from tests.presenter.tabling import rules_of, seat_lines, table_of

PLACE = Place(7, 70, 71)
ALL = {1000, 1001, 1002, 1003}
BLOCKED = 1002
UNBLOCKED = 1003


def refused(status: int, code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(cast("Any", response), {"code": code, "message": ""})


class Thread:
    """A private thread whose next answers can be refusals, and the blocks of a table's host."""

    def __init__(self) -> None:
        self.people = set[int]()
        self.answers = list[Exception]()
        self.asked = 0

    async def add_to_thread(self, _thread_id: int, user_id: int) -> None:
        self._answer()
        self.people.add(user_id)

    async def remove_from_thread(self, _thread_id: int, user_id: int) -> None:
        self._answer()
        self.people.discard(user_id)

    async def is_kept_away(self, _table_id: str, user_id: int) -> bool:
        return user_id == BLOCKED

    def _answer(self) -> None:
        self.asked += 1
        if self.answers:
            raise self.answers.pop(0)


def table(*left: int) -> TableView:
    """Build a private table; these people have left their seats to computers."""
    computer = {"occupant": Occupant.COMPUTER, "user_id": None}
    seats = tuple(
        replace(line, **computer) if line.user_id in left else line
        for line in seat_lines(rules_of("42"))
    )
    return replace(table_of(rules_of("42"), seats=seats), place=PLACE, private=True)


@pytest.fixture
def thread() -> Thread:
    return Thread()


@pytest.fixture
async def members(thread: Thread) -> ThreadMembers:
    means: Any = SimpleNamespace(channels=thread)
    tables: Any = SimpleNamespace(blocks=thread)
    found = ThreadMembers(means, tables)
    await found.follow_seats(table())
    assert thread.people == ALL
    return found


async def test_only_a_blocked_person_is_removed_when_they_leave_their_seat(
    thread: Thread, members: ThreadMembers
) -> None:
    assert not members.are_behind(table())
    left = table(BLOCKED, UNBLOCKED)
    assert members.are_behind(left)
    await members.follow_seats(left)
    assert thread.people == ALL - {BLOCKED}
    assert not members.are_behind(left)


@pytest.mark.parametrize("error", [refused(503), refused(400, THREAD_ARCHIVED)])
async def test_removal_that_may_work_later_is_tried_again(
    thread: Thread, members: ThreadMembers, error: discord.HTTPException
) -> None:
    left = table(BLOCKED)
    thread.answers = [error]
    try:
        await members.follow_seats(left)
    except discord.HTTPException:
        assert error.status == 503
    assert members.are_behind(left)
    await members.follow_seats(left)
    assert thread.people == ALL - {BLOCKED}


async def test_removal_that_discord_forbids_is_asked_once(
    thread: Thread, members: ThreadMembers
) -> None:
    left = table(BLOCKED)
    thread.answers = [refused(403, 50013)]
    asked = thread.asked
    await members.follow_seats(left)
    assert not members.are_behind(left)
    await members.follow_seats(left)
    assert thread.asked == asked + 1
