"""The screens of all tables, by table and by channel."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from bot.publisher.ports import Tables
from bot.tables.views import Progress
from bot.values.preferences import Preferences

from .table_screens import TableScreens

KEPT = 1_000
"""How many tables are followed on every screen; of others, only those that hold something."""
LOOKS = 2


@dataclass(slots=True)
class Asleep:
    """What is still known of a table whose screens were forgotten, since nothing happened there."""

    table_id: str
    board_id: int | None
    buried: int
    deleted: int | None = None


class ScreensOfTables:
    """Finds the screens of a table; they are made when the table first has something to show.

    Of many tables, those that were touched last are kept, and those where somebody has a panel.
    The others are taken up again from the store, as after a start.
    """

    def __init__(
        self,
        make: Callable[[Progress], TableScreens],
        tables: Callable[[], Tables],
        kept: int = KEPT,
    ) -> None:
        self._make = make
        self._tables = tables
        self._kept = kept
        self._screens: OrderedDict[str, TableScreens] = OrderedDict()
        self._by_channel: dict[int, TableScreens] = {}
        self._asleep: dict[int, Asleep] = {}
        self._leaving: set[str] = set()
        self.in_words: set[int] = set()  # the servers whose tables are shown without pictures

    def all(self) -> Sequence[TableScreens]:
        """Return the screens of every table that is followed."""
        return list(self._screens.values())

    def of(self, table_id: str) -> TableScreens | None:
        """Return the screens of a table, where it has any."""
        return self._screens.get(table_id)

    def update(self, progress: Progress) -> TableScreens:
        """Return the screens of a table, which know now how it stands."""
        table_id = progress.after.table_id
        screens = self._screens.get(table_id)
        if screens is None:
            self._forget_some()
            screens = self._screens[table_id] = self._make(progress)
            self._restore_board(screens)
        else:
            self._screens.move_to_end(table_id)
        screens.take(progress)
        if screens.is_closed or not screens.is_ours:
            self._leaving.add(table_id)
        return screens

    def _restore_board(self, screens: TableScreens) -> None:
        """Let new screens know what has become of the board since they were last forgotten."""
        asleep = self._asleep.pop(screens.newest.after.channel_id, None)
        if asleep is not None and asleep.table_id == screens.table_id:
            screens.board.buried, screens.board.deleted = asleep.buried, asleep.deleted

    def shown_in(self, channel_id: int, table_id: str) -> None:
        """Record the channel in which a table is shown; ignore a table that was forgotten."""
        screens = self._screens.get(table_id)
        if screens is not None and self._by_channel.get(channel_id) is not screens:
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
                screens.redraw()

    def limit_uploads(self, guild_id: int) -> None:
        """Go on in words at the tables of a server, and say once at each of them why."""
        for screens in self.all():
            if screens.newest.after.guild_id == guild_id:
                screens.limit_uploads()

    async def forget(self, user_id: int) -> None:
        """Follow a user no more at any table."""
        for screens in self.all():
            await screens.forget(user_id)

    def message_seen(self, channel_id: int) -> None:
        """Note that people talk in a channel: the board there moves out of sight."""
        screens, asleep = self._by_channel.get(channel_id), self._asleep.get(channel_id)
        if screens is not None:
            screens.board.buried += 1
        elif asleep is not None:
            asleep.buried += 1

    def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Note that a message is gone; a board that somebody has deleted is posted again."""
        screens, asleep = self._by_channel.get(channel_id), self._asleep.get(channel_id)
        if screens is not None and screens.board.message_id == message_id:
            screens.board.deleted = message_id
            screens.refresh()
        elif asleep is not None and asleep.board_id == message_id:
            asleep.deleted = message_id
            self._tables().show(asleep.table_id)

    def drop(
        self, is_meant: Callable[[int | None], bool] = lambda _guild: True
    ) -> Coroutine[Any, Any, None]:
        """Forget the screens of these servers' tables at once; what is returned stops sending.

        What was sent is in the store, from where whoever shows the table next takes it up.
        """
        gone = [old for old in self.all() if is_meant(old.newest.after.guild_id)]
        self._forget(gone)
        return _stop(gone)

    def _forget_some(self) -> None:
        """Drop the screens of tables that have ended or that others show, and of some that sleep.

        What has to be sent is sent before. Only the oldest few are looked at: whoever asks waits.
        """
        leaving = [old for each in self._leaving if (old := self._screens.get(each)) is not None]
        self._forget([old for old in leaving if old.is_idle and (old.is_closed or not old.is_ours)])
        self._leaving &= self._screens.keys()
        for _ in range(LOOKS):
            if len(self._screens) < self._kept:
                return
            oldest = next(iter(self._screens.values()))
            if not oldest.is_evictable:
                self._screens.move_to_end(oldest.table_id)
                continue
            channel_id, board = oldest.newest.after.channel_id, oldest.board
            self._asleep[channel_id] = Asleep(oldest.table_id, board.message_id, board.buried)
            self._forget([oldest])

    def _forget(self, gone: Sequence[TableScreens]) -> None:
        for screens in gone:
            del self._screens[screens.table_id]
        dropped = {id(screens) for screens in gone}
        for channel in [key for key, old in self._by_channel.items() if id(old) in dropped]:
            del self._by_channel[channel]


async def _stop(gone: Sequence[TableScreens]) -> None:
    await asyncio.gather(*(screens.stop() for screens in gone))
