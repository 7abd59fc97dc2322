"""The screens of one table: its board, the private messages of its people, its notices.

Two loops that run only while something is behind: one for the board, which leaves a pause
between its edits so that Discord's limits are never touched, and one for the people, which is
quick. Each works from the newest state, so a send that failed is simply done again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

import aiohttp
import discord

from bot.presenter import (
    Message,
    RenderContext,
    board_deleted,
    cannot_dm,
    hand_panel,
    hands_dealt,
    out_of_reach,
)
from bot.tables.errors import NoSuchTable
from bot.tables.model import Status
from bot.tables.views import Note, PanelView, SeatLine, TableView

from .board import Board, BoardDeletedTwice
from .board_rate import Pace
from .notice import Notice, say
from .person import (
    CLOSED_TO_US,
    DM_TOO_FAST,
    NOT_TOGETHER,
    Call,
    DirectRefused,
    DirectRest,
    Person,
    shown_at,
)
from .ports import Clock, PreferencesStore, Surface, SurfaceKind, Surfaces, Tables

_LOG = logging.getLogger(__name__)
BOARD_GAP_SECONDS = 1.2
RETRY_SECONDS = 5.0
DM_REST_SECONDS = 2 * 3600.0
BOARD_WAIT_SECONDS = 3.0
SLOW_SECONDS = 2.0
MOST_FAILURES = 5
# what Discord says where trying again is of no use -> the word to the players
CANNOT_POST: Mapping[int, Note] = {
    10003: Note.PLACE_GONE,
    10004: Note.PLACE_GONE,
    50001: Note.NOT_ALLOWED,
    50013: Note.NOT_ALLOWED,
    50083: Note.LOCKED,
    160005: Note.LOCKED,
    200000: Note.AUTOMOD,
}


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
        context: Callable[[int | None], RenderContext],
        shown_in: Callable[[int, TableScreens], None],
        dm_rest: DirectRest,
        pace: Pace,
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
        self._context = context
        self._people: dict[int, Person] = {}
        self._hand_surfaces: dict[int, Surface] = {}
        self._notice = Notice(bot, surfaces, table_id)
        self._loaded = asyncio.Lock()
        self._is_loaded = False
        self._dm_rest = dm_rest
        self._pace = pace
        self._trouble: Note | None = None
        self._board_tried = asyncio.Event()
        self._board_since: float | None = None
        self._failures: dict[str, int] = {}
        self._behind: set[str] = set()
        self._stopped = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def touch(self) -> None:
        """Note that the screens are behind; they follow in the background."""
        self.touch_people()
        self._rouse("board", self._show_board)

    def touch_people(self) -> None:
        """Note that private messages are behind."""
        self._rouse("people", self._show_people)

    def _rouse(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._behind.add(name)
        if name not in self._tasks and not self._stopped:
            task = asyncio.create_task(self._follow(name, work), name=f"{name} {self.table_id}")
            self._tasks[name] = task

    def ask(self) -> Note | None:
        """Return what is wrong with the board, if anything, and try to show it once more."""
        if self._trouble is not None:
            self._rouse("board", self._show_board)
            return self._trouble
        slow = self._board_since is not None and time.monotonic() - self._board_since > SLOW_SECONDS
        return Note.BOARD_SLOW if slow else None

    @property
    def idle(self) -> bool:
        """Whether everything is shown that there is to show."""
        return not self._tasks

    async def stop(self) -> None:
        """Give up what is under way, and begin nothing more."""
        self._stopped = True
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
                if name == "board":
                    self._board_is(CANNOT_POST[error.code])
                return BOARD_GAP_SECONDS
            _LOG.warning("Discord failed (%s); table %s is sent again", error.status, self.table_id)
        except (aiohttp.ClientError, OSError) as error:
            _LOG.warning("no connection (%s); table %s is sent again", error, self.table_id)
        except Exception:  # noqa: BLE001 - one table's screens never stop the program
            _LOG.exception("the %s of table %s could not be shown", name, self.table_id)
            self._failures[name] = self._failures.get(name, 0) + 1
            if self._failures[name] >= MOST_FAILURES:  # till the table changes again
                return RETRY_SECONDS
        else:
            self._failures.pop(name, None)
            if name == "board":
                self._board_is(None)
            return BOARD_GAP_SECONDS if name == "board" else 0.0
        self._behind.add(name)
        return RETRY_SECONDS

    def _board_is(self, trouble: Note | None) -> None:
        """Note that the board is shown, or why it cannot be; then the players are told."""
        self._board_since = None
        if trouble is not self._trouble:
            self._trouble = trouble
            self._rouse("people", self._show_people)

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
                    self._notice.remember(surface)
            self._is_loaded = True

    async def _show_board(self) -> None:
        await self._load()
        table = await self._tables.view(self.table_id)
        if self.board.hand_no != table.hand_no:
            self._pace.count()  # people wait for it
        else:
            await self._pace.turn()
            self._behind.discard("board")  # what has changed meanwhile is read here
            table = await self._tables.view(self.table_id)
        if self._board_since is None:
            self._board_since = time.monotonic()
        self._shown_in(table.channel_id, self)
        try:
            await self.board.show(table)
        except BoardDeletedTwice:
            await say(self._bot, table, board_deleted(table, self._context(table.guild_id)))
        finally:
            self._board_tried.set()
            self._board_tried = asyncio.Event()
        self.closed = table.status is Status.CLOSED

    # People ----------------------------------------------------------------------------------

    async def _show_people(self) -> None:
        await self._load()
        table = await self._tables.view(self.table_id)
        if table.status is Status.PLAYING:  # panels go below the board, so that both are in sight
            await self._board_of(table.hand_no)
        outcomes = await asyncio.gather(
            *(self._show_person(line, table) for line in table.people), return_exceptions=True
        )
        await self._notice.show(table, self._context(table.guild_id))
        await self._call_people(table)
        errors = [outcome for outcome in outcomes if outcome is not None]
        if errors:  # whom it concerns is brought up to date again; the others are
            raise next((error for error in errors if not _is_final(error)), errors[0])

    async def _show_person(self, line: SeatLine, seen: TableView) -> None:
        """Bring one person up to date; where his hand does not reach him he is to be called."""
        if line.user_id is None:
            return
        person = await self.person(line.user_id)
        if person.answers:
            person.passed_over = True
            return
        async with person.lock:
            if not person.is_concerned(seen, line.seat, self._trouble):
                person.up_to = shown_at(seen)
                return
            panel = await self._tables.panel(self.table_id, line.user_id)
            panel = person.advised(replace(panel, note=self._trouble))
            table = panel.table
            if panel.view is None:
                return  # the hand has been given up meanwhile
            dealt = table.status is Status.PLAYING
            everybody = person.is_everybodys(table)
            reached = await self._send_both(person, panel, everybody=everybody)
            person.saw(panel)
            person.up_to = shown_at(table)
            if everybody and dealt and not reached and person.call is None:
                person.call = Call.DEALT

    async def _call_people(self, table: TableView) -> None:
        """Tell those at the table whose hand did not reach them; each reason once."""
        context = self._context(table.guild_id)
        called = [person for person in self._people.values() if person.call is not None]
        for person in called:
            if person.call is Call.CLOSED:
                await say(self._bot, table, cannot_dm(table, person.user_id, context))
            elif person.call is Call.GONE:
                await self._tables.set_away(self.table_id, person.user_id)
                await say(self._bot, table, out_of_reach(table, person.user_id, context))
            else:
                continue
            person.call = None
        dealt = [p for p in called if p.call is Call.DEALT and not await p.has_panel(self._clock)]
        if dealt and table.status is Status.PLAYING:
            await say(self._bot, table, hands_dealt(table, [p.user_id for p in dealt], context))
        for person in called:
            person.call = None

    async def _send_both(self, person: Person, panel: PanelView, *, everybody: bool) -> bool:
        """Update the live message, at the deal both; say whether one of them was reached."""
        table, now, reached = panel.table, self._clock.now(), False
        dealt = table.status is Status.PLAYING
        if person.direct is not None and person.direct.hand_no != table.hand_no:
            await self._surfaces.drop_surface(person.direct)
            person.direct = None
        pushing = everybody and dealt and person.can_push(table.hand_no, now)
        context = self._context(table.guild_id)
        here = hand_panel(panel, context) if pushing or person.panel is not None else None
        if here is not None and not pushing and (everybody or person.panel_is_live is not False):
            reached = await person.edit_panel(here, now)
        if everybody or not reached or person.panel_is_live is None:
            away = partial(hand_panel, panel, context, place=place_of(table))
            if person.direct is not None:
                reached = await person.edit_direct(self._bot, away()) or reached
            elif everybody and dealt:
                reached = await self._send_direct(person, table, away()) or reached
        if here is not None and pushing:
            pushed = await person.push_panel(here, table.hand_no, now)
            reached = pushed or await person.edit_panel(here, now) or reached
        return reached

    async def _board_of(self, hand_no: int) -> None:
        """Wait until the board of a hand is posted; not for long, and not where it cannot be."""
        try:
            async with asyncio.timeout(BOARD_WAIT_SECONDS):
                while self._trouble is None and (self.board.hand_no or 0) < hand_no:
                    await self._board_tried.wait()
        except TimeoutError:
            _LOG.info("the board of table %s is late", self.table_id)

    async def _send_direct(self, person: Person, table: TableView, message: Message) -> bool:
        """Send the hand by DM, unless the person or Discord does not want that."""
        chosen = await self._preferences.preferences(person.user_id)
        now = self._clock.now()
        if not chosen.dms or person.dm_refused or now < self._dm_rest.until:
            return False
        try:
            await person.send_direct(self._bot, message, table.hand_no, self._dm_rest)
        except DirectRefused as error:
            if error.code == DM_TOO_FAST:
                self._dm_rest.until = now + DM_REST_SECONDS
            elif error.code == NOT_TOGETHER:
                person.call = Call.GONE
            elif error.code == CLOSED_TO_US and not chosen.dm_closed:
                person.call = Call.CLOSED
                await self._preferences.save_preferences(replace(chosen, dm_closed=True))
            return False
        if chosen.dm_closed:  # he has opened them since
            await self._preferences.save_preferences(replace(chosen, dm_closed=False))
        return True


def _is_final(error: BaseException) -> bool:
    """Return whether trying again is of no use."""
    return isinstance(error, discord.HTTPException) and error.code in CANNOT_POST


def place_of(table: TableView) -> str:
    """Return the address of the table's channel, for a message that is read elsewhere."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{table.channel_id}"
