"""The store: tables, events, results, messages, and people in one database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from .asked.votes import VoteStore
from .backup import copy_sqlite
from .daily.days import DayStore
from .daily.reminders import ReminderStore
from .daily.scores import DayScoreStore
from .database import Database, StoreObserver, parse_url
from .errors import StoreFailure
from .events import EventStore
from .host.heartbeats import HeartbeatStore
from .host.orders import HostStore
from .host.reports import ReportStore
from .migrate import migrate, require_newest
from .own_data import OwnDataStore
from .people import PeopleStore
from .private_files import FOLDER_MODE, make_private_file
from .processes import ProcessStore
from .redraws import RedrawStore
from .results import ResultStore
from .retention import RetentionStore
from .sent.dm_channels import DmChannelStore
from .sent.posted import MessageStore
from .sent.undelivered import UndeliveredStore
from .servers import ServerStore
from .stats import leaderboard, profiles
from .stats.recount import is_uncounted, recount
from .tables import TableStore

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
        self.tables = TableStore(database)
        self.results = ResultStore(database)
        self.days = DayStore(database)
        self.day_scores = DayScoreStore(database)
        self.reminders = ReminderStore(database)
        self.events = EventStore(database)
        self.people = PeopleStore(database)
        self.servers = ServerStore(database)
        self.messages = MessageStore(database)
        self.undelivered = UndeliveredStore(database)
        self.dm_channels = DmChannelStore(database)
        self.redraws = RedrawStore(database)
        self.votes = VoteStore(database)
        self.own_data = OwnDataStore(database)
        self.retention = RetentionStore(database)
        self.reports = ReportStore(database)
        self.host = HostStore(database)
        self.heartbeats = HeartbeatStore(database)

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

    # leaderboards and profiles
    ranking = _reads(leaderboard.ranking)
    standing = _reads(leaderboard.standing)
    details = _reads(profiles.details)
    is_on_leaderboards = _reads(profiles.is_on_leaderboards)
    set_on_leaderboards = _writes(profiles.set_on_leaderboards)
