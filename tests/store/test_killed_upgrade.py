"""An upgrade that is killed between two steps changes nothing, and the next start ends it."""

from __future__ import annotations

import hmac
import json
import random
from datetime import date

import pytest

from bot.daily.days import Calendar
from bot.daily.hand import SEAT, after, dealt, seat_in_turn
from bot.daily.kept import DayHands
from bot.daily.model import StoredDay, StoredHand
from bot.daily.table import table_id_of
from bot.store import Store, open_store
from bot.store.errors import Conflict
from bot.tables.model import Status, TableClock
from tests.daily.filled import line_of_play
from tests.support.clocks import YieldingClock
from tests.support.daily_house import PlainExperts

from .killed_upgrade import upgrade
from .upgrades import Rows, empty, load_old, rows_of, run

pytestmark = pytest.mark.slow

STRIPPED_DAY = date(2026, 9, 1)
CLOSED_DAY = date(2026, 11, 22)
DAY = date(2026, 11, 23)
SECRET = b"s" * 32
KEY = b"k" * 32
CALENDAR = Calendar(9)
IN_TURN, WAITING, FINISHED, CLOSED, STRIPPED, VOID, DELETED, NEW = range(21, 29)
CHANNEL = 5000
EARLIER_DAY = (
    "INSERT INTO daily_days (day, secret, commitment, opened_at, closed_at, swept)"
    " SELECT '{}', secret, commitment, 1.0, 90.0, {} FROM daily_days WHERE day = '{}'"
)
HAND = (
    "INSERT INTO daily_hands (day, user_id, name, version, begun_at, channel_id, message_id, acts,"
    " act_count, finished_at, score, taken, bid, ours, made, tricks)"
    " VALUES ('{}', {}, 'N', '{}', 2.0, {}, {}, '{}', {}, {})"
)
SPREAD = 4
"""How many kills are spread over the steps."""
IN_THE_MIDDLE = 30
"""A step within the upgrade, after others that have changed tables."""


def played(day: date) -> StoredHand:
    """Play out a day's hand, as nobody's."""
    stored = StoredDay(day, "", 1.0, secret=SECRET, key=KEY)
    return line_of_play(stored, random.Random(7))


def in_turn(hand: StoredHand, acts: int) -> int | None:
    """Return the seat in turn after some acts of a hand."""
    return seat_in_turn(after(dealt(hand.date, SECRET), hand.acts[:acts]))


def acts_until(hand: StoredHand, *, person: bool) -> int:
    """Return after how many acts it is first the person's, or an expert's, turn in the tricks."""
    return next(n for n in range(5, 30) if (in_turn(hand, n) == SEAT) is person)


def inserted(
    hand: StoredHand, user: int, acts: int, *, ended: bool = False, version: str = "one"
) -> str:
    """Build the statement that inserts a hand as the version before stored it."""
    out = hand.outcome
    assert out is not None
    end = f"3.0, {out.score}, {out.taken}, '{out.bid}', {out.ours}, {out.made}, '{out.tricks}'"
    values = end if ended else ", ".join(["NULL"] * 7)
    kept = json.dumps(hand.acts[:acts])
    return HAND.format(hand.date, user, version, *message_of(user), kept, acts, values)


def message_of(user: int) -> tuple[int, int]:
    """Return the channel and id of the message with a person's hand."""
    return CHANNEL + user, (CHANNEL + user) << 22


def statements() -> list[str]:
    """Build days and hands of every kind."""
    today = played(DAY)
    whole = len(today.acts)
    mark = hmac.digest(KEY, f"{DAY}:{DELETED}".encode(), "sha256").hex()
    return [
        EARLIER_DAY.format(CLOSED_DAY, "false", DAY),
        EARLIER_DAY.format(STRIPPED_DAY, "true", DAY),
        inserted(today, IN_TURN, acts_until(today, person=True)),
        inserted(today, WAITING, acts_until(today, person=False)),
        inserted(today, FINISHED, whole, ended=True),
        inserted(played(CLOSED_DAY), CLOSED, len(played(CLOSED_DAY).acts), ended=True),
        inserted(played(STRIPPED_DAY), STRIPPED, 0, ended=True),
        inserted(today, VOID, acts_until(today, person=True), version="another"),
        f"INSERT INTO daily_marks (day, mark) VALUES ('{DAY}', '{mark}')",
    ]


