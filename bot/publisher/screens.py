"""The screens of one table: its board, the private messages of its people, its notices.

Two loops that run only while something is behind: one for the board, which leaves a pause
between its edits so that Discord's limits are never touched, and one for the people, which is
quick. Each works from the newest state, so a send that failed is simply done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import aiohttp
import discord

from bot.presenter import (
    Look,
    Message,
    board_deleted,
    cannot_dm,
    hand_panel,
    hands_dealt,
    nudge,
    takeover_offer,
)
from bot.tables.errors import NoSuchTable
from bot.tables.model import Status
from bot.tables.views import SeatLine, TableView

from .board import Board, BoardDeletedTwice
from .convert import to_edit, to_send
from .digest import digest_of
from .people import CANNOT_DM, DM_TOO_FAST, DirectRefused, Person
from .ports import Clock, PreferencesStore, Surface, SurfaceKind, Surfaces, Tables

_LOG = logging.getLogger(__name__)
BOARD_GAP_SECONDS = 1.2
RETRY_SECONDS = 5.0
DM_REST_SECONDS = 2 * 3600.0
CANNOT_POST = frozenset({10003, 50001, 50013, 50083, 160005, 200000})


class TableScreens:
    """Keeps what people see of one table up to date."""

    def __init__(
        self,
        *,
        table_id: str,
        bot: discord.Client,
        tables: Tables,
        surfaces: Surfaces,
        preferences: PreferencesStore,
        clock: Clock,
        board: Board,
        look: Callable[[int | None], Look],
        shown_in: Callable[[int, TableScreens], None],
    ) -> None:
        self.table_id = table_id
        self.board = board
        self.closed = False
        self._shown_in = shown_in
        self._bot = bot
        self._tables = tables
        self._surfaces = surfaces
        self._preferences = preferences
        self._clock = clock
        self._look = look
        self._people: dict[int, Person] = {}
        self._hand_surfaces: dict[int, Surface] = {}
        self._notice: Surface | None = None
        self._loaded = asyncio.Lock()
        self._is_loaded = False
        self._seen: tuple[int, Status] | None = None
        self._dm_rests_until = 0.0
        self._behind: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def touch(self) -> None:
        """Note that the screens are behind; they follow in the background."""
        for name, work in (("people", self._show_people), ("board", self._show_board)):
            self._behind.add(name)
            if name not in self._tasks:
                task = asyncio.create_task(self._follow(name, work), name=f"{name} {self.table_id}")
                self._tasks[name] = task

    @property
    def idle(self) -> bool:
        """Whether everything is shown that there is to show."""
        return not self._tasks

    async def stop(self) -> None:
        """Give up what is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def person(self, user_id: int) -> Person:
        """Return the private messages of a person at this table."""
        await self._load()
        if user_id not in self._people:
            person = Person(self.table_id, user_id, self._surfaces)
            person.direct = self._hand_surfaces.get(user_id)
            self._people[user_id] = person
        return self._people[user_id]

    # Following -------------------------------------------------------------------------------

    async def _follow(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            while name in self._behind:
                self._behind.discard(name)
                delay = await self._attempt(name, work)
                if delay:
                    await self._clock.sleep(delay)
        finally:
            del self._tasks[name]

    async def _attempt(self, name: str, work: Callable[[], Awaitable[None]]) -> float:
        """Do one round; return how long to rest before the next."""
        try:
            await work()
        except NoSuchTable:
            return 0.0
        except discord.RateLimited as error:
            self._behind.add(name)
            return error.retry_after
        except discord.HTTPException as error:
            if error.code in CANNOT_POST:
                _LOG.warning("table %s cannot be shown: Discord says %s", self.table_id, error.code)
                return BOARD_GAP_SECONDS
            _LOG.warning("Discord failed (%s); table %s is sent again", error.status, self.table_id)
            self._behind.add(name)
            return RETRY_SECONDS
        except (aiohttp.ClientError, OSError) as error:
            _LOG.warning("no connection (%s); table %s is sent again", error, self.table_id)
            self._behind.add(name)
            return RETRY_SECONDS
        except Exception:  # noqa: BLE001 - one table's screens never stop the program
            _LOG.exception("the %s of table %s could not be shown", name, self.table_id)
            return RETRY_SECONDS
        return BOARD_GAP_SECONDS if name == "board" else 0.0

    async def _load(self) -> None:
        """Read which messages an earlier start of the program has left."""
        async with self._loaded:
            if self._is_loaded:
                return
            for surface in await self._surfaces.surfaces(self.table_id):
                if surface.kind is SurfaceKind.BOARD:
                    self.board.remember(surface)
                elif surface.kind is SurfaceKind.HAND:
                    self._hand_surfaces[surface.user_id] = surface
                elif surface.kind is SurfaceKind.PING:
                    self._notice = surface
            self._is_loaded = True

    async def _show_board(self) -> None:
        await self._load()
        table = await self._tables.view(self.table_id)
        self._shown_in(table.channel_id, self)
        try:
            await self.board.show(table)
        except BoardDeletedTwice:
            await self._say(table, board_deleted(table, self._look(table.guild_id)))
        self.closed = table.status is Status.CLOSED

    # People ----------------------------------------------------------------------------------

    async def _show_people(self) -> None:
        await self._load()
        table = await self._tables.view(self.table_id)
        now = (table.hand_no, table.status)
        turned = self._seen is not None and now != self._seen
        first_look, self._seen = self._seen is None, now
        everybody = turned or (first_look and table.status is Status.PLAYING)
        missed = await asyncio.gather(
            *(self._show_person(table, line, everybody=everybody) for line in table.people)
        )
        await self._show_notice(table)
        without = tuple(user for user in missed if user is not None)
        if everybody and table.status is Status.PLAYING and without:
            await self._say(table, hands_dealt(table, without, self._look(table.guild_id)))

    async def _show_person(
        self, table: TableView, line: SeatLine, *, everybody: bool
    ) -> int | None:
        """Bring one person up to date; return his id if his hand could not reach him at all."""
        if line.user_id is None:
            return None
        person = await self.person(line.user_id)
        async with person.lock:
            if table.status in (Status.LOBBY, Status.CLOSED) and not everybody:
                return None
            panel = await self._tables.panel(self.table_id, line.user_id)
            view = panel.view
            if view is None:
                return None
            my_turn = view.to_act == panel.seat and panel.seat is not None
            if not everybody and not my_turn and not person.shown_turn:
                return None
            look = self._look(table.guild_id)
            here = hand_panel(panel, look)
            away = hand_panel(panel, look, place=place_of(table))
            reached = await self._send_both(person, table, here, away, everybody=everybody)
            person.saw(panel)
            return None if reached else line.user_id

    async def _send_both(
        self, person: Person, table: TableView, here: Message, away: Message, *, everybody: bool
    ) -> bool:
        """Update the live message, at the deal both; say whether one of them was reached."""
        now, reached = self._clock.now(), False
        dealt = table.status is Status.PLAYING
        if person.direct is not None and person.direct.hand_no != table.hand_no:
            await self._surfaces.drop_surface(person.direct)
            person.direct = None
        if everybody or person.panel_is_live:
            reached = await person.edit_panel(here, now)
            if everybody and dealt and not reached:
                reached = await person.push_panel(here, now)
        if everybody or not reached:
            if person.direct is not None:
                reached = await person.edit_direct(self._bot, away) or reached
            elif everybody and dealt:
                reached = await self._send_direct(person, table, away) or reached
        return reached

    async def _send_direct(self, person: Person, table: TableView, message: Message) -> bool:
        """Send the hand by DM, unless the person or Discord does not want that."""
        chosen = await self._preferences.preferences(person.user_id)
        if not chosen.dms or chosen.dm_closed or self._clock.now() < self._dm_rests_until:
            return False
        try:
            await person.send_direct(self._bot, message, table.hand_no)
        except DirectRefused as error:
            if error.code == DM_TOO_FAST:
                self._dm_rests_until = self._clock.now() + DM_REST_SECONDS
            elif error.code in CANNOT_DM:
                await self._preferences.save_preferences(replace(chosen, dm_closed=True))
                await self._say(table, cannot_dm(table, person.user_id, self._look(table.guild_id)))
                return True  # he has been told where his hand is
            return False
        return True

    # Notices ---------------------------------------------------------------------------------

    async def _show_notice(self, table: TableView) -> None:
        """Call the person in turn, offer a computer's turn, or take such a call back."""
        look = self._look(table.guild_id)
        wanted = None
        if table.offer:
            wanted = takeover_offer(table, look)
        elif table.nudge:
            wanted = nudge(table, look)
        notice = self._notice
        if wanted is None:
            if notice is not None:
                self._notice = None
                await self._surfaces.drop_surface(notice)
                await self._delete(notice)
            return
        if notice is not None and notice.digest == digest_of(wanted):
            return
        if notice is None:
            sent = await self._say(table, wanted)
            self._notice = Surface(
                self.table_id, SurfaceKind.PING, 0, 0, table.channel_id, sent.id, digest_of(wanted)
            )
            await self._surfaces.put_surface(self._notice)
            return
        await self._partial(notice).edit(**to_edit(wanted, {}))
        self._notice = replace(notice, digest=digest_of(wanted))

    async def _say(self, table: TableView, message: Message) -> discord.Message:
        channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        return await channel.send(**to_send(message, {}))

    async def _delete(self, surface: Surface) -> None:
        try:
            await self._partial(surface).delete()
        except discord.NotFound:
            return  # somebody else has taken it away

    def _partial(self, surface: Surface) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(surface.channel_id)
        return channel.get_partial_message(surface.message_id)


def place_of(table: TableView) -> str:
    """Return the address of the table's channel, for a message that is read elsewhere."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{table.channel_id}"
