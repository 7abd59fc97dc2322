"""The screens of all tables, indexed by table and by channel."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables.service import TableService
from bot.tables.views import Progress
from bot.values.preferences import Preferences

from .table_screens import TableScreens

MOST_CACHED = 1_000
"""How many tables stay in memory; beyond that, only those that cannot be evicted."""
LOOKS = 2


@dataclass(slots=True)
class EvictedTable:
    """The state kept in memory for a table whose screens were evicted."""

    table_id: str
    board_id: int | None
    buried: int
    deleted: int | None = None


class ScreensOfTables:
    """Finds the screens of a table, creating them when the table first has something to show.

    It is an LRU cache that never evicts a table with an open panel. Evicted screens are
    rehydrated from the store, as after a restart.
    """

    def __init__(
        self,
        make: Callable[[Progress], TableScreens],
        tables: TableService,
        most: int = MOST_CACHED,
    ) -> None:
        self._make = make
        self._tables = tables
        self._most = most
        self._screens: OrderedDict[str, TableScreens] = OrderedDict()
        self._by_channel: dict[int, TableScreens] = {}
        self._evicted: dict[int, EvictedTable] = {}
        self._leaving: set[str] = set()  # tables that have ended or moved, to be dropped once idle
        self.in_words: set[int] = set()  # the servers whose tables are shown without pictures

    def all(self) -> Sequence[TableScreens]:
        """Return the screens of every table in memory."""
        return list(self._screens.values())

    def of(self, table_id: str) -> TableScreens | None:
        """Return the screens of a table, None if they are not in memory."""
        return self._screens.get(table_id)

    def update(self, progress: Progress) -> TableScreens:
        """Update the screens of a table to this progress and return them."""
        table_id = progress.after.table_id
        screens = self._screens.get(table_id)
        if screens is None:
            self._forget_some()
            screens = self._screens[table_id] = self._make(progress)
            self._restore_board(screens)
        else:
            self._screens.move_to_end(table_id)
        screens.take(progress)
        if screens.is_ours:
            self._note_channel(screens)
        if screens.is_leaving:
            self._leaving.add(table_id)
        return screens

    def _restore_board(self, screens: TableScreens) -> None:
        """Restore the board's state in new screens."""
        place = screens.newest.after.place
        evicted = None if place is None else self._evicted.pop(place.channel_id, None)
        if evicted is not None and evicted.table_id == screens.table_id:
            screens.board.message.below = evicted.buried
            screens.board.message.deleted = evicted.deleted

    def _note_channel(self, screens: TableScreens) -> None:
        """Record the channel in which a table is shown, if it has one."""
        place = screens.newest.after.place
        if place is None:
            return
        channel_id = place.channel_id
        if self._by_channel.get(channel_id) is not screens:
            for channel in [key for key, old in self._by_channel.items() if old is screens]:
                del self._by_channel[channel]  # the table moved
            self._by_channel[channel_id] = screens

    def guild_of(self, channel_id: int) -> int | None:
        """Return the server of a channel with a table, None if unknown."""
        screens = self._by_channel.get(channel_id)
        return None if screens is None else screens.newest.after.guild_id

    def people(self) -> Collection[int]:
        """Return the users who see any table."""
        return {user_id for screens in self.all() for user_id in screens.people()}

    def choose(self, chosen: Preferences) -> None:
        """Apply a user's new preferences."""
        for screens in self.all():
            screens.choose(chosen)

    def show_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Show the tables of a server as pictures, or in words."""
        if wanted:
            self.in_words.discard(guild_id)
        else:
            self.in_words.add(guild_id)
        for screens in self.all():
            if screens.newest.after.guild_id == guild_id:
                screens.redraw()

    def limit_uploads(self, guild_id: int) -> None:
        """Switch a server's tables from pictures to words, and explain it once at each."""
        for screens in self.all():
            if screens.newest.after.guild_id == guild_id:
                screens.limit_uploads()

    async def forget(self, user_id: int) -> None:
        """Stop showing anything to a user, at all tables."""
        for screens in self.all():
            await screens.forget(user_id)

    def message_seen(self, channel_id: int) -> None:
        """Count a message that pushes the board of its channel up."""
        screens = self._by_channel.get(channel_id)
        evicted = self._evicted.get(channel_id)
        if screens is not None:
            screens.board.message.below += 1
        elif evicted is not None:
            evicted.buried += 1

    def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Post a board again if the deleted message was one."""
        screens = self._by_channel.get(channel_id)
        evicted = self._evicted.get(channel_id)
        if screens is not None and screens.board.message.message_id == message_id:
            screens.board.message.deleted = message_id
            screens.refresh()
        elif evicted is not None and evicted.board_id == message_id:
            evicted.deleted = message_id
            self._tables.show(evicted.table_id)

    def drop(
        self, is_meant: Callable[[int | None], bool] = lambda _guild: True
    ) -> Coroutine[Any, Any, None]:
        """Forget the screens of these servers' tables at once; await the result to stop sending.

        The next process to show such a table loads its messages from the store.
        """
        gone = [old for old in self.all() if is_meant(old.newest.after.guild_id)]
        self._forget(gone)
        return _stop(gone)

    def _forget_some(self) -> None:
        """Drop tables that have ended or moved to other processes, and evict a few idle ones.

        Pending sends finish first. Only the oldest few are examined, since the caller waits.
        """
        leaving = [old for each in self._leaving if (old := self._screens.get(each)) is not None]
        self._forget([old for old in leaving if old.is_leaving and old.is_idle])
        self._leaving &= self._screens.keys()
        for _ in range(LOOKS):
            if len(self._screens) < self._most:
                return
            oldest = next(iter(self._screens.values()))
            if not oldest.is_evictable:
                self._screens.move_to_end(oldest.table_id)
                continue
            self._keep_board(oldest)
            self._forget([oldest])

    def _keep_board(self, evicted: TableScreens) -> None:
        """Remember where the board of a table stands whose screens are evicted."""
        place = evicted.newest.after.place
        if place is not None:
            board = evicted.board.message
            kept = EvictedTable(evicted.table_id, board.message_id, board.below)
            self._evicted[place.channel_id] = kept

    def _forget(self, gone: Sequence[TableScreens]) -> None:
        for screens in gone:
            del self._screens[screens.table_id]
        dropped = {id(screens) for screens in gone}
        for channel in [key for key, old in self._by_channel.items() if id(old) in dropped]:
            del self._by_channel[channel]


async def _stop(gone: Sequence[TableScreens]) -> None:
    await asyncio.gather(*(screens.stop() for screens in gone))
