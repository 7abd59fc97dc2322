"""The players' messages at one table: brought up to date by answers to presses, or by edits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import Failure
from bot.publisher.keeper.answers import AnswerLost
from bot.publisher.keeper.live_message import Files, LiveMessage, shown_digest
from bot.publisher.keeper.updater import Updater
from bot.publisher.keeper.wanted import Wanted
from bot.tables.model import Status
from bot.tables.views import Note, PanelView, Progress, SeatLine
from bot.values.posted import Posted
from bot.values.preferences import Preferences

from .board import Board
from .contents import Sight
from .directs import DirectMessages, is_sent, readers_of
from .news import TableNews
from .overtaken import Overtaken, unless
from .press import Answered, Press
from .reader import Built, PingReason, Reader, stage_of
from .surroundings import Surroundings

_LOG = logging.getLogger(__name__)


class Readers:
    """The private messages of a table's players.

    `on_result` is told of what Discord refused, and `on_unreached` that somebody may have to be
    pinged. `load` remembers earlier messages. `is_ours`: whether this process sends messages of
    the table.
    """

    def __init__(
        self,
        news: TableNews,
        board: Board,
        around: Surroundings,
        *,
        on_result: Callable[[Failure | None], object],
        on_unreached: Callable[[], None],
        load: Callable[[], Awaitable[None]],
        is_ours: Callable[[], bool],
    ) -> None:
        self._news = news
        self._board = board
        self._means = around.means
        self._contents = around.contents
        self._preferences = around.preferences
        self._answers = around.answers
        self._late = around.late
        self._on_result = on_result
        self._on_unreached = on_unreached
        self._load = load
        self._is_ours = is_ours
        self._readers: dict[int, Reader] = {}
        self._posted: dict[int, list[Posted]] = {}
        self._updaters: dict[int, Updater] = {}
        self._directs = DirectMessages(
            news, around.means, around.preferences, self._newest_direct, self._on_sent
        )

    # Who reads -------------------------------------------------------------------------------

    def all(self) -> Collection[Reader]:
        """Return the readers that are known."""
        return self._readers.values()

    def people(self) -> Collection[int]:
        """Return the users who see the table."""
        return self._readers

    def remember(self, posted: Posted) -> None:
        """Adopt a DM that an earlier run sent."""
        self._posted.setdefault(posted.key.user_id, []).append(posted)

    async def reader(self, user_id: int) -> Reader:
        """Return a user's private messages at this table, once earlier ones are remembered."""
        if user_id not in self._readers:
            chosen = await self._preferences.preferences(user_id)
            if user_id in self._readers:  # another task created it meanwhile
                return self._readers[user_id]
            reader = Reader(self._means, self._news.table_id, user_id)
            self._readers[user_id] = reader
            reader.preferences = chosen
            for posted in self._posted.pop(user_id, ()):
                reader.direct.remember(posted)
        return self._readers[user_id]

    async def forget(self, user_id: int) -> None:
        """Stop sending to a user, and delete their panel."""
        await self._directs.forget(user_id)
        if (updater := self._updaters.pop(user_id, None)) is not None:
            await updater.stop()
        self._posted.pop(user_id, None)
        reader = self._readers.pop(user_id, None)
        if reader is not None and reader.panel is not None:
            await reader.panel.delete(self._means.clock.now())

    def choose(self, chosen: Preferences) -> None:
        """Apply a reader's new preferences."""
        self._readers[chosen.user_id].choose(chosen)
        self.request(chosen.user_id)

    def redraw(self) -> None:
        """Draw everything again, since its look has changed."""
        for reader in self._readers.values():
            reader.shown = None

    def answered_elsewhere(self, user_id: int, digest: str) -> None:
        """Record that another process has edited a user's DM, which now shows this."""
        if user_id in self._readers and self._readers[user_id].answered_elsewhere(digest):
            self.request(user_id)

    # Background work -------------------------------------------------------------------------

    @property
    def updaters(self) -> tuple[Updater, ...]:
        """All background work."""
        return *self._updaters.values(), *self._directs.updaters

    @property
    def is_sending_dms(self) -> bool:
        """True while a DM is being sent."""
        return bool(self._directs.updaters)

    def request_all(self) -> None:
        """Bring the messages of all players up to date in the background."""
        table = self._news.newest.after
        readers = {line.holder for line in readers_of(table)} - {None}
        if table.place is None:  # whoever has left has a DM with buttons
            readers |= {*self._readers, *self._posted}
        for user_id in filter(None, readers):
            self.request(user_id)

    def request(self, user_id: int) -> None:
        """Bring a user's messages up to date in the background."""
        if user_id not in self._updaters:
            self._updaters[user_id] = Updater(
                f"panel at {self._news.table_id}",
                partial(self._bring, user_id),
                self._means.clock,
                on_result=self._on_result,
                is_wanted=self._is_ours,
            )
        self._updaters[user_id].request()
        if (reader := self._readers.get(user_id)) is not None:  # they may be in turn by now
            self._means.queue.raise_to(reader.key, reader.kind_at(self._news.newest.after))

    async def wait_tried(self) -> None:
        """Wait until all players' messages are up to date, or one attempt has failed."""
        for updater in list(self._updaters.values()):
            await updater.wait_tried()

    async def wait_sent(self) -> None:
        """Wait for the same, and until DMs are sent or have failed once."""
        await self.wait_tried()
        for updater in self._directs.updaters:
            await updater.wait_tried()

    # Bringing a user's messages up to date ---------------------------------------------------

    def _view(self, reader: Reader, note: Note | None) -> PanelView:
        """Return what a user may see in the newest state, never older than what they have seen."""
        return replace(reader.with_advice(self._news.newest.panel_for(reader.user_id)), note=note)

    def _saw(self, reader: Reader, panel: PanelView, version: int) -> None:
        """Record what a user has seen."""
        if reader.shown_version <= version:
            reader.record_shown(panel, version, self._means.clock.now())

    async def _bring(self, user_id: int) -> None:
        """Bring a user's messages up to date, after the answers that go first."""
        news = self._news
        await self._load()
        await self._answers.settled(news.table_id, news.newest.user_id)
        await self._answers.settled(news.table_id, user_id)
        table = news.newest.after
        if table.status is Status.PLAYING and table.place is not None:
            await news.wait_for_board(self._board)
        table = news.newest.after
        line = next((each for each in readers_of(table) if each.holder == user_id), None)
        if line is not None:
            await self._bring_by_edits(await self.reader(user_id), line)
        elif table.place is None:
            await self._part(await self.reader(user_id))

    async def _part(self, reader: Reader) -> None:
        """Let the DM of somebody who has left a table without a place say so, for the last time."""
        if reader.direct.live is not None:
            panel = self._news.newest.panel_for(reader.user_id)
            await reader.part(await self._direct(reader, panel))

    async def _bring_by_edits(self, reader: Reader, line: SeatLine) -> None:
        """Edit, push or send a user's messages; note if their hand did not reach them."""
        progress = self._news.newest
        table = progress.after
        if any(self._late.is_adding_to(each.message_id) for each in reader.messages):
            return  # then it is brought up to date again
        if not reader.has_news(table, self._news.trouble.note):
            reader.up_to = stage_of(table)
            return
        if rest := reader.rest(table, line.seat, self._means.clock.now()):
            self._updaters[reader.user_id].request_after(rest, reader.end_rest)
            return
        panel = self._view(reader, self._news.trouble.note)
        everybody = reader.is_new_stage(table)
        try:
            reached = await self._send_both(reader, panel, progress.version, everybody=everybody)
        except Overtaken:
            self.request(reader.user_id)
            return
        self._saw(reader, panel, progress.version)
        reader.up_to = stage_of(table)
        awaited = self._directs.is_sending_to(reader.user_id) or reader.direct.live is not None
        dealt = everybody and table.status is Status.PLAYING and not reached
        if dealt and not awaited and reader.ping is None:
            reader.ping = PingReason.DEALT
            self._on_unreached()

    async def _send_both(
        self, reader: Reader, panel: PanelView, version: int, *, everybody: bool
    ) -> bool:
        """Update the live message, at the deal both; return True if one was reached."""
        table = panel.table
        now = self._means.clock.now()
        reached = False
        overtaken: asyncio.Event | None = self._news.overtaken
        if everybody or reader.waits_at(table, panel.seat):
            overtaken = None
        dealt = table.status is Status.PLAYING
        pushing = everybody and dealt and reader.can_push(table.hand_no, now)
        here: Built | None = None
        if pushing or reader.panel is not None:
            here = await unless(overtaken, self._build(reader, panel, at_table=True))
        if here is not None and not pushing and (everybody or reader.panel_is_live is not False):
            reached = await reader.edit_panel(here, version, now)
        if not reader.preferences.dms and table.place is not None:
            await reader.delete_direct()
        if reader.is_called(panel, now):
            self._directs.send(reader)
        elif everybody or not reached or reader.panel_is_live is None:
            if reader.direct.live is not None and reader.direct.is_old(now):
                self._directs.send(reader)
            elif reader.direct.live is not None:
                edited = await self._edit_direct(
                    reader, panel, version, overtaken, everybody=everybody
                )
                reached = edited or reached
            elif everybody and is_sent(table):
                self._directs.send(reader)
        if here is not None and pushing:
            pushed = await reader.push_panel(here, table.hand_no, version, now)
            reached = pushed or await reader.edit_panel(here, version, now) or reached
        return reached

    async def _edit_direct(
        self,
        reader: Reader,
        panel: PanelView,
        version: int,
        overtaken: asyncio.Event | None,
        *,
        everybody: bool,
    ) -> bool:
        """Edit a user's DM in its turn, to this or what is newer by then; False without one."""
        before = reader.panel
        async with self._means.queue.turn(reader.kind_at(self._news.newest.after), reader.key):
            if reader.panel is not before and reader.panel_is_live and not everybody:
                return True  # they have gone on at the table meanwhile
            if self._news.newest.version > version:
                panel = self._view(reader, panel.note)
                version = self._news.newest.version
                overtaken = self._news.overtaken if overtaken is not None else None
            direct = await unless(overtaken, self._direct(reader, panel))
            return await reader.edit_direct(direct, version)

    async def _build(self, reader: Reader, panel: PanelView, *, at_table: bool) -> Built:
        """Build a user's panel with its picture; a pending question or note of theirs stays."""
        resumed, chosen = reader.resume(await self._contents.completed(panel))
        sight = Sight(at_table, reader.locale)
        message = await self._contents.panel(reader, resumed, sight, chosen)
        return message, await self._contents.files(reader, panel, message)

    async def _direct(self, reader: Reader, panel: PanelView) -> Wanted:
        """Build a user's DM, which is silent for one who may not be pinged now."""
        message, files = await self._build(reader, panel, at_table=False)

        async def render(_message: Message) -> Files:
            return files

        return Wanted(
            write=lambda: message,
            render=render,
            channel_id=None,
            part=panel.table.hand_no,
            silent=not reader.rings(panel, self._means.clock.now()),
        )

    async def _newest_direct(self, reader: Reader, progress: Progress) -> Wanted | None:
        panel = replace(progress.panel_for(reader.user_id), note=self._news.trouble.note)
        if panel.view is None and panel.table.place is not None:
            return None
        return await self._direct(reader, panel)

    def _on_sent(self, reader: Reader) -> None:
        """Bring a user's messages up to date once a DM was sent, and ping who wasn't reached."""
        self._on_unreached()
        if reader.is_unknown or self._news.newest.version != reader.shown_version:
            self.request(reader.user_id)

    # Answers ---------------------------------------------------------------------------------

    async def answer(self, press: Press) -> Answered:
        """Bring the panel of a user up to date by the answer to their press."""
        answer = press.answer
        newest = self._news.newest  # never an older state than the user has seen
        reader = await self.reader(answer.user_id)
        panel = await self._pressed(reader, press)
        reader.record_answer(panel, press.chosen)
        message = await self._contents.panel(reader, panel, press.sight, press.chosen)
        known = reader.message(answer.clicked_id) if answer.on_private_message else None
        shown, own = await self._fill(reader, press, message, known)
        if shown is None:
            return Answered(panel, None)
        reader.note_token(answer)
        older = reader.adopt(answer, shown, known, panel.table.hand_no)
        reader.record_shown(panel, newest.version, self._means.clock.now())
        if not own:
            live = reader.message(shown.message_id) or shown
            self._late.follow(live, message, then=partial(self.request, reader.user_id))
        if self._news.newest is not newest or (own and known is not None and known.is_unknown):
            self.request(reader.user_id)
        return Answered(panel, shown, older)

    async def answer_below(self, press: Press) -> bool:
        """Bring a user's DM down to a command that they used there, with what it tells them.

        Return False if no DM reaches them.
        """
        reader = await self.reader(press.answer.user_id)
        if reader.dm_refused:
            return False
        reader.note_token(press.answer)
        reader.record_answer(await self._pressed(reader, press), press.chosen)
        reader.asks_anew = True
        self.request(reader.user_id)
        return True

    async def _pressed(self, reader: Reader, press: Press) -> PanelView:
        """Return what a user may see after their press, with what only they are told."""
        progress = press.progress
        panel = self._news.newest.panel_for(reader.user_id)
        if panel.table.seq == progress.after.seq:
            panel = replace(panel, advice=progress.advice, unproved=progress.unproved)
        note = progress.note
        if note is None and reader.answer_lost:
            note = Note.ANSWER_LOST
            reader.answer_lost = False
        if note in (None, Note.SEAT_BACK):
            note = self._news.lateness or note
        return await self._contents.completed(replace(reader.with_advice(panel), note=note))

    async def _fill(
        self, reader: Reader, press: Press, message: Message, known: LiveMessage | None
    ) -> tuple[LiveMessage | None, bool]:
        """Answer with a panel; return its message, and whether it shows its own picture.

        None if the answer was lost, or if a newer panel is to show this.
        """
        answer = press.answer
        self._late.drop(answer.clicked_id)
        gone = partial(reader.is_replaced, answer.clicked_id)
        stand_in = reader.seen_picture(known)
        pictures, own = await self._contents.pictures.render_soon(message, stand_in)
        digest = shown_digest(message, pictures) if known and own else ""
        try:
            with known.record_shown(digest, pictures) if known else nullcontext():
                shown = await answer.fill(message, in_place=True, pictures=pictures, replaced=gone)
        except AnswerLost:
            reader.answer_lost = True
            _LOG.info("an answer was lost at table %s", self._news.table_id)
            self.request(reader.user_id)
            return None, own
        if shown is None or reader.is_replaced(shown.message_id):
            reader.shown = None
            self.request(reader.user_id)
            return None, own
        if not own:
            shown.digest = ""
        return shown, own
