"""The upgrade to schema 0040 carries over every posted message, to the letter."""

from __future__ import annotations

import pytest

from bot.store import open_store
from bot.store.database import Database, parse_url
from bot.store.migrate import migrate
from bot.values.posted import PostedKind

from .samples import GUILD
from .upgrades import START, columns_of, load_old, rows_of, run

pytestmark = pytest.mark.slow

AFTER = "0040"
LATER = {
    *(PostedKind.HELD_SEATS, PostedKind.PLAN, PostedKind.PLAN_CALL),
    *(PostedKind.INVITATION, PostedKind.TRIAL),
}
FORMER = {
    *("surfaces", "event_surfaces", "daily_boards", "report_messages"),
    *("shared_messages", "welcomes"),
}
AT = 1_780_000_000.5
SENT = (1_780_000_000_500 - 1_420_070_400_000 << 22) + 77
"""The id of a message that was posted at AT."""
EPOCH = 1_420_070_400.0
"""When messages with the smallest ids would have been posted."""
MORE = (
    f"""INSERT INTO surfaces
        (table_id, kind, user_id, hand_no, channel_id, message_id, digest, occasion) VALUES
        ('p2h6md', 'board', 0, 1, 501, {SENT}, 'one line', 1),
        ('p2h6md', 'board', 0, 2, 501, {SENT + 1}, 'b2', 4),
        ('p2h6md', 'board', 0, 3, 501, {SENT + 2}, 'b3', 2),
        ('n4w8tz', 'board', 0, 1, 500, {SENT + 3}, 'b4', 1),
        ('n4w8tz', 'board', 0, 2, 500, 0, '', 3),
        ('p2h6md', 'hand', 12, 1, 90, 0, '', 2),
        ('p2h6md', 'hand', 12, 2, 90, {SENT + 4}, 'h2', 1),
        ('p2h6md', 'hand', 12, 3, 90, {SENT + 5}, 'h3', 1),
        ('p2h6md', 'hand', 13, 2, 91, {SENT + 6}, 'h4', 1),
        ('p2h6md', 'ping', 0, 0, 501, {SENT + 7}, 'p1', 9)""",
    f"INSERT INTO event_surfaces VALUES ('ev3n7s', 2, 502, {SENT + 8}, 'e1', 5)",
    f"UPDATE votes SET message_id = {SENT + 9}",
    """INSERT INTO daily_days (day, secret, commitment, opened_at, closed_at, swept)
        SELECT '2026-10-01', secret, 'c0ffee', 1.0, 2.0, true FROM daily_days""",
    *(
        f"""INSERT INTO daily_hands
            (day, user_id, name, version, begun_at, acts, act_count, channel_id, message_id)
            VALUES ('{day}', {user}, 'Ana', 'one', 2.0, '[]', 0, {channel}, {message})"""
        for day, user, channel, message in (
            ("2026-10-01", 11, 92, SENT + 10),
            ("2026-11-23", 11, 92, SENT + 11),
            ("2026-11-23", 13, "NULL", "NULL"),
        )
    ),
    f"""INSERT INTO daily_boards VALUES
        ('2026-11-23', {GUILD}, false, 503, {SENT + 12}, 'd1'),
        ('2026-11-24', {GUILD}, false, 503, {SENT + 13}, ''),
        ('2026-11-22', {GUILD}, true, 503, {SENT + 14}, 'deleted')""",
    f"INSERT INTO report_messages VALUES (9, 11, 7, 93, {SENT + 15}, '', 8.25)",
    f"""INSERT INTO shared_messages VALUES
        (11, 504, {SENT + 17}, {GUILD}, 3.5, NULL),
        (11, 504, {SENT + 16}, {GUILD}, 4.5, NULL),
        (11, 504, {SENT + 18}, {GUILD}, 5.5, 'daily20261123'),
        (12, 504, {SENT + 19}, {GUILD}, 6.5, NULL)""",
    f"""INSERT INTO welcomes VALUES
        (8, 505, {SENT + 20}, 3, 7.5, 0, 0),
        (9, 506, 0, 2, 0.0, 506, {SENT + 21}),
        (10, 507, 0, 0, 0.0, 0, 0)""",
)
DM = 0
ANA = 777_000_777
EXPECTED = [
    ("board", "ended1", 1, 0, 1, GUILD, 4, 5, "", "live", EPOCH),
    ("board", "live01", 1, 0, 1, GUILD, 4, 6, "", "live", EPOCH),
    ("hand", "live01", 1, ANA, 1, DM, 2, 3, "", "live", EPOCH),
    ("hand", "live01", 2, ANA, 1, DM, 2, 0, "", "over", 0.0),
    ("ping", "live01", 1, ANA, 1, GUILD, 2, 3, "", "live", EPOCH),
    ("board", "p2h6md", 1, 0, 1, GUILD, 501, SENT, "one line", "over", AT),
    ("board", "p2h6md", 2, 0, 4, GUILD, 501, SENT + 1, "b2", "over", AT),
    ("board", "p2h6md", 3, 0, 2, GUILD, 501, SENT + 2, "b3", "live", AT),
    ("board", "n4w8tz", 1, 0, 1, GUILD, 500, SENT + 3, "b4", "live", AT),
    ("board", "n4w8tz", 2, 0, 3, GUILD, 500, 0, "", "over", 0.0),
    ("hand", "p2h6md", 1, 12, 2, DM, 90, 0, "", "over", 0.0),
    ("hand", "p2h6md", 2, 12, 1, DM, 90, SENT + 4, "h2", "deleting", AT),
    ("hand", "p2h6md", 3, 12, 1, DM, 90, SENT + 5, "h3", "live", AT),
    ("hand", "p2h6md", 2, 13, 1, DM, 91, SENT + 6, "h4", "live", AT),
    ("ping", "p2h6md", 0, 0, 9, GUILD, 501, SENT + 7, "p1", "live", AT),
    ("event", "over", 1, 0, 1, GUILD, 4, 8, "", "live", EPOCH),
    ("event", "soon", 1, 0, 1, GUILD, 4, 9, "", "live", EPOCH),
    ("event", "ev3n7s", 2, 0, 5, GUILD, 502, SENT + 8, "e1", "live", AT),
    ("vote", "v1", 0, 0, 1, 7, 70, SENT + 9, "", "live", AT),
    ("day", "2026-11-23", 0, 12, 1, DM, 5, 6, "", "live", EPOCH),
    ("day", "2026-11-23", 0, 11, 1, DM, 92, SENT + 11, "", "live", AT),
    ("week board", "2026-11-23", 7, 0, 1, 7, 7, 7, "first", "live", EPOCH),
    ("day board", "2026-11-23", GUILD, 0, 1, GUILD, 503, SENT + 12, "d1", "live", AT),
    ("day board", "2026-11-24", GUILD, 0, 1, GUILD, 503, SENT + 13, "", "live", AT),
    ("week board", "2026-11-22", GUILD, 0, 1, GUILD, 503, 0, "", "over", 0.0),
    ("reports", "", 7, 7, 1, DM, 7, 7, "first", "live", 6.25),
    ("reports", "", 9, 7, 1, DM, 93, SENT + 15, "", "live", 8.25),
    ("shared", "first", 7, 7, 1, 7, 7, 7, "", "live", 6.25),
    ("shared", "", 504, 11, 1, GUILD, 504, SENT + 16, "", "live", 4.5),
    ("shared", "", 504, 11, 2, GUILD, 504, SENT + 17, "", "live", 3.5),
    ("shared", "daily20261123", 504, 11, 1, GUILD, 504, SENT + 18, "", "live", 5.5),
    ("shared", "", 504, 12, 1, GUILD, 504, SENT + 19, "", "live", 6.5),
    ("welcome", "", 7, 0, 7, 7, 7, 7, "", "live", 6.25),
    ("welcome", "", 7, 0, 6, 7, 7, 7, "", "deleting", EPOCH),
    ("welcome", "", 8, 0, 3, 8, 505, SENT + 20, "", "live", 7.5),
    ("welcome", "", 9, 0, 2, 9, 506, 0, "", "over", 0.0),
    ("welcome", "", 9, 0, 1, 9, 506, SENT + 21, "", "deleting", AT),
]


