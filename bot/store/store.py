"""The store: tables, events, results, messages and people, in one database."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from bot.events.model import Event
from bot.publisher.ports import EventSurface, Preferences, ServerSettings, Surface
from bot.stats.ports import Ranked
from bot.stats.views import Asked, Board, Details, Standing
from bot.tables.model import NOTHING_SOLE, Change, SeatChange, Shake, Sole, Stored, Table
from bot.tables.past import PastGame, PastHand
from bot.tables.ports import StoreFailure
from bot.tables.rated import Rated
from bot.tables.results import GameRow, HandRow

from . import (
    events,
    finished,
    leaderboard,
    own_data,
    people,
    profiles,
    ratings,
    results,
    retention,
    server_settings,
    tables,
)
from .backup import copy_sqlite
from .database import Database, StoreObserver, parse_url
from .migrate import migrate, require_newest
from .private_files import FOLDER_MODE, make_private_file
from .processes import ProcessStore
from .recount import is_uncounted, recount


async def open_store(
    url: str,
    *,
    backups: Path | None = None,
    busy_seconds: float = 5.0,
    observer: StoreObserver | None = None,
    read_only: bool = False,
) -> SqlStore:
    """Open a database, creating or migrating it if needed.

    `url`: `sqlite:///file` or `postgresql://…`. `backups`: the folder for a copy of a SQLite
    file before its schema changes. `busy_seconds`: how long to wait for another process that
    writes to the same SQLite file. `observer`: measures what is read and written. `read_only`:
    neither create nor migrate it. Raises BadDatabaseUrl, NewerSchema or StoreFailure; with
    `read_only` also OlderSchema. The caller closes the store.
    """
    address = parse_url(url)
    database = Database(address, busy_seconds=busy_seconds, observer=observer, read_only=read_only)
    try:
        if read_only:
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


class SqlStore:
    """Implements the store ports of tables, events, the publisher and stats.

    What a method wrote is on disk when it returns. Every method raises `StoreFailure` when the
    database fails; then nothing was changed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def close(self) -> None:
        """Finish what is being written and close the database."""
        await self._database.close()

    def processes(self) -> ProcessStore | None:
        """Return what several processes share on PostgreSQL; None for SQLite, which has one."""
        connect = self._database.connect
        return None if connect is None else ProcessStore(self._database, connect)

    async def ping(self) -> None:
        """Ask the database for an answer; raise StoreFailure where there is none."""
        await self._database.read(
            lambda connection: connection.exec_driver_sql("SELECT 1").scalar()
        )

    async def backup(self, path: Path) -> None:
        """Copy the SQLite file to `path` while it is in use; PostgreSQL has `pg_dump` for it."""
        if self._database.file is None:
            raise StoreFailure("back up PostgreSQL with pg_dump")
        await asyncio.to_thread(copy_sqlite, self._database.file, path)

    async def create(
        self,
        table: Table,
        shake: Shake,
        seat_log: Sequence[SeatChange] = (),
        sole: Sole = NOTHING_SOLE,
    ) -> Table:
        """Save a new table and return it with its number; raise Conflict as its port says."""
        job = partial(tables.create, table=table, shake=shake, seat_log=seat_log, sole=sole)
        return await self._database.write(job)

    async def load(self, table_id: str) -> Stored | None:
        """Return a table with the shake and the acts of its current hand, or None."""
        return await self._database.read(partial(tables.load, table_id=table_id))

    async def commit(self, change: Change) -> None:
        """Write a change, or raise Conflict: another version is stored, or an act is not new."""
        await self._database.write(partial(tables.commit, change=change))
        if self._database.observer is not None:
            game = None if change.game is None else change.game.game
            self._database.observer.table_saved(
                len(change.acts), hand=change.hand is not None, game=game
            )

    async def live_tables(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        event_id: str | None = None,
    ) -> Sequence[Table]:
        """Return the tables that are not closed, oldest first."""
        wanted = partial(
            tables.live_tables, guild_id=guild_id, channel_id=channel_id, event_id=event_id
        )
        return await self._database.read(wanted)

    async def tables_of(self, user_id: int) -> Sequence[Table]:
        """Return the tables that are not closed where this person has a seat, or reserved one."""
        return await self._database.read(partial(tables.tables_of, user_id=user_id))

    async def wakes(self) -> Sequence[tuple[str, float, int]]:
        """Return id, `wake_at` and server of each table whose clock runs, the soonest first."""
        return await self._database.read(tables.wakes)

    async def seat_log(self, table_id: str) -> Sequence[SeatChange]:
        """Return who came to a table and left it, in order."""
        return await self._database.read(partial(tables.seat_log, table_id=table_id))

    async def shake_of(self, table_id: str, hand_no: int) -> Shake | None:
        """Return the shake of a hand."""
        wanted = partial(tables.shake_of, table_id=table_id, hand_no=hand_no)
        return await self._database.read(wanted)

    async def hands(self, table_id: str, game_no: int) -> Sequence[HandRow]:
        """Return the finished hands of one game, in order."""
        wanted = partial(results.hands, table_id=table_id, game_no=game_no)
        return await self._database.read(wanted)

    async def last_game(self, table_id: str, game_no: int | None = None) -> GameRow | None:
        """Return the newest finished game of a table."""
        return await self._database.read(
            partial(results.last_game, table_id=table_id, game_no=game_no)
        )

    async def game_of_hand(self, table_id: str, hand_no: int) -> int | None:
        """Return the number of the game to which a finished hand belongs, or None."""
        wanted = partial(finished.game_of_hand, table_id=table_id, hand_no=hand_no)
        return await self._database.read(wanted)

    async def hands_of(self, user_id: int, guild_id: int | None, count: int) -> Sequence[PastHand]:
        """Return the newest finished hands of a person, in a server or (None) anywhere."""
        wanted = partial(finished.hands_of, user_id=user_id, guild_id=guild_id, count=count)
        return await self._database.read(wanted)

    async def games_of(
        self, user_id: int, guild_id: int | None, game: str | None, *, after: int, count: int
    ) -> Sequence[PastGame]:
        """Return a person's finished games, the newest first, from place `after` on."""
        wanted = partial(
            finished.games_of,
            user_id=user_id,
            guild_id=guild_id,
            game=game,
            after=after,
            count=count,
        )
        return await self._database.read(wanted)

    async def names(self, user_ids: Collection[int]) -> Mapping[int, str]:
        """Return the newest names of those people who are known."""
        return await self._database.read(partial(finished.names, user_ids=user_ids))

    async def who_plays_forced(self, user_ids: Collection[int]) -> frozenset[int]:
        """Return those people whose only legal domino is to be played for them."""
        return await self._database.read(partial(people.who_plays_forced, user_ids=user_ids))

    async def rated(self, table_id: str, game_no: int) -> Rated | None:
        """Return what a finished game did to the ratings of its server, or why it is not rated."""
        wanted = partial(ratings.rated_game, table_id=table_id, game_no=game_no)
        return await self._database.read(wanted)

    async def surfaces(self, table_id: str) -> Sequence[Surface]:
        """Return the messages of a table, those of the oldest hand first."""
        return await self._database.read(partial(people.surfaces, table_id=table_id))

    async def put_surface(self, surface: Surface) -> None:
        """Remember a message in place of the earlier one of the same table, kind, user, hand."""
        await self._database.write(partial(people.put_surface, surface=surface))

    async def drop_surface(self, surface: Surface) -> None:
        """Forget the message of this table, kind, user and hand; no error where there is none."""
        await self._database.write(partial(people.drop_surface, surface=surface))

    async def occasions(self, surface: Surface) -> int:
        """Return how many messages of this table, kind, user and hand there were."""
        return await self._database.read(partial(people.occasions, surface=surface))

    async def create_event(self, event: Event) -> None:
        """Save a new event; raise Conflict if its name, or its channel, is taken."""
        await self._database.write(partial(events.create_event, event=event))

    async def load_event(self, event_id: str) -> Event | None:
        """Return an event with all its rounds, or None."""
        return await self._database.read(partial(events.load_event, event_id=event_id))

    async def save_event(self, event: Event) -> None:
        """Write an event, or raise Conflict: the stored version is not one less."""
        await self._database.write(partial(events.save_event, event=event))

    async def live_events(
        self, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> Sequence[str]:
        """Return the ids of the events that are not closed, oldest first."""
        wanted = partial(events.live_events, channel_id=channel_id, guild_id=guild_id)
        return await self._database.read(wanted)

    async def event_surface(self, event_id: str) -> EventSurface | None:
        """Return the message of an event, None before it is posted."""
        return await self._database.read(partial(events.event_surface, event_id=event_id))

    async def put_event_surface(self, surface: EventSurface) -> None:
        """Remember the message of an event in place of the earlier one."""
        await self._database.write(partial(events.put_event_surface, surface=surface))

    async def preferences(self, user_id: int) -> Preferences:
        """Return a person's choices, or the defaults."""
        return await self._database.read(partial(people.preferences, user_id=user_id))

    async def save_choices(self, user_id: int, **choices: object) -> None:
        """Save some of a person's choices, by their names in `Preferences`."""
        job = partial(people.save_choices, user_id=user_id, choices=choices)
        await self._database.write(job)

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings, or the defaults."""
        job = partial(server_settings.server_settings, guild_id=guild_id)
        return await self._database.read(job)

    async def save_server_settings(self, guild_id: int, **choices: object) -> None:
        """Save some of a server's settings, by their names in `ServerSettings`."""
        job = partial(server_settings.save_server_settings, guild_id=guild_id, choices=choices)
        await self._database.write(job)

    async def servers_without_pictures(self) -> Sequence[int]:
        """Return the servers whose tables are shown in words."""
        return await self._database.read(server_settings.servers_without_pictures)

    async def sweep_tables(self, before: float, limit: int) -> int:
        """Empty some tables that ended before a time; return how many."""
        job = partial(retention.sweep_tables, before=before, limit=limit)
        return await self._database.write(job)

    async def sweep_events(self, before: float, limit: int) -> int:
        """Delete some events that ended before a time; return how many."""
        job = partial(retention.sweep_events, before=before, limit=limit)
        return await self._database.write(job)

    async def forget_servers(self, before: float, limit: int) -> int:
        """Delete something of a server that the bot left before a time; return how much."""
        job = partial(retention.forget_servers, before=before, limit=limit)
        return await self._database.write(job)

    async def servers_here(self) -> Sequence[int]:
        """Return the servers that the bot is in, as far as the store knows."""
        return await self._database.read(retention.servers_here)

    async def server_here(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        await self._database.write(partial(retention.server_here, guild_id=guild_id))

    async def server_left(self, guild_id: int, at: float) -> None:
        """Note that the bot is no longer in a server, unless that is known."""
        await self._database.write(partial(retention.server_left, guild_id=guild_id, at=at))

    async def about(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Return each row with a person's id, by table, without what is about somebody else."""
        return await self._database.read(partial(own_data.about, user_id=user_id))

    async def tables_naming(self, user_id: int) -> Sequence[str]:
        """Return the live tables that know a person: as a player, the host, or what they saw."""
        return await self._database.read(partial(own_data.tables_naming, user_id=user_id))

    async def events_naming(self, user_id: int) -> Sequence[str]:
        """Return the live events that know a person: as a player, wished partner or the host."""
        return await self._database.read(partial(own_data.events_naming, user_id=user_id))

    async def ended_events_of(self, user_id: int) -> Sequence[str]:
        """Return the events that have ended and know a person."""
        return await self._database.read(partial(own_data.ended_events_of, user_id=user_id))

    async def screens_naming(self, user_id: int) -> Sequence[Surface]:
        """Return the messages to a person, and the last boards of tables they played at."""
        return await self._database.read(partial(own_data.screens_naming, user_id=user_id))

    async def delete_user(self, user_id: int) -> None:
        """Forget a person. What they played stays, as a former player's without a name.

        Seats at live tables belong to the table service: have the person leave them first.
        """
        await self._database.write(partial(own_data.delete_user, user_id=user_id))

    async def ranking(
        self,
        guild_id: int | None,
        asked: Asked,
        *,
        now: float,
        after: int,
        count: int,
        me: int | None,
    ) -> Sequence[Ranked]:
        """Return the lines after position `after`, at most `count`; and the best of `me`."""
        wanted = partial(
            leaderboard.ranking,
            guild_id=guild_id,
            asked=asked,
            now=now,
            after=after,
            count=count,
            me=me,
        )
        return await self._database.read(wanted)

    async def standing(self, guild_id: int | None, user_id: int, board: Board) -> Standing:
        """Return one person's totals of all time over the games that a board counts."""
        wanted = partial(leaderboard.standing, guild_id=guild_id, user_id=user_id, board=board)
        return await self._database.read(wanted)

    async def details(self, guild_id: int | None, user_id: int) -> Details:
        """Return what a profile tells beside the totals."""
        wanted = partial(profiles.details, guild_id=guild_id, user_id=user_id)
        return await self._database.read(wanted)

    async def on_boards(self, user_id: int) -> bool:
        """Return whether a person is on leaderboards."""
        return await self._database.read(partial(profiles.on_boards, user_id=user_id))

    async def set_on_boards(self, user_id: int, on_boards: bool) -> None:
        """Put a person on leaderboards, or take them off."""
        change = partial(profiles.set_on_boards, user_id=user_id, shown=on_boards)
        await self._database.write(change)
