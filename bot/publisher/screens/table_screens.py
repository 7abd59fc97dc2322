"""The screens of one table: its board, its players' private messages and its pings.

Three kinds of background work run while something is stale: the board, paced to stay below
Discord's rate limits; the players' messages, which are quick; and each DM being sent, which may
be slow. Each reads the newest progress of the table, so a failed send is simply repeated.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from dataclasses import replace
from functools import partial

from bot.presenter.table.notices import words_for_pictures
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.discord_errors import Failure, is_out_of_reach, quietly, retry_rank
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.messages.live_message import KeptMessage
from bot.publisher.messages.updater import Updater
from bot.tables.model import Status
from bot.tables.views import Note, PanelView, Progress, SeatLine, TableView
from bot.values.preferences import Preferences
from bot.values.surfaces import Surface, SurfaceKind

from .board import SLOW_SECONDS, BoardMessage, BoardTrouble
from .overtaken import Overtaken, unless
from .panel_debounce import PanelDebounce
from .personal_screens import Drawn, PersonalScreens, PingReason, shown_at
from .screen_services import ScreenServices
from .table_pings import TablePing, may_be_pinged, ping_people, say, set_away

_LOG = logging.getLogger(__name__)
BOARD_GAP_SECONDS = 1.2
BOARD_WAIT_SECONDS = 3.0


class TableScreens:
    """Keeps all messages about one table up to date."""

    def __init__(self, progress: Progress, shared: ScreenServices) -> None:
        self.newest = progress
        self.table_id = table_id = progress.after.table_id
        self.board = BoardMessage(shared)
        self.awaits_answer = False  # whether an answer must be sent first
        self._shared = shared
        self._people: dict[int, PersonalScreens] = {}
        self._hand_surfaces: dict[int, Surface] = {}
        self._notice = TablePing(shared.bot, shared.surfaces, table_id)
        self._loading: asyncio.Task[None] | None = None
        self._trouble = BoardTrouble()
        self._unexplained = False  # whether the change to words is still to be explained
        self._board_tried = asyncio.Event()
        self._overtaken = asyncio.Event()  # set, and replaced, once `newest` is newer
        gap, clock, people = BOARD_GAP_SECONDS, shared.clock, f"people {table_id}"
        told, failed, kept = self._on_board, self._goes_on_in_words, lambda: self.is_ours
        work, name = self._show_board, f"board {table_id}"
        self._board = Updater(name, work, clock, gap=gap, on_result=told, is_wanted=kept)
        self._panels = Updater(people, self._show_people, clock, on_result=failed, is_wanted=kept)
        self._directs: dict[int, Updater] = {}
        self._resting = PanelDebounce(f"later {table_id}", clock, self._panels.request)

    @property
    def is_ours(self) -> bool:
        """True if this process shows the table."""
        return self._shared.serves(self.newest.after.guild_id)

    @property
    def is_leaving(self) -> bool:
        """True if the table has ended or moved to another process."""
        return self.newest.after.status is Status.CLOSED or not self.is_ours

    @property
    def is_idle(self) -> bool:
        """True if nothing is pending."""
        return not self.tasks and not self.awaits_answer

    @property
    def is_evictable(self) -> bool:
        """True if the screens could be rehydrated from the store."""
        now = self._shared.clock.now()
        held = any(person.is_at_the_table(now) for person in self._people.values())
        return self.is_idle and self._trouble.note is None and not held

    @property
    def _updaters(self) -> tuple[Updater, ...]:
        return self._board, self._panels, *self._directs.values()

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The background tasks that are running."""
        tasks = [updater.task for updater in self._updaters] + [self._resting.task]
        return [task for task in tasks if task is not None]

    def take(self, progress: Progress) -> None:
        """Store the progress of the table unless a newer one is known."""
        if progress.version > self.newest.version:
            self._overtaken.set()
            self._overtaken = asyncio.Event()
        if progress.version >= self.newest.version:
            self.newest = progress
        if progress.hand_ended:
            self.board.final = progress.after

    def refresh(self) -> None:
        """Bring all screens up to date in the background."""
        self.awaits_answer = False
        self.refresh_people()
        self._board.request()

    def refresh_people(self) -> None:
        """Bring the players' messages up to date in the background."""
        self._panels.request()

    async def shown(self) -> None:
        """Wait until all screens are up to date or one attempt has failed."""
        await asyncio.gather(self._board.wait_tried(), self._panels.wait_tried())
        await asyncio.gather(*(sending.wait_tried() for sending in self._directs.values()))

    def ask(self) -> Note | None:
        """Return the board's trouble, if any, and retry it."""
        trouble = self._trouble
        if trouble.note is not None:
            self._board.request()
        elif trouble.since is not None and time.monotonic() - trouble.since > SLOW_SECONDS:
            return Note.BOARD_SLOW
        return trouble.note

    async def stop(self) -> None:
        """Cancel pending work and start no more."""
        self._resting.stop()
        await asyncio.gather(*(updater.stop() for updater in self._updaters))

    async def forget(self, user_id: int) -> None:
        """Stop sending to a user, and delete their panel."""
        if (sending := self._directs.pop(user_id, None)) is not None:
            await sending.stop()
        self._hand_surfaces.pop(user_id, None)
        person = self._people.pop(user_id, None)
        if person is not None and person.panel is not None:
            await person.panel.delete(self._shared.clock.now())

    def people(self) -> Collection[int]:
        """Return the users who see the table."""
        return self._people

    async def person(self, user_id: int) -> PersonalScreens:
        """Return a user's private messages at this table."""
        await self._load()
        if user_id not in self._people:
            shared = self._shared
            chosen = await shared.preferences.preferences(user_id)
            if user_id in self._people:  # another task created it meanwhile
                return self._people[user_id]
            person = PersonalScreens(self.table_id, user_id, shared.surfaces)
            self._people[user_id] = person
            person.preferences = chosen
            if (surface := self._hand_surfaces.get(user_id)) is not None:
                person.direct = KeptMessage(shared.bot, shared.surfaces, surface, is_out_of_reach)
        return self._people[user_id]

    async def _load(self) -> None:
        """Load, once, the messages that an earlier run has posted."""
        task = self._loading
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._loading = asyncio.create_task(self._read_surfaces())
        await asyncio.shield(task)

    async def _read_surfaces(self) -> None:
        for surface in await self._shared.surfaces.surfaces(self.table_id):
            if surface.kind is SurfaceKind.BOARD:
                self.board.remember(surface)
            elif surface.kind is SurfaceKind.HAND:
                self._hand_surfaces[surface.user_id] = surface
            elif surface.kind is SurfaceKind.PING:
                self._notice.remember(surface)

    # The board -------------------------------------------------------------------------------

    def _context(self, table: TableView) -> RenderContext:
        return self._shared.own.context(table.guild_id, None)

    async def _show_board(self) -> None:
        await self._load()
        if self.board.hand_no != self.newest.after.hand_no:
            self._shared.pace.count()  # a new board never waits
        else:
            await self._shared.pace.turn()
            self._board.mark_current()  # the edit below includes newer changes
        table = self.newest.after
        self._trouble.sending()
        self._shared.shown_in(table.channel_id, self.table_id)
        try:
            await self.board.show(table)
        finally:
            self._board_tried.set()
            self._board_tried = asyncio.Event()
        if self._unexplained:
            await say(self._shared.bot, table, words_for_pictures(self._context(table)))
            self._unexplained = False
        await self.board.shrink_old_card(table.guild_id)

    def _on_board(self, failure: Failure | None) -> None:
        """Record whether the board could be shown, and inform the players if that changed."""
        if not self._goes_on_in_words(failure) and self._trouble.sent(failure):
            self._panels.request()

    def _goes_on_in_words(self, failure: Failure | None) -> bool:
        """Return True if only a picture was refused: everything is sent again in words."""
        return self._shared.goes_on_in_words(self.newest.after.guild_id, failure)

    def limit_uploads(self) -> None:
        """Switch to words, and explain it once."""
        self._unexplained = self.newest.after.status in (Status.PLAYING, Status.BETWEEN)
        self.redraw()

    async def _wait_for_board(self, hand_no: int) -> None:
        """Wait for the board of a hand, with a timeout; return at once if none can come."""
        try:
            async with asyncio.timeout(BOARD_WAIT_SECONDS):
                while self._trouble.note is None and self.board.is_awaited(hand_no):
                    await self._board_tried.wait()
        except TimeoutError:
            _LOG.info("the board of table %s is overdue", self.table_id)

    # People ----------------------------------------------------------------------------------

    async def _show_people(self) -> None:
        await self._load()
        table = self.newest.after
        if table.status is Status.PLAYING:  # panels go below the board, so that both are visible
            await self._wait_for_board(table.hand_no)
            table = self.newest.after
        outcomes = await asyncio.gather(
            *(self._show_person(line) for line in table.people), return_exceptions=True
        )
        # a channel closed to the bot must not end the retries of panels and DMs
        outcomes += await asyncio.gather(self._show_pings(table), return_exceptions=True)
        if errors := [outcome for outcome in outcomes if outcome is not None]:
            raise max(errors, key=retry_rank)  # the retry skips users who are up to date

    async def _show_pings(self, table: TableView) -> None:
        """Bring the pings in the channel up to date."""
        pinged = await may_be_pinged(table, self.person, self._shared.clock.now())
        await self._notice.show(table, self._context(table), pinged)
        await self._ping_people(table)

    async def _show_person(self, line: SeatLine) -> None:
        """Bring one user up to date; mark them for a ping if their hand did not reach them."""
        if line.user_id is None:
            return
        if self._shared.is_answering(self.table_id, line.user_id):
            self.awaits_answer = True  # the answer shows it
            return
        person, progress = await self.person(line.user_id), self.newest
        if any(self._shared.late.is_adding_to(each.message_id) for each in person.messages):
            return  # then it is refreshed
        note = self._trouble.note
        if not person.has_news(progress.after, note):
            person.up_to = shown_at(progress.after)
            return
        if rest := person.rest(progress.after, line.seat, self._shared.clock.now()):
            self._resting.add(person, rest)
            return
        panel = person.with_advice(replace(progress.panel_of(line.user_id), note=note))
        if panel.view is None:
            return
        table, everybody = panel.table, person.is_new_stage(panel.table)
        try:
            reached = await self._send_both(person, panel, progress.version, everybody=everybody)
        except Overtaken:
            self._panels.request()
            return
        if person.shown_version <= progress.version:
            person.record_shown(panel, progress.version, self._shared.clock.now())
        person.up_to = shown_at(table)
        awaited = line.user_id in self._directs or person.direct is not None
        dealt = everybody and table.status is Status.PLAYING and not reached
        if dealt and not awaited and person.ping is None:
            person.ping = PingReason.DEALT

    async def _send_both(
        self, person: PersonalScreens, panel: PanelView, version: int, *, everybody: bool
    ) -> bool:
        """Update the live message, at the deal both; return True if one was reached."""
        table, now, reached = panel.table, self._shared.clock.now(), False
        overtaken = None if everybody or person.waits_at(table, panel.seat) else self._overtaken
        dealt = table.status is Status.PLAYING
        pushing = everybody and dealt and person.can_push(table.hand_no, now)
        here: Drawn | None = None
        if pushing or person.panel is not None:
            here = await unless(overtaken, self._shared.own.at_table(person, panel))
        if here is not None and not pushing and (everybody or person.panel_is_live is not False):
            reached = await person.edit_panel(here, version, now)
        if not person.preferences.dms:
            await person.delete_direct()
        if everybody or not reached or person.panel_is_live is None:
            if person.direct is not None and person.direct_is_old(now):
                self._send_direct(person)
            elif person.direct is not None:
                direct = await unless(overtaken, self._shared.own.direct(person, panel))
                reached = await person.edit_direct(direct, version) or reached
            elif everybody and dealt:
                self._send_direct(person)
        if here is not None and pushing:
            pushed = await person.push_panel(here, table.hand_no, version, now)
            reached = pushed or await person.edit_panel(here, version, now) or reached
        return reached

    def redraw(self) -> None:
        """Draw everything again, since its look has changed."""
        for person in self._people.values():
            person.shown = None
        self.refresh()

    def choose(self, chosen: Preferences) -> None:
        """Apply a user's new preferences."""
        if chosen.user_id in self._people:
            self._people[chosen.user_id].choose(chosen)
            self._panels.request()

    def answered_elsewhere(self, user_id: int, digest: str) -> None:
        """Record that another process has edited a user's DM, which now shows this."""
        if user_id in self._people and self._people[user_id].answered_elsewhere(digest):
            self._panels.request()

    async def _ping_people(self, table: TableView) -> None:
        """Ping the users whose hand did not reach them, once for each reason."""
        pinged = [person for person in self._people.values() if person.ping is not None]
        now, waiting = self._shared.clock.now(), bool(self._directs)
        words = self._context(table)
        gone = partial(set_away, self._shared.tables, self.table_id)
        await ping_people(self._shared.bot, table, words, pinged, now, waiting=waiting, gone=gone)

    # Direct messages -------------------------------------------------------------------------

    def _send_direct(self, person: PersonalScreens) -> None:
        """Send a user the hand by DM in the background, since opening a DM may be slow."""
        if person.user_id not in self._directs:
            name, work = f"direct message at {self.table_id}", partial(self._run_direct, person)
            told, clock = partial(self._on_direct, person), self._shared.clock
            self._directs[person.user_id] = Updater(name, work, clock, on_result=told)
        self._directs[person.user_id].request()

    async def _run_direct(self, person: PersonalScreens) -> None:
        """Send the DM of the current hand, unless the user or Discord refuses it."""
        progress = self.newest
        wanted = progress.after.status is Status.PLAYING
        reached = not wanted or await self._deliver(person, progress)
        self._end_direct(person, reached=reached)
        if person.direct is not None and self.newest is not progress:
            await self._catch_up(person)  # the game went on meanwhile
        pinged = any(other.ping is not None for other in self._people.values())
        if pinged or self.newest is not progress or person.is_unknown:
            self._panels.request()

    def _end_direct(self, person: PersonalScreens, *, reached: bool) -> None:
        self._directs.pop(person.user_id, None)  # a second request finds it gone
        if not reached and person.ping is None and not person.has_panel(self._shared.clock.now()):
            person.ping = PingReason.DEALT

    def _on_direct(self, person: PersonalScreens, failure: Failure | None) -> None:
        """Ping a user at the table if Discord keeps refusing the DM."""
        if failure is not None:
            self._end_direct(person, reached=False)
            self._panels.request()

    async def _catch_up(self, person: PersonalScreens) -> None:
        progress = self.newest
        panel = replace(progress.panel_of(person.user_id), note=self._trouble.note)
        if panel.view is not None:
            drawn = await self._shared.own.direct(person, panel)
            await quietly(person.edit_direct(drawn, progress.version), "updating a direct message")

    async def _deliver(self, person: PersonalScreens, progress: Progress) -> bool:
        shared, now = self._shared, self._shared.clock.now()
        chosen = await shared.preferences.preferences(person.user_id)
        if person.direct is not None and not person.direct_is_old(now):
            return True  # another attempt has sent it
        if not chosen.dms or person.dm_refused:
            return False
        panel = replace(progress.panel_of(person.user_id), note=self._trouble.note)
        drawn = await shared.own.direct(person, panel)
        hand_no, channels = progress.after.hand_no, shared.dm_channels
        try:
            await person.send_direct(shared.bot, channels, drawn, hand_no, now)
        except NoDm as error:
            person.note_no_dm(error, chosen)
            if person.ping is PingReason.CLOSED:
                await shared.preferences.save_choices(person.user_id, dm_closed=True)
            elif person.ping is PingReason.LATER:
                await shared.preferences.save_choices(person.user_id, dm_later=True)
            return False
        if chosen.dm_closed or chosen.dm_later:  # DMs reach them now
            await shared.preferences.save_choices(person.user_id, dm_closed=False, dm_later=False)
        return True
