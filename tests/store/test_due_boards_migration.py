"""The upgrade to schema 0043 has the boards of the last two weeks looked at once."""

from __future__ import annotations

import math
from datetime import date, timedelta

import pytest

from bot.store import open_store
from tests.store.upgrades import FINISHED, HAND, UNFINISHED

from .upgrades import load_old, run

pytestmark = pytest.mark.slow

MONDAY = date(2026, 11, 23)
SUNDAY = date(2026, 11, 29)
HERE = 5
THERE = 6
DAY = (
    "INSERT INTO daily_days (day, secret, commitment, opened_at, closed_at)"
    " SELECT '{day}', secret, commitment, 1.0, {closed} FROM daily_days WHERE day = '2026-11-23'"
)
BOARD = (
    "INSERT INTO posted (kind, about, part, user_id, occasion, guild_id, channel_id, message_id,"
    " digest, state, at) VALUES ('{kind}', '{day}', {guild}, 0, 1, {guild}, 8, {message}, 'abc',"
    " 'live', 1.0)"
)


def board(day: date, guild_id: int, kind: str = "day board", message: int = 9) -> str:
    """Build the statement that inserts a posted board."""
    return BOARD.format(kind=kind, day=day, guild=guild_id, message=message)


def played(user: int, guild_id: int, end: str = FINISHED) -> tuple[str, str]:
    """Build the statements that insert a hand of the open day, begun on a server."""
    hand = HAND.format(day=SUNDAY, user=user, version="one", acts="[]", count=0, end=end)
    return hand, f"UPDATE daily_hands SET guild_id = {guild_id} WHERE user_id = {user}"


async def test_boards_are_due_after_the_upgrade(url: str) -> None:
    load_old(url)
    days = [MONDAY - timedelta(days=number) for number in range(1, 19)]
    await run(
        url,
        "UPDATE daily_days SET closed_at = 9.0",
        *(DAY.format(day=day, closed=9.0) for day in days),
        DAY.format(day=SUNDAY, closed="NULL"),
        "DELETE FROM daily_hands",
        "DELETE FROM daily_boards",
        target="0042",
    )
    await run(
        url,
        *played(11, HERE),
        *played(12, HERE),
        *played(13, THERE, UNFINISHED),
        board(MONDAY, HERE),
        board(MONDAY, THERE, message=0),
        board(days[-1], HERE),
        board(days[0], HERE, "week board"),
    )
    store = await open_store(url)
    try:
        due = await store.day_boards.due_boards(math.inf, None, 100)
        everywhere = await store.day_boards.due_everywhere(math.inf)
    finally:
        await store.close()
    assert {(each.date, each.guild_id, each.week) for each in due} == {
        (MONDAY, HERE, False),
        (SUNDAY, HERE, False),
        (days[0], HERE, True),
    }
    weeks = [SUNDAY - timedelta(weeks=number) for number in (3, 2, 1, 0)]
    assert [(each.date, each.week) for each in everywhere] == [(each, True) for each in weeks[1:]]
