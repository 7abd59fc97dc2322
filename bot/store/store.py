"""The store: tables, events, results, messages, and people in one database."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from .asked.votes import VoteStore
from .backup import copy_sqlite
from .daily.boards import DayBoardStore
from .daily.closing import ClosingStore
from .daily.days import DayStore
from .daily.reminders import ReminderStore
from .daily.scores import DayScoreStore
from .database import Database, StoreObserver, parse_url
from .errors import StoreFailure
from .events import EventStore
from .host.heartbeats import HeartbeatStore
from .host.orders import HostStore
from .host.refusals import RefusalStore
from .host.reports import ReportStore
from .host.session_starts import SessionStartStore
from .migrate import migrate, require_newest
from .own_data import OwnDataStore
from .people import PeopleStore
from .plans.plans import PlanStore
from .private_files import FOLDER_MODE, make_private_file
from .processes import ProcessStore
from .redraws import RedrawStore
from .results import ResultStore
from .retention import RetentionStore
from .sent.alerts import AlertStore
from .sent.dm_channels import DmChannelStore
from .sent.pings import PingStore
from .sent.posted import MessageStore
from .sent.undelivered import UndeliveredStore
from .servers import ServerStore
from .settings.blocks import PersonBlockStore
from .settings.invitations import InvitationStore
from .settings.presets import PresetStore
from .settings.wrong_codes import WrongCodeStore
from .stats.leaderboard import LeaderboardStore
from .stats.profiles import ProfileStore
from .stats.recount import is_uncounted, recount
from .tables import TableStore


async def open_store(
    url: str,
    *,
    backups: Path | None = None,
    busy_seconds: float = 5.0,
    connections: int | None = None,
    observer: StoreObserver | None = None,
    read_only: bool = False,
    upgrades: bool = True,
) -> Store:
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
    return _store_in(database)


@dataclass(frozen=True, slots=True)
class Store:
    """A database, by topics. A room gets those that it uses."""

    database: Database
    tables: TableStore
    results: ResultStore
    days: DayStore
    day_scores: DayScoreStore
    day_boards: DayBoardStore
    closings: ClosingStore
    reminders: ReminderStore
    events: EventStore
    people: PeopleStore
    servers: ServerStore
    presets: PresetStore
    blocks: PersonBlockStore
    invitations: InvitationStore
    wrong_codes: WrongCodeStore
    messages: MessageStore
    undelivered: UndeliveredStore
    dm_channels: DmChannelStore
    pings: PingStore
    alerts: AlertStore
    redraws: RedrawStore
    votes: VoteStore
    plans: PlanStore
    own_data: OwnDataStore
    retention: RetentionStore
    reports: ReportStore
    host: HostStore
    heartbeats: HeartbeatStore
    session_starts: SessionStartStore
    refusals: RefusalStore
    leaderboards: LeaderboardStore
    profiles: ProfileStore

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        await self.database.close()

    def processes(self) -> ProcessStore | None:
        """Coordinate with other processes on PostgreSQL; None for SQLite, which has one."""
        connect = self.database.connect
        return None if connect is None else ProcessStore(self.database, connect)

    async def ping(self) -> None:
        """Check that the database answers. Raises StoreFailure."""
        await self.database.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())

    async def backup(self, path: Path) -> None:
        """Copy the SQLite file to `path` while it is in use; for PostgreSQL use `pg_dump`."""
        if self.database.file is None:
            raise StoreFailure("back up PostgreSQL with pg_dump")
        await asyncio.to_thread(copy_sqlite, self.database.file, path)


def _store_in(database: Database) -> Store:
    return Store(
        database,
        tables=TableStore(database),
        results=ResultStore(database),
        days=DayStore(database),
        day_scores=DayScoreStore(database),
        day_boards=DayBoardStore(database),
        closings=ClosingStore(database),
        reminders=ReminderStore(database),
        events=EventStore(database),
        people=PeopleStore(database),
        servers=ServerStore(database),
        presets=PresetStore(database),
        blocks=PersonBlockStore(database),
        invitations=InvitationStore(database),
        wrong_codes=WrongCodeStore(database),
        messages=MessageStore(database),
        undelivered=UndeliveredStore(database),
        dm_channels=DmChannelStore(database),
        pings=PingStore(database),
        alerts=AlertStore(database),
        redraws=RedrawStore(database),
        votes=VoteStore(database),
        plans=PlanStore(database),
        own_data=OwnDataStore(database),
        retention=RetentionStore(database),
        reports=ReportStore(database),
        host=HostStore(database),
        heartbeats=HeartbeatStore(database),
        session_starts=SessionStartStore(database),
        refusals=RefusalStore(database),
        leaderboards=LeaderboardStore(database),
        profiles=ProfileStore(database),
    )
