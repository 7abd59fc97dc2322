"""The store: tables, events, results, messages, and people in one database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.tables.model import Change

from . import (
    finished,
    own_data,
    people,
    redraws,
    results,
    retention,
    tables,
)
from . import server_settings as servers
from .asked.votes import VoteStore
from .backup import copy_sqlite
from .daily import boards as daily_boards
from .daily import hands as daily
from .database import Database, StoreObserver, parse_url
from .errors import StoreFailure
from .events import EventStore
from .host import heartbeats, now, orders, run_times
from .host import reports as host_reports
from .migrate import migrate, require_newest
from .private_files import FOLDER_MODE, make_private_file
from .processes import ProcessStore
from .sent import dm_channels
from .sent import posted as sent
from .sent import undelivered as refused
from .sent import welcomes as sent_welcomes
from .stats import game_facts, leaderboard, profiles, ratings
from .stats.recount import is_uncounted, recount

P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Connection, P], T]
Method = Callable[Concatenate["SqlStore", P], Coroutine[Any, Any, T]]


async def open_store(
    url: str,
    *,
    backups: Path | None = None,
    busy_seconds: float = 5.0,
    connections: int | None = None,
    observer: StoreObserver | None = None,
    read_only: bool = False,
    upgrades: bool = True,
) -> SqlStore:
    """Open a database, creating or migrating it if needed.

    `url`: `sqlite:///file` or `postgresql://…`. `backups`: the folder for a copy of a SQLite file
    before a migration. `busy_seconds`: how long to wait for another writer of the same SQLite file.
    `connections`: the most to open to PostgreSQL, which must allow them. `observer`: receives
    measurements. `read_only`: change nothing. `upgrades`: create or migrate; without it, as with
    `read_only`, the schema must be the newest. Raises BadDatabaseUrl, UnknownSchema or
    StoreFailure, StillServed among them; without an upgrade also OlderSchema. The caller closes
    the store.
    """
    address = parse_url(url)
    database = Database(
        address,
        busy_seconds=busy_seconds,
        connections=connections,
        observer=observer,
        read_only=read_only,
    )
    try:
        if connections is not None:
            await database.require(connections)
        if read_only or not upgrades:
            await require_newest(database)
        else:
            if database.file is not None:
                database.file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
                make_private_file(database.file)
            await migrate(database, backups)
            if await database.read(is_uncounted):
                await database.write(recount)
    except BaseException:
        await database.close()
        raise
    return SqlStore(database)


def _reads(query: Query[P, T]) -> Method[P, T]:
    """Turn a query into a method of the store."""

    @wraps(query)
    async def method(self: SqlStore, /, *args: P.args, **options: P.kwargs) -> T:
        return await self._database.read(lambda connection: query(connection, *args, **options))

    return method


def _writes(job: Query[P, T]) -> Method[P, T]:
    """Turn a job into a method of the store that returns once its writes are on disk."""

    @wraps(job)
    async def method(self: SqlStore, /, *args: P.args, **options: P.kwargs) -> T:
        return await self._database.write(lambda connection: job(connection, *args, **options))

    return method


class SqlStore:
    """Implements the store ports of tables, events, the publisher, and stats.

    A method's writes are on disk when it returns. Every method raises `StoreFailure` on a database
    failure; then nothing was changed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.events = EventStore(database)
        self.votes = VoteStore(database)

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        await self._database.close()

    def processes(self) -> ProcessStore | None:
        """Coordinate with other processes on PostgreSQL; None for SQLite, which has one."""
        connect = self._database.connect
        return None if connect is None else ProcessStore(self._database, connect)

    async def ping(self) -> None:
        """Check that the database answers. Raises StoreFailure."""
        await self._database.read(
            lambda connection: connection.exec_driver_sql("SELECT 1").scalar()
        )

    async def backup(self, path: Path) -> None:
        """Copy the SQLite file to `path` while it is in use; for PostgreSQL use `pg_dump`."""
        if self._database.file is None:
            raise StoreFailure("back up PostgreSQL with pg_dump")
        await asyncio.to_thread(copy_sqlite, self._database.file, path)

    async def commit(self, change: Change) -> None:
        """Save a change; raise Conflict if another version is stored, or an act is not new."""
        await self._database.write(partial(tables.commit, change=change))
        if self._database.observer is not None:
            game = None if change.game is None else change.game.game
            self._database.observer.table_saved(
                len(change.acts), hand=change.hand is not None, game=game
            )

    # tables
    create = _writes(tables.create)
    load = _reads(tables.load)
    live_tables = _reads(tables.live_tables)
    tables_of = _reads(tables.tables_of)
    wakes = _reads(tables.wakes)
    seat_log = _reads(results.seat_log)
    shake_of = _reads(tables.shake_of)
    draw_of = _reads(tables.draw_of)

    # finished hands and games
    hands = _reads(results.hands)
    last_game = _reads(results.last_game)
    game_of_hand = _reads(finished.game_of_hand)
    hands_of = _reads(finished.hands_of)
    games_of = _reads(finished.games_of)
    names = _reads(finished.names)
    rated = _reads(ratings.rated_game)

    # messages
    posted_about = _reads(sent.posted_about)
    posted_under = _reads(sent.posted_under)
    posted_boards_since = _reads(sent.posted_boards_since)
    put_posted = _writes(sent.put_posted)
    drop_posted = _writes(sent.drop_posted)
    last_occasion = _reads(sent.last_occasion)
    leaving_posted = _reads(sent.leaving_posted)
    newest_posted = _reads(sent.newest_posted)
    outdated_posted = _reads(sent.outdated_posted)
    forget_posted = _writes(sent.forget_posted)
    forget_posted_before = _writes(sent.forget_posted_before)
    sweep_shared = _writes(sent.sweep_shared)
    welcome_channels = _reads(sent_welcomes.welcome_channels)
    dm_channel = _reads(dm_channels.dm_channel)
    save_dm_channel = _writes(dm_channels.save_dm_channel)
    take_dm_opening = _writes(dm_channels.take_dm_opening)

    # refused messages
    undelivered = _reads(refused.undelivered)
    save_undelivered = _writes(refused.save_undelivered)
    drop_undelivered = _writes(refused.drop_undelivered)
    undelivered_boards = _reads(refused.undelivered_boards)
    drop_undelivered_boards = _writes(refused.drop_undelivered_boards)
    people_to_tell = _reads(refused.people_to_tell)
    untold = _reads(refused.untold)
    mark_told_undelivered = _writes(refused.mark_told_undelivered)
    sweep_undelivered = _writes(refused.sweep_undelivered)

    # the daily hand
    open_day = _writes(daily.open_day)
    load_day = _reads(daily.load_day)
    open_days = _reads(daily.open_days)
    close_day = _writes(daily.close_day)
    extend_day = _writes(daily.extend_day)
    withdraw_day = _writes(daily.withdraw_day)
    offered_days = _reads(daily.offered_days)
    load_hand = _reads(daily.load_hand)
    begin_hand = _writes(daily.begin_hand)
    save_acts = _writes(daily.save_acts)
    save_par = _writes(daily.save_par)
    is_marked = _reads(daily.is_marked)
    unfinished = _reads(daily.unfinished)
    day_facts = _reads(daily.day_facts)
    days_played = _reads(daily.days_played)
    week_totals = _reads(daily.week_totals)
    expert_scores = _reads(daily.expert_scores)
    save_expert_score = _writes(daily.save_expert_score)
    set_daily_reminder = _writes(daily.set_daily_reminder)
    daily_reminder = _reads(daily.daily_reminder)
    daily_reminders_due = _reads(daily.daily_reminders_due)
    mark_reminded = _writes(daily.mark_reminded)
    lowest_scores = _reads(daily.lowest_scores)
    daily_channels = _reads(daily_boards.daily_channels)
    finishers = _reads(daily_boards.finishers)

    # preferences and server settings
    preferences = _reads(people.preferences)
    knows_game = _reads(people.knows_game)
    save_choices = _writes(people.save_choices)
    play_choices = _reads(people.play_choices)
    server_settings = _reads(servers.server_settings)
    save_server_settings = _writes(servers.save_server_settings)
    servers_without_pictures = _reads(servers.servers_without_pictures)

    # retention
    date_anew = _writes(retention.date_anew)
    sweep_tables = _writes(retention.sweep_tables)
    sweep_events = _writes(retention.sweep_events)
    forget_servers = _writes(retention.forget_servers)
    sweep_days = _writes(daily.sweep_days)
    servers_here = _reads(retention.servers_here)
    server_here = _writes(retention.server_here)
    server_left = _writes(retention.server_left)

    # reports to the host
    add_report = _writes(host_reports.add_report)
    reports = _reads(host_reports.reports)
    waiting_reports = _reads(host_reports.waiting_reports)
    mark_told = _writes(host_reports.mark_told)
    reports_of = _reads(host_reports.reports_of)
    save_report_message = _writes(host_reports.save_report_message)
    sweep_reports = _writes(host_reports.sweep_reports)

    # what the host orders
    block = _writes(orders.block)
    unblock = _writes(orders.unblock)
    blocked = _reads(orders.blocked)
    live_in_blocked_servers = _reads(orders.live_in_blocked_servers)
    order_close = _writes(orders.order_close)
    close_orders = _reads(orders.close_orders)
    drop_close_order = _writes(orders.drop_close_order)

    # the processes that run
    beat = _writes(heartbeats.beat)
    drop_heartbeat = _writes(heartbeats.drop_heartbeat)
    down_time = _reads(run_times.down_time)
    heartbeats = _reads(heartbeats.heartbeats)
    in_use = _reads(now.in_use)

    # one person's data
    about = _reads(own_data.about)
    tables_naming = _reads(own_data.tables_naming)
    events_naming = _reads(own_data.events_naming)
    screens_naming = _reads(own_data.screens_naming)
    counts = _reads(own_data.counts)
    has_seen = _reads(own_data.has_seen)
    begin_deletion = _writes(own_data.begin_deletion)
    unfinished_deletions = _reads(own_data.unfinished_deletions)
    delete_some = _writes(own_data.delete_some)
    take_redraw = _writes(redraws.take_redraw)
    drop_redraw = _writes(redraws.drop_redraw)
    next_redraw_at = _reads(redraws.next_redraw_at)

    # leaderboards and profiles
    ranking = _reads(leaderboard.ranking)
    standing = _reads(leaderboard.standing)
    details = _reads(profiles.details)
    game_fact = _reads(game_facts.game_fact)
    is_on_leaderboards = _reads(profiles.is_on_leaderboards)
    set_on_leaderboards = _writes(profiles.set_on_leaderboards)
