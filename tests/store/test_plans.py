"""Hot queries use an index instead of scanning a table."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert

from bot.asked.model import DueVote
from bot.daily.model import DueBoard
from bot.stats.views import LeaderboardQuery, Order
from bot.store import Store, finishing, own_data, schema, tables
from bot.store.asked.votes import VoteStore
from bot.store.daily import boards, due_boards
from bot.store.daily.boards import DayBoardStore
from bot.store.daily.closing import ClosingStore
from bot.store.daily.scores import lowest_scores
from bot.store.events import EventStore
from bot.store.own_data import OwnDataStore
from bot.store.results import ResultStore
from bot.store.retention import RetentionStore
from bot.store.sent import posted
from bot.store.sent.posted import MessageStore
from bot.store.stats.leaderboard import LeaderboardStore
from bot.store.stats.profiles import ProfileStore
from bot.store.tables import TableStore
from bot.tables.model import Status
from bot.values.posted import Posted, PostedKey, PostedKind, PostedState
from tests.bench.support.finished import fill

from .samples import GUILD, game, hand, next_change, save_played_table, shake, table

SCANNED_NEVER = (
    *("seats", "standings", "partners", "ratings", "people", "hands", "hand_players"),
    *("games", "game_players", "acts", "seat_log", "posted", "events", "event_players"),
    *("daily_hands", "server_settings", "due_boards", "votes"),
)
BOARD = Posted(PostedKey(PostedKind.BOARD, "k3f9q2", 1), 1, GUILD, 500, 600)
DAY = date(2026, 11, 23)
DUE = DueBoard(DAY, GUILD, week=False, due_at=1.0, tries=0, mark="seen")
HANDS = "somebody's hands, newest first"
FEW = r" USING (COVERING )?INDEX (people_off_leaderboards|posted_leaving)"  # they hold few rows
BY_PERSON = {
    *("acts_user", "tables_host", "seats_dealt", "events_host", "event_players_wish"),
    *("hand_players_user", "game_players_user", "seat_log_user", "redraws_user"),
}
LISTS = ("somebody's games, newest first", "somebody's games everywhere", HANDS)


def on(method: Any, /, *args: Any, **options: Any) -> Callable[[Connection], object]:
    """Build a job that runs the query of a topic's method in a given transaction."""
    return lambda connection: method.__wrapped__(None, connection, *args, **options)