async def old_database(url: str) -> Rows:
    """Create a database of the version before with hands of every kind; return its rows."""
    empty(url)
    load_old(url)
    await run(url, *statements())
    return await rows_of(url)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_killed_upgrade_has_changed_all_or_nothing(url: str, every: bool) -> None:
    await old_database(url)
    steps = upgrade(url)
    assert steps is not None
    upgraded = await rows_of(url)
    before = await old_database(url)
    is_upgraded = []
    for step in range(1, steps + 1, 1 if every else steps // SPREAD):
        assert upgrade(url, killed_before=step) is None
        found = await rows_of(url)
        assert found in (before, upgraded)
        is_upgraded.append(found == upgraded)
        if found == upgraded:
            await old_database(url)
    assert not is_upgraded[0]
    assert is_upgraded == sorted(is_upgraded)
    assert upgrade(url) == steps
    assert await rows_of(url) == upgraded


async def test_hands_are_what_they_were_after_a_killed_upgrade(url: str) -> None:
    before = await old_database(url)
    assert upgrade(url, killed_before=IN_THE_MIDDLE) is None
    await (await open_store(url)).close()
    kept = await rows_of(url)
    messages = {row[3]: row[6:8] for row in kept["posted"] if row[0] == "day"}
    people = (IN_TURN, WAITING, FINISHED, CLOSED, VOID)
    assert {user: messages[user] for user in people} == {user: message_of(user) for user in people}
    assert STRIPPED not in messages
    assert sorted(row[:-1] for row in kept["daily_days"]) == sorted(before["daily_days"])
    assert kept["daily_marks"] == before["daily_marks"]
    store = await open_store(url)
    try:
        await check_hands(store)
    finally:
        await store.close()


async def check_hands(store: Store) -> None:
    """Check what became of each hand."""
    clock = YieldingClock(CALENDAR.begins(DAY) + 60)
    hands = DayHands(store.days, store.people, PlainExperts(), CALENDAR, clock, TableClock())
    today = played(DAY)
    found = {}
    for user in (IN_TURN, WAITING, FINISHED, VOID, DELETED, NEW):
        stored = await hands.load(table_id_of(DAY, user))
        found[user] = stored and (stored.table.status, len(stored.acts))
    whole = len(today.acts)
    assert found == {
        IN_TURN: (Status.PLAYING, acts_until(today, person=True)),
        WAITING: (Status.PLAYING, acts_until(today, person=False)),
        FINISHED: (Status.BETWEEN, whole),
        VOID: None,
        DELETED: None,
        NEW: None,
    }
    assert WAITING in [user for _, user, _ in await store.days.waking("one")]
    ended = await store.days.load_hand(DAY, FINISHED)
    assert ended is not None
    assert ended.outcome == today.outcome
    closed = await hands.load(table_id_of(CLOSED_DAY, CLOSED))
    assert closed is not None
    assert closed.table.status is Status.BETWEEN
    assert await hands.load(table_id_of(STRIPPED_DAY, STRIPPED)) is None
    result = await store.days.load_hand(STRIPPED_DAY, STRIPPED)
    assert result is not None
    assert result.outcome is not None
    with pytest.raises(Conflict):
        await store.days.begin_hand(StoredHand(DAY, DELETED, "N", "one", 3.0))
    for user in (NEW, VOID):
        await store.days.begin_hand(StoredHand(DAY, user, "N", "one", 3.0))
