"""The hands that are sent to players by DM, which may be slow: opening a DM can have to wait."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.publisher.calls.discord_errors import Failure, quietly
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.updater import Updater
from bot.publisher.keeper.wanted import Wanted
from bot.store.people import PeopleStore
from bot.tables.model import Status
from bot.tables.views import Progress, SeatLine, TableView
from bot.values.preferences import Preferences

from .news import TableNews
from .reader import PingReason, Reader

Build = Callable[[Reader, Progress], Awaitable[Wanted | None]]


def is_sent(table: TableView) -> bool:
    """Return True if players get a DM now: in each hand, without a place as long as it is open."""
    if table.place is None:
        return table.status is not Status.CLOSED
    return table.status is Status.PLAYING


def readers_of(table: TableView) -> Sequence[SeatLine]:
    """Return the seats whose people have messages; without a board, also of the next hand's."""
    return table.people if table.place is not None else table.seats


class DirectMessages:
    """Sends the DMs of one table's hands. `build` builds a user's DM; None without a hand.

    `on_sent` is called with the reader once theirs was sent, or can't be.
    """

    def __init__(
        self,
        news: TableNews,
        means: Means,
        preferences: PeopleStore,
        build: Build,
        on_sent: Callable[[Reader], None],
    ) -> None:
        self._news = news
        self._means = means
        self._preferences = preferences
        self._build = build
        self._on_sent = on_sent
        self._updaters: dict[int, Updater] = {}

    @property
    def updaters(self) -> tuple[Updater, ...]:
        """The DMs that are being sent."""
        return tuple(self._updaters.values())

    def is_sending_to(self, user_id: int) -> bool:
        """Return True while a DM to a user is being sent."""
        return user_id in self._updaters

    def send(self, reader: Reader) -> None:
        """Send a user their hand in the background."""
        if reader.user_id not in self._updaters:
            self._updaters[reader.user_id] = Updater(
                f"direct message at {self._news.table_id}",
                partial(self._run, reader),
                self._means.clock,
                on_result=partial(self._on_result, reader),
            )
        self._updaters[reader.user_id].request()

    async def forget(self, user_id: int) -> None:
        """Send a user nothing more."""
        if (updater := self._updaters.pop(user_id, None)) is not None:
            await updater.stop()

    async def _run(self, reader: Reader) -> None:
        """Send the DM of the current hand, unless the user or Discord refuses it."""
        reached = not self._is_wanted or await self._deliver(reader)
        self._end(reader, reached=reached)
        self._on_sent(reader)

    @property
    def _is_wanted(self) -> bool:
        return is_sent(self._news.newest.after)

    def _end(self, reader: Reader, *, reached: bool) -> None:
        self._updaters.pop(reader.user_id, None)  # a second request finds it gone
        if not reached and reader.ping is None and not reader.has_panel(self._means.clock.now()):
            reader.ping = PingReason.DEALT

    def _on_result(self, reader: Reader, failure: Failure | None) -> None:
        """Ping a user at the table if Discord keeps refusing the DM."""
        if failure is not None:
            self._end(reader, reached=False)
            self._on_sent(reader)

    async def _catch_up(self, reader: Reader) -> None:
        progress = self._news.newest
        wanted = await self._build(reader, progress)
        if wanted is not None:
            edit = reader.edit_direct(wanted, progress.version)
            await quietly(edit, "updating a direct message")

    async def _deliver(self, reader: Reader) -> bool:
        """Send the DM unless another attempt has; return False if the user can't be reached."""
        chosen = await self._preferences.preferences(reader.user_id)
        now = self._means.clock.now()
        table = self._news.newest.after
        called = reader.is_called(self._news.newest.panel_for(reader.user_id), now)
        if reader.direct.live is not None and not (called or reader.direct.is_old(now)):
            return True
        if reader.dm_refused or not (chosen.dms or table.place is None):
            return False
        kind = reader.kind_at(table)
        try:
            async with self._means.queue.turn(kind, reader.key):
                sent = not self._is_wanted or await self._send_newest(reader)
        except NoDm as error:
            await self._note_refused(reader, error, chosen)
            return False
        if sent and (chosen.dm_closed or chosen.dm_later):  # DMs reach them now
            await self._preferences.save_choices(reader.user_id, dm_closed=False, dm_later=False)
        return sent

    async def _send_newest(self, reader: Reader) -> bool:
        """Send the DM in the newest state; return False if the user has no hand in it."""
        progress = self._news.newest
        wanted = await self._build(reader, progress)
        if wanted is None:
            return False
        await reader.direct.replace(wanted)
        reader.note_sent(progress.panel_for(reader.user_id))
        if self._news.newest is not progress:
            await self._catch_up(reader)  # the game went on meanwhile
        return True

    async def _note_refused(self, reader: Reader, error: NoDm, chosen: Preferences) -> None:
        """Note why a user can't be reached, so that they are told once."""
        reader.note_no_dm(error, chosen)
        if reader.ping is PingReason.CLOSED:
            await self._preferences.save_choices(reader.user_id, dm_closed=True)
        elif reader.ping is PingReason.LATER:
            await self._preferences.save_choices(reader.user_id, dm_later=True)