async def test_every_posted_message_is_carried_over(url: str) -> None:
    load_old(url)
    await run(url, *MORE)
    before = await rows_of(url)
    assert all(before[name] for name in FORMER)
    await run(url, target=AFTER)
    after = await rows_of(url)
    assert after.pop("posted") == sorted(EXPECTED, key=repr)
    assert {row[0] for row in EXPECTED} == set(PostedKind) - LATER
    assert before.keys() - after.keys() == FORMER
    changed = {"votes", "daily_hands"}
    assert {name: rows for name, rows in after.items() if name not in changed} == {
        name: rows for name, rows in before.items() if name not in FORMER | changed
    }


async def test_votes_and_daily_hands_keep_all_but_their_messages(url: str) -> None:
    load_old(url)
    await run(url, *MORE)
    before = await rows_of(url)
    dropped = {"votes": ["message_id"], "daily_hands": ["channel_id", "message_id"]}
    old = {name: await columns_of(url, name) for name in dropped}
    await run(url, target=AFTER)
    after = await rows_of(url)
    for name, gone in dropped.items():
        kept = [column for column in old[name] if column not in gone]
        assert await columns_of(url, name) == kept
        numbers = [old[name].index(column) for column in kept]
        rows = [tuple(row[number] for number in numbers) for row in before[name]]
        assert after[name] == sorted(rows, key=repr)


async def test_database_without_any_message_is_upgraded(url: str) -> None:
    database = Database(parse_url(url))
    await migrate(database, None, target=START)
    await database.close()
    await run(url, target=AFTER)
    assert (await rows_of(url))["posted"] == []


async def test_upgraded_vote_has_the_id_of_its_message(url: str) -> None:
    load_old(url)
    await run(url, *MORE)
    store = await open_store(url)
    vote = await store.votes.vote("v1")
    await store.close()
    assert vote is not None
    assert vote.message_id == SENT + 9
