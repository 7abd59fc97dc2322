"""What only the program knows about its days: the one place of this driver that asks it.

Everything else here sees the program from outside: commands, buttons, messages, the command line.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any
from uuid import uuid4

from bot.daily.days import Calendar
from bot.daily.hand import SEAT, after, deal_of, dealt
from bot.daily.model import DayOutcome, StoredHand
from bot.daily.table import day_id_of
from bot.daily.views import DailyView
from bot.tables.deals.ids import is_hand
from tests.store.samples import put_on_boards
from tests.support.inner_tables import timers, waked
from tests.support.stage import Stage
from texas42.engine import Game, Tile

HOUR = 9
CALENDAR = Calendar(HOUR)
SETTINGS: dict[str, Any] = {"daily_hour_utc": HOUR}
EXPERTS = "bot.runtime.composition.foundation.FixedExperts"
"""What plays the experts, for a test to replace."""
OUTCOME = tuple(each.name for each in fields(DayOutcome))


@dataclass(frozen=True, slots=True)
class Hand:
    """A person's hand of a day: its acts, and the tiles seen so far while it is not finished."""

    acts: tuple[str, ...]
    seen: frozenset[Tile]
    is_finished: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day with its secret, the tiles of the person's seat, and the begun hands by user id.

    `forgotten`: the people who have begun it and then deleted their data.
    """

    date: date
    secret: bytes
    is_closed: bool
    own: tuple[Tile, ...]
    hands: Mapping[str, Hand]
    forgotten: frozenset[str]


def ids_of(day: date) -> Sequence[str]:
    """Return every table id by which somebody could ask for a hand of a day."""
    return (day_id_of(day),)


async def read_day(stage: Stage, day: date) -> Day | None:
    """Read a day with the hands of all people; None if it was not opened."""
    people = [person.id for person in stage.people]
    days = stage.store.days
    stored = await days.load_day(day)
    if stored is None:
        return None
    hands = {who: await days.load_hand(day, int(who)) for who in people}
    begun = {who: hand for who, hand in hands.items() if hand is not None}
    gone = {who for who in people if await days.is_marked(day, int(who))}
    deal = dealt(stored.date, stored.secret)
    own = deal_of(deal).dealt[SEAT]
    found = {who: _hand_of(hand, deal) for who, hand in begun.items()}
    return Day(stored.date, stored.secret, stored.is_closed, own, found, frozenset(gone))


def _hand_of(hand: StoredHand, deal: Game) -> Hand:
    if hand.is_finished:
        return Hand(hand.acts, frozenset(), is_finished=True)
    now = deal_of(after(deal, hand.acts))
    tricks = (*now.tricks, *(() if now.trick is None else (now.trick,)))
    played = (play.tile for trick in tricks for play in trick.plays)
    return Hand(hand.acts, frozenset((*now.dealt[SEAT], *played)), is_finished=False)


async def hidden_tiles(stage: Stage, day: date) -> frozenset[Tile]:
    """Return the tiles of a day that nobody knows who has not seen one played by another seat."""
    found = await read_day(stage, day)
    assert found is not None
    deal = deal_of(dealt(day, found.secret))
    seen = (hand.seen for hand in found.hands.values())
    return frozenset(t for tiles in deal.dealt for t in tiles).difference(deal.dealt[SEAT], *seen)


async def view_of(stage: Stage, day: date, user_id: str) -> DailyView:
    """Return a person's view of a day."""
    return await stage.bot.services.daily.look(int(user_id), day)


async def turn_boards(stage: Stage) -> None:
    """Bring the boards of days and weeks up to date now."""
    boards = stage.bot.services.daily_boards
    await boards.look_again(int(stage.sandbox.guild_id))
    for due in await stage.store.day_boards.due_boards(math.inf, None, 1000):
        shown = await (boards._week(due) if due.week else boards._day(due))
        if shown is not None:
            await boards._messages.show(*shown, uuid4().hex)  # whatever it shows already


async def settle(stage: Stage) -> None:
    """Wait until the experts have played, and every screen shows it."""
    services = stage.bot.services
    tables = services.tables
    while any(is_hand(each) for each in (*timers(tables), *waked(tables))):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await services.daily._background.idle()
    readers = services.daily_panels._readers.values()
    while tasks := [each.task for each in readers if each.task and not each.task.done()]:
        await asyncio.wait(tasks)
    await stage.wait_for_screens()


async def pass_time(stage: Stage) -> None:
    """Open and close the days that are due, and send reminders."""
    await stage.bot.services.daily._turn()
    await stage.bot.services.daily._remind_step()


async def prepare(stage: Stage, listed: Sequence[str], board_channel: str) -> None:
    """Put people on the server's leaderboards, and choose the channel of its boards."""
    here = int(stage.sandbox.guild_id)
    await put_on_boards(stage.store.real.database, here, *map(int, listed))
    await stage.store.servers.save_server_settings(here, daily_channel=int(board_channel))


def excess_of_copy(copy: Mapping[str, Any], day: Day, user_id: str) -> list[str]:
    """Find what a copy of a person's data tells of an open day besides their own acts so far."""
    hand = day.hands.get(user_id)
    found = list[str]()
    for row in copy.get("daily_hands", ()):
        if row["day"] != day.date.isoformat():
            continue
        if hand is None or row["acts"] != list(hand.acts):
            found.append("other acts")
        is_over = hand is not None and hand.is_finished
        if not is_over and any(row[name] is not None for name in OUTCOME):
            found.append("a result before the end")
    return found


def without_hands(text: str) -> str:
    """Return a text file without what `excess_of_copy` checks in a copy of somebody's data.

    A bid in a copy looks like a tile, and a vote has the tiles that the person typed.
    """
    found = json.loads(text)
    if "data" not in found:
        return text
    found["data"].pop("votes", None)
    for row in found["data"].get("daily_hands", ()):
        row.update(dict.fromkeys(("acts", *OUTCOME)))
    return json.dumps(found)