LOOKUPS: dict[str, tuple[Callable[[Connection], object], set[str]]] = {
    "live tables of a server": (
        on(TableStore.live_tables, guild_id=GUILD, channel_id=None, event_id=None),
        {"tables_live_guild"},
    ),
    "live tables of a channel": (
        on(TableStore.live_tables, guild_id=None, channel_id=500, event_id=None),
        {"tables_live_channel"},
    ),
    "live tables of an event": (
        on(TableStore.live_tables, guild_id=None, channel_id=None, event_id="ev3n7s"),
        {"tables_live_event"},
    ),
    "tables of a person": (
        on(TableStore.tables_of, user_id=11),
        {"seats_user", "seats_reserved"},
    ),
    "tables whose clock runs": (on(TableStore.wakes), {"tables_waking"}),
    "a table": (on(TableStore.load, table_id="k3f9q2"), set()),
    "the number of the next table": (
        partial(tables._assign_number, table=table()),
        {"tables_live"},
    ),
    "the seat log of a table": (partial(finishing.seat_log, table_id="k3f9q2"), set()),
    **{
        f"the board by {order}": (
            on(
                LeaderboardStore.ranking,
                guild_id=GUILD,
                asked=LeaderboardQuery(order),
                now=1.0,
                after=0,
                count=10,
                me=11,
            ),
            {"partners" if order is Order.PARTNERS else "standings", "people_off_leaderboards"},
        )
        for order in (Order.RATING, Order.WINS, Order.PARTNERS, Order.FASTEST)
    },
    "a profile": (
        on(ProfileStore.details, guild_id=GUILD, user_id=11),
        {"game_players_user", "hand_players_user", "rating_changes_user"},
    ),
    "a fact about somebody's game": (
        on(ResultStore.game_fact, user_id=11, table_id="ended2", game_no=1),
        {"game_players_user", "hand_players_user"},
    ),
    "somebody's games, newest first": (
        on(ResultStore.games_of, user_id=11, guild_id=GUILD, game="42", after=0, count=10),
        {"game_players_user"},
    ),
    "somebody's games everywhere": (
        on(ResultStore.games_of, user_id=11, guild_id=None, game=None, after=0, count=10),
        {"game_players_user"},
    ),
    HANDS: (
        on(ResultStore.hands_of, user_id=11, guild_id=GUILD, count=50),
        {"hand_players_user"},
    ),
    "the game of a hand": (
        on(ResultStore.game_of_hand, table_id="k3f9q2", hand_no=1),
        set(),
    ),
    "the hands of a game": (on(ResultStore.hands, table_id="k3f9q2", game_no=1), set()),
    "the last game of a table": (on(ResultStore.last_game, table_id="k3f9q2"), set()),
    "events of a channel": (
        on(EventStore.live_events, channel_id=500, guild_id=None),
        {"events_live"},
    ),
    "events of a server": (
        on(EventStore.live_events, channel_id=None, guild_id=GUILD),
        {"events_live_guild"},
    ),
    "what is known of a person": (
        on(OwnDataStore.about, user_id=11),
        {*BY_PERSON, "seats_user", "seats_reserved", "posted_user", "partners_partner"},
    ),
    "how much is known of a person": (on(OwnDataStore.counts, user_id=11), BY_PERSON),
    "a person's tables, to leave them": (
        on(OwnDataStore.tables_naming, user_id=11),
        {"tables_host", "seats_dealt"},
    ),
    "a person's events, to leave them": (
        on(OwnDataStore.events_naming, user_id=11),
        {"events_host", "event_players_wish"},
    ),
    "messages with a person's name": (
        on(OwnDataStore.screens_naming, user_id=11, since=1.0),
        {"posted_user", "seat_log_user", "events_host", "event_players_wish"},
    ),
    "messages about a table": (
        on(MessageStore.posted_about, "k3f9q2", *posted.OF_TABLES),
        set(),
    ),
    "a message that takes the place of others": (
        on(MessageStore.put_posted, posted=BOARD, older=PostedState.OVER),
        set(),
    ),
    "a message that is gone": (on(MessageStore.drop_posted, posted=BOARD), set()),
    "messages to retire or delete": (on(MessageStore.leaving_posted), {"posted_leaving"}),
    "the newest message of reports": (
        on(MessageStore.newest_posted, kind=PostedKind.REPORTS, user_id=11),
        set(),
    ),
    "outdated messages": (
        on(MessageStore.outdated_posted, PostedKind.REPORTS, PostedKind.DAY_BOARD),
        set(),
    ),
    "what a person shared": (
        on(MessageStore.posted_under, key=PostedKey(PostedKind.SHARED, "daily20261125", 500, 11)),
        set(),
    ),
    "messages shared long ago": (
        on(RetentionStore.sweep_shared, before=1.0, limit=500),
        {"posted_shared"},
    ),
    "votes that are due": (
        on(VoteStore.due_votes, by=1.0, after=DueVote("a", GUILD, 0.5), limit=100),
        {"votes_due"},
    ),
    "votes that are due next": (on(VoteStore.votes_due_after, at=1.0, limit=1), {"votes_due"}),
    "a person's votes": (on(VoteStore.votes_of, host_id=11), {"votes_host"}),
    "votes of deleted messages": (
        on(VoteStore.votes_shown_by, message_ids=[600, 601]),
        {"posted_votes"},
    ),
    "messages about something that is over": (
        partial(posted.forget_all, kinds=[PostedKind.VOTE], about=["a"]),
        set(),
    ),
    "boards of days before one": (
        on(DayBoardStore.forget_boards_before, day=DAY, limit=100),
        set(),
    ),
    "boards that are due": (
        on(DayBoardStore.due_boards, now=1.0, after=DUE, limit=100),
        {"due_boards_due"},
    ),
    "days whose boards are due everywhere": (
        on(DayBoardStore.due_everywhere, now=1.0),
        {"due_boards_every_server"},
    ),
    "a server's board of a day": (
        partial(boards._finishers, guild_id=GUILD, day=DAY),
        {"daily_hands_guild"},
    ),
    "a server's board of a week": (
        partial(boards._week_players, guild_id=GUILD, sunday=DAY, least=4),
        {"daily_hands_guild"},
    ),
    "servers with a board of a day": (
        on(DayBoardStore.mark_boards_of_day, day=DAY, after=7, limit=100),
        set(),
    ),
    "servers that may have a board of a week": (
        on(DayBoardStore.mark_boards_of_week, sunday=DAY, after=7, limit=100),
        set(),  # by the servers' ids, or by the index of those with a channel
    ),
    "whether a week was played in a server": (
        partial(boards._has_played, guild_id=GUILD, sunday=DAY),
        {"daily_hands_guild"},
    ),
    "closed days that are not settled": (
        on(ClosingStore.unsettled_days),
        {"daily_days_unsettled"},
    ),
    "unfinished hands of a closed day": (
        on(ClosingStore.drop_unfinished, day=DAY, after=7, limit=100),
        set(),
    ),
    "hands of a day that are swept": (
        on(RetentionStore.sweep_day, day=DAY, after=7, limit=100),
        set(),
    ),
    "the lowest scores of a week": (
        partial(lowest_scores, first=DAY, last=DAY),
        {"daily_days_unsettled"},
    ),
    "the boards with a person's newest hands": (
        partial(due_boards.mark_person, user_id=11),
        {"daily_hands_user"},
    ),
    "the boards of people after their first game": (
        partial(due_boards.mark_first_games, guild_id=GUILD, people=(11, 12)),
        set(),
    ),
    "the rows to take a person out of": (
        on(OwnDataStore.delete_some, user_id=99, limit=500),
        BY_PERSON,
    ),
}


