"""The screens of all tables, by table and by channel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any

from bot.tables.views import Progress

from .ports import Preferences
from .screens import TableScreens


class ScreensOfTables:
    """Finds the screens of a table; they are made when the table first has something to show."""

    def __init__(self, make: Callable[[Progress], TableScreens]) -> None:
        self._make = make
        self._screens: dict[str, TableScreens] = {}
        self._by_channel: dict[int, TableScreens] = {}
        self.in_words: set[int] = set()  # the servers whose tables are shown without pictures

    def all(self) -> Sequence[TableScreens]:
        """Return the screens of every table that is shown."""
        return list(self._screens.values())

    def of(self, table_id: str) -> TableScreens | None:
        """Return the screens of a table, where it has any."""
        return self._screens.get(table_id)

    def taken(self, progress: Progress) -> TableScreens:
        """Return the screens of a table, which know now how it stands."""
        table_id = progress.after.table_id
        screens = self._screens.get(table_id)
        if screens is None:
            self._forget_ended()
            screens = self._screens[table_id] = self._make(progress)
        screens.take(progress)
        return screens

    def shown_in(self, channel_id: int, screens: TableScreens) -> None:
        """Note in which channel a table is shown."""
        if self._by_channel.get(channel_id) is not screens:
            for channel in [key for key, old in self._by_channel.items() if old is screens]:
                del self._by_channel[channel]  # the table has moved
            self._by_channel[channel_id] = screens

    def guild_of(self, channel_id: int) -> int | None:
        """Return the server of a channel where a table is shown, None where that is not known."""
        screens = self._by_channel.get(channel_id)
        return None if screens is None else screens.newest.after.guild_id

    def people(self) -> Collection[int]:
        """Return the users to whom any table is shown."""
        return {user_id for screens in self.all() for user_id in screens.people()}

    def choose(self, chosen: Preferences) -> None:
        """Follow what a user has chosen."""
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
                screens.draw_again()

    async def forget(self, user_id: int) -> None:
        """Follow a user no more at any table."""
        for screens in self.all():
            await screens.forget(user_id)

    def message_seen(self, channel_id: int) -> None:
        """Note that people talk in a channel: the board there moves out of sight."""
        screens = self._by_channel.get(channel_id)
        if screens is not None:
            screens.board.buried += 1

    def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Note that a message is gone; a board that somebody has deleted is posted again."""
        screens = self._by_channel.get(channel_id)
        if screens is not None and screens.board.is_board(message_id):
            screens.board.deleted = message_id
            screens.touch()

    def drop(
        self, is_meant: Callable[[int | None], bool] = lambda _guild: True
    ) -> Coroutine[Any, Any, None]:
        """Forget the screens of these servers' tables at once; what is returned stops sending.

        What was sent is in the store, from where whoever shows the table next takes it up.
        """
        gone = [old for old in self.all() if is_meant(old.newest.after.guild_id)]
        self._forget(gone)
        return _stop(gone)

    def _forget_ended(self) -> None:
        """Drop the screens of tables that have ended, or that others show, and are all sent."""
        self._forget([old for old in self.all() if old.idle and (old.closed or not old.kept)])

    def _forget(self, gone: Sequence[TableScreens]) -> None:
        for screens in gone:
            del self._screens[screens.table_id]
        for channel in [key for key, old in self._by_channel.items() if old in gone]:
            del self._by_channel[channel]


async def _stop(gone: Sequence[TableScreens]) -> None:
    await asyncio.gather(*(screens.stop() for screens in gone))
