"""Where people sit: at most one live seat each, whatever buttons they press at the same time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import TypeVar

from bot.runtime.keyed_locks import KeyedLocks
from bot.store.people import PeopleStore
from bot.store.tables import TableStore

from .errors import AlreadySeated, ChannelBusy, NoSuchTable, TryAgain
from .loaded import LoadedTable, PendingChange, with_table
from .model import Seat, Status, Table, is_live_seat
from .ports import store_errors_as_try_again
from .repository import TableRepository

T = TypeVar("T")


class Seating:
    """Knows where people sit."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._people = KeyedLocks()

    async def tables_of(self, user_id: int) -> Sequence[Table]:
        """List the live tables at which a person sits. Raises TryAgain."""
        with store_errors_as_try_again():
            return await self._tables.tables_of(user_id)

    async def require_free(self, user_id: int, but: str | None = None) -> Sequence[Table]:
        """Raise AlreadySeated if a person has a live seat, other than at the table `but`.

        Returns the tables at which they have a seat.
        """
        tables = await self.tables_of(user_id)
        for table in tables:
            if table.table_id != but and is_live_seat(table, user_id):
                raise AlreadySeated(table.table_id, table.place)
        return tables

    @asynccontextmanager
    async def prevent_seating(self, user_id: int) -> AsyncIterator[None]:
        """Prevent a person from sitting down during the block."""
        async with self._people.hold(user_id):
            yield

    @asynccontextmanager
    async def only_seat(self, user_id: int, but: str | None = None) -> AsyncIterator[list[str]]:
        """Lock a person's only seat; raise AlreadySeated as `require_free` does.

        Yields the other tables where a seat of theirs must be freed: the game is over there, or
        paused before the shake for which they had reserved it.
        """
        async with self._lock_seat(user_id, but) as finished:
            try:
                yield finished
            except TryAgain:  # they may have sat down through another process
                await self.require_free(user_id, but)
                raise

    @asynccontextmanager
    async def _lock_seat(self, user_id: int, but: str | None) -> AsyncIterator[list[str]]:
        async with self._people.hold(user_id):
            tables = await self.require_free(user_id, but)
            yield [
                table.table_id
                for table in tables
                if table.table_id != but
                and (table.status is Status.FINISHED or table.seat_of(user_id) is None)
            ]

    async def seat_all(
        self,
        seats: Sequence[Seat],
        level: str,
        work: Callable[[tuple[Seat, ...]], Awaitable[T]],
        but: str | None = None,
    ) -> T:
        """Seat several people at once; those who play elsewhere are away here.

        `work` gets the seats, computers' with their level, and is repeated if a person has sat down
        elsewhere meanwhile, through another process.
        """
        with suppress(TryAgain):
            async with self._only_seats(seats, level, but) as seated:
                return await work(seated)
        async with self._only_seats(seats, level, but) as seated:
            return await work(seated)

    @asynccontextmanager
    async def _only_seats(
        self, seats: Sequence[Seat], level: str, but: str | None
    ) -> AsyncIterator[tuple[Seat, ...]]:
        elsewhere: set[int] = set()
        async with AsyncExitStack() as stack:
            for user_id in sorted(s.user_id for s in seats if s.user_id is not None):
                try:
                    await stack.enter_async_context(self._lock_seat(user_id, but))
                except AlreadySeated:
                    elsewhere.add(user_id)
            yield tuple(
                replace(seat, level=level)
                if seat.user_id is None
                else replace(seat, away=seat.away or seat.user_id in elsewhere)
                for seat in seats
            )


class Channels:
    """Knows which tables live where, at most one in a channel.

    That holds even if two people open one at the same time.
    """

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._channels = KeyedLocks()

    async def live_tables(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        event_id: str | None = None,
    ) -> Sequence[Table]:
        """List the live tables of a server, channel or event, oldest first. Raises TryAgain."""
        with store_errors_as_try_again():
            return await self._tables.live_tables(
                guild_id=guild_id, channel_id=channel_id, event_id=event_id
            )

    async def live_places(self) -> Sequence[tuple[int, int]]:
        """List server and channel of each live table that has them. Raises TryAgain."""
        with store_errors_as_try_again():
            return await self._tables.live_places()

    async def require_free(self, channel_id: int, but: str | None = None) -> None:
        """Raise ChannelBusy if a table lives in a channel, other than the table `but`."""
        for table in await self.live_tables(channel_id=channel_id):
            if table.table_id != but:
                raise ChannelBusy(table.known_place.number)

    @asynccontextmanager
    async def only_table(
        self, channel_id: int | None, but: str | None = None
    ) -> AsyncIterator[None]:
        """Lock a channel for a new table; raise ChannelBusy if it has one.

        A table without a place takes none.
        """
        if channel_id is None:
            yield
            return
        async with self._channels.hold(channel_id):
            await self.require_free(channel_id, but)
            try:
                yield
            except TryAgain:  # another process may have opened one there
                await self.require_free(channel_id, but)
                raise


class PlayChoices:
    """Copies people's preferences for their turns to their live seats; new seats read the store."""

    def __init__(self, repository: TableRepository, people: PeopleStore, seating: Seating) -> None:
        self._repository = repository
        self._people = people
        self._seating = seating

    async def follow(self, user_id: int) -> None:
        """Copy a person's current preferences to their seats. Raises TryAgain."""
        async with self._seating.prevent_seating(user_id):
            with store_errors_as_try_again():
                wanted = (await self._people.play_choices([user_id]))[user_id]
            tables = await self._seating.tables_of(user_id)

            def edit(live: LoadedTable) -> PendingChange | None:
                number = live.table.seat_of(user_id)
                if number is None:
                    return None
                seats = list(live.table.seats)
                seats[number] = wanted.noted_on(seats[number])
                if seats[number] == live.table.seats[number]:
                    return None
                return PendingChange(with_table(live, seats=tuple(seats)))

            for table in tables:
                with suppress(NoSuchTable):  # it has ended meanwhile
                    await self._repository.change(table.table_id, edit)
            await self._repository.reload_hands_of(user_id)