def _plans(
    job: Callable[[Connection], object],
    connection: Connection,
    *verbs: str,
) -> list[str]:
    """Run a job and collect the query plan of each statement, one line per step.

    `verbs`: how the statements begin, by default all but those that only insert.
    """
    wanted = verbs or ("SELECT", "WITH", "UPDATE", "DELETE")
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _: Any, many: bool) -> None:
        if statement.lstrip().upper().startswith(wanted) and "advisory" not in statement:
            asked.append((statement, parameters[0] if many else parameters))

    event.listen(connection, "before_cursor_execute", note)
    job(connection)
    event.remove(connection, "before_cursor_execute", note)
    prefix = "EXPLAIN" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    lines: list[str] = []
    for statement, parameters in asked:
        rows = connection.exec_driver_sql(f"{prefix} {statement}", parameters)
        lines += [str(row[-1]) for row in rows]
    return lines


async def test_each_lookup_uses_an_index(store: Store) -> None:
    await store.tables.create(table(event_id="ev3n7s", number=1, wake_at=5.0), shake())
    for number in (2, 3):
        await save_played_table(store, f"ended{number}", [hand()], game(), number=number)
    ended = await store.tables.create(table("ended1"), shake())
    await store.tables.commit(next_change(ended, status=Status.CLOSED))

    def plans(job: Callable[[Connection], object], connection: Connection) -> list[str]:
        if connection.dialect.name == "postgresql":  # it would scan so few rows
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        with connection.begin_nested() as undone:  # so that the next one finds the same rows
            found = _plans(job, connection)
            undone.rollback()
        return found

    for name, (job, indexes) in LOOKUPS.items():
        found = await store.database.write(partial(plans, job))
        assert found, name
        for line in found:
            assert "SCAN tables" not in line or "USING" in line, (name, found)
            for scanned in SCANNED_NEVER:
                assert not re.search(rf"SCAN {scanned}\b(?!{FEW})", line), (name, found)
            assert "Seq Scan" not in line, (name, found)
        for index in indexes:
            assert any(index in line for line in found), (name, found)


@pytest.mark.slow
async def test_lists_of_somebodys_games_and_hands_read_nobody_elses(store: Store) -> None:
    await fill(store, GUILD, hand(), 20_000, range(11, 20))
    for name in LISTS:
        found = await store.database.read(partial(_plans, LOOKUPS[name][0]))
        assert found
        for line in found:  # PostgreSQL has no statistics of so new tables
            assert not re.search(r"Seq Scan on (games|hands|tables|hand_players|game_pl)", line), (
                name,
                found,
            )


async def test_a_copy_of_somebodys_data_leaves_room_between_its_steps(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.tables.create(table(), shake())
    sat = {"table_id": "k3f9q2", "event": "sat", "seat": 0, "user_id": 99, "hand_no": 1, "at": 1.0}
    rows = [sat | {"number": number} for number in range(1000)]
    await store.database.write(lambda each: each.execute(insert(schema.seat_log), rows))
    turn = 0
    handled = 0
    held_up = Counter[int]()
    loops = threading.current_thread()
    own = own_data._own

    def counted(*row: Any) -> Any:
        nonlocal handled
        handled += 1
        held_up[turn] += threading.current_thread() is loops
        return own(*row)

    async def turns() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(own_data, "_own", counted)
    others = asyncio.create_task(turns())
    found = await store.own_data.about(99)
    others.cancel()
    assert len(found["seat_log"]) == handled == 1000
    assert max(held_up.values()) <= own_data.IN_STEPS["yield_per"]


async def test_a_deletion_finds_each_row_by_its_key(store: Store) -> None:
    await store.tables.create(table(), shake())
    sat = {"table_id": "k3f9q2", "event": "sat", "seat": 0, "user_id": 99, "hand_no": 1, "at": 1.0}

    def plans(connection: Connection) -> list[str]:
        rows = [sat | {"number": number} for number in range(1000)]
        connection.execute(insert(schema.seat_log), rows)
        job = on(OwnDataStore.delete_some, user_id=99, limit=500)
        return _plans(job, connection, "UPDATE SEAT_LOG")

    found = " ".join(await store.database.write(plans))
    key = r"USING PRIMARY KEY \(table_id=\? AND number=\?\)|Cond: .*table_id.* AND .*number"
    assert re.search(key, found), found
    assert "Filter" not in found
