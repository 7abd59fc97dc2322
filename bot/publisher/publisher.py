"""The publisher: the screens of all tables, and the answers to interactions."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.presenter.table.more import more_screen
from bot.presenter.words.language import words_for
from bot.presenter.words.render_context import Counted, RenderContext
from bot.presenter.words.spec import Message, TextForm
from bot.render import Renderer
from bot.tables.views import Note, Progress
from bot.values.clock import Clock

from .answers import Answer, AnswerLost
from .calls.convert import to_edit, to_send
from .calls.discord_errors import DISCORD_ERRORS, failure_of, uploads_refused
from .calls.dm_channels import DmChannels
from .calls.nonces import single_nonce
from .choice_sync import ChoiceSync
from .messages.live_message import LiveMessage
from .other_processes import NoOtherProcesses, OtherProcesses
from .pictures.avatars import Avatars
from .pictures.rendering import Files, LatePictures, Pictures
from .pictures.uploads import Uploads
from .ports import Events, PublisherStore, Tables
from .refusals import Refusals
from .screens.all_screens import ScreensOfTables
from .screens.board_rate import BoardRate
from .screens.endings import Endings
from .screens.guide import FirstHandGuide
from .screens.personal_screens import PersonalScreens
from .screens.screen_builder import ScreenBuilder, as_chosen
from .screens.screen_services import ScreenServices
from .screens.table_screens import TableScreens

_LOG = logging.getLogger(__name__)
SHARED_SECONDS = 60.0
"""Timeout for drawing a shared picture, which may be animated."""
SHOWN_SECONDS = 5.0
Writing = Callable[[RenderContext], Message]
Sending = Callable[[Message, Files], Awaitable[None]]


class NotShown(Exception):
    """An answer could not be sent; what the user did is saved."""


class DiscordPublisher:
    """Shows every table to its players. Implements the table service's `Publisher` port.

    Each change of a table arrives once, by `publish`, which updates all screens except the panel
    of a user who is about to be answered: `answer` fills that one.
    """

    def __init__(
        self,
        bot: discord.Client,
        store: PublisherStore,
        dm_channels: DmChannels,
        clock: Clock,
        *,
        tables: Tables,
        events: Events,
        renderer: Renderer | None,
        emojis: Mapping[Counted, str],
        others: OtherProcesses | None = None,
    ) -> None:
        self._bot = bot
        self._clock = clock
        self._emojis = emojis
        self._command_ids: Mapping[str, int] = {}
        self._others = others or NoOtherProcesses()
        self._screens = ScreensOfTables(
            lambda progress: TableScreens(progress, self._shared), tables
        )
        self._answers: defaultdict[int, set[Answer]] = defaultdict(set)
        self._refusals = Refusals(clock)
        self.dm_channels = dm_channels
        self.guide = FirstHandGuide(store, tables)
        self.choices = ChoiceSync(store, self._screens, self.guide, self._others)
        self.avatars = Avatars(renderer, clock)
        self.uploads = Uploads(bot, self._screens, clock)
        self.pictures = Pictures(renderer, self.avatars.images, self.uploads.are_possible)
        self.late = LatePictures(self.pictures)
        self.endings = Endings(store, events)
        self._shared = ScreenServices(
            bot=bot,
            surfaces=store,
            preferences=store,
            clock=clock,
            own=ScreenBuilder(self.context, self.pictures, self.guide, self.endings),
            tables=tables,
            is_answering=self._is_answering,
            late=self.late,
            shown_in=self._screens.shown_in,
            serves=self._others.serves,
            dm_channels=dm_channels,
            goes_on_in_words=self.uploads.goes_on_in_words,
            pace=BoardRate(share=self._others.share),
        )

    async def close(self) -> None:
        """Cancel pending sends; the next start repeats them from the saved state."""
        await self._screens.drop()
        await self.late.close()
        await self.avatars.close()
        await self.pictures.close()

    def context(self, guild_id: int | None, locale: str | None = None) -> RenderContext:
        """Return the render context for a user's locale, by default the server's."""
        if locale is None and guild_id is not None and (guild := self._bot.get_guild(guild_id)):
            locale = guild.preferred_locale.value
        words = words_for(locale)
        avatars = self.avatars.names
        return RenderContext(words, self._emojis, self._command_ids, avatars=avatars)

    def note_commands(self, ids: Mapping[str, int]) -> None:
        """Store Discord's ids of the slash commands, by name."""
        self._command_ids = dict(ids)

    # Tables ----------------------------------------------------------------------------------

    def publish(self, progress: Progress) -> None:
        """Update all screens of a table in the background.

        If the user who caused the change is about to be answered, the answer goes first.
        """
        screens = self._screens.update(progress)
        asker = progress.user_id
        table_id = progress.after.table_id
        if asker is not None and self._is_answering(table_id, asker):
            screens.awaits_answer = True
        else:
            screens.refresh()

    async def shown(self, table_id: str) -> None:
        """Wait until all screens of a table are up to date, with a timeout."""
        if (screens := self._screens.of(table_id)) is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(SHOWN_SECONDS):
                    await screens.shown()

    async def answer(
        self, answer: Answer, progress: Progress, *, chosen: str = "", board_tells: bool = False
    ) -> None:
        """Answer an interaction with the user's panel, in the newest state of the table.

        A clicked private message becomes the panel; otherwise a new one replaces the older one.
        `chosen`: the step that the user has reached in choosing an action. `board_tells`: a click
        on a public message gets no panel, unless there is a note for the user. Raises NotShown.
        """
        quiet = board_tells and answer.on_component and not answer.on_private_message
        if quiet and progress.note is None:
            await self.done(answer, progress)
            return
        try:
            await self._show_panel(answer, progress, chosen)
        except Exception as error:
            raise NotShown from error

    async def done(self, answer: Answer, progress: Progress | None = None) -> None:
        """Acknowledge a click whose outcome other screens show, and keep its token for a push."""
        try:
            await answer.done()
            if progress is not None:
                person = await self._screens.update(progress).person(answer.user_id)
                person.note_token(answer)
        except AnswerLost:
            _LOG.info("an answer was lost")
        except Exception as error:
            raise NotShown from error

    async def _show_panel(self, answer: Answer, progress: Progress, chosen: str) -> None:
        screens = self._screens.update(progress)
        person = await screens.person(answer.user_id)
        newest = screens.newest  # never an older state than the user has seen
        panel = newest.panel_of(answer.user_id)
        if newest.after.seq == progress.after.seq:
            panel = replace(panel, advice=progress.advice, unproved=progress.unproved)
        note = self._note(progress.note, person, screens)
        panel = await self._shared.own.completed(replace(person.with_advice(panel), note=note))
        context, place = self._shared.own.answer_context(answer, person, panel.table)
        message = await self._shared.own.panel_of(panel, context, chosen, place)
        person.record_answer(panel, chosen)
        known = person.message(answer.clicked_id) if answer.on_private_message else None
        stand_in = None if (seen := known or person.panel) is None else seen.picture
        self.late.drop(answer.clicked_id)
        gone = partial(person.is_replaced, answer.clicked_id)
        pictures, own = await self.pictures.draw_soon(message, stand_in)
        try:
            with known.record_shown(message, pictures, own_picture=own) if known else nullcontext():
                shown = await answer.fill(message, in_place=True, pictures=pictures, replaced=gone)
        except AnswerLost:
            person.answer_lost = True
            screens.awaits_answer = True
            _LOG.info("an answer was lost at table %s", screens.table_id)
            return
        if shown is None or person.is_replaced(shown.message_id):
            # the newer panel is to show this
            person.shown = None
            screens.awaits_answer = True
            return
        if not own:
            shown.digest = ""
        person.note_token(answer)
        older = person.adopt(answer, shown, known, panel.table.hand_no)
        person.record_shown(panel, newest.version, self._clock.now())
        if not own:
            live = person.message(shown.message_id) or shown
            self.late.follow(live, message, then=screens.refresh_people)
        if screens.newest is not newest or (own and known is not None and known.is_unknown):
            screens.awaits_answer = True
        self._settle(answer)
        if answer.on_direct_message and not self._others.serves(panel.table.guild_id):
            self._others.notify_dm_answered(screens.table_id, answer.user_id, shown.digest)
        if older is not None:
            await older.delete(self._clock.now())

    async def show_more(
        self, answer: Answer, progress: Progress, page: int, *, in_place: bool
    ) -> None:
        """Show a user the details that don't fit on their panel."""
        screens = self._screens.update(progress)
        person = await screens.person(answer.user_id)
        panel = person.with_advice(screens.newest.panel_of(answer.user_id))
        context, place = self._shared.own.answer_context(answer, person, panel.table)
        await self.show(answer, more_screen(panel, context, place, page), in_place=in_place)

    def _note(
        self, note: Note | None, person: PersonalScreens, screens: TableScreens
    ) -> Note | None:
        """Return the note to show beside the panel."""
        if note is None and person.answer_lost:
            note = Note.ANSWER_LOST
            person.answer_lost = False
        return screens.ask() or note if note in (None, Note.SEAT_BACK) else note

    # Other answers and messages --------------------------------------------------------------

    async def show(
        self, answer: Answer, message: Message, *, in_place: bool = False
    ) -> LiveMessage | None:
        """Answer with a message for this user alone; return it, None if it was lost.

        `in_place`: replace the clicked message, if that is private.
        """
        return await self.late.show(answer, message, in_place=in_place)

    async def context_of(self, answer: Answer) -> RenderContext:
        """Return the render context of the user who is answered."""
        interaction = answer.interaction
        channel_id = None if interaction.context.dm_channel else interaction.channel_id
        preferences = await self._shared.preferences.preferences(answer.user_id)
        shown = self.pictures.are_shown(channel_id)
        context = self.context(interaction.guild_id, interaction.locale.value)
        return as_chosen(context, preferences, shown=shown)

    async def redraw(
        self, posted: discord.PartialMessage, guild_id: int | None, message: Writing
    ) -> None:
        """Edit a message of a channel, with its picture if uploads are possible."""

        async def edit(written: Message, files: Files) -> None:
            await posted.edit(**to_edit(written, files))

        await self.in_pictures(posted.channel.id, guild_id, message, edit)

    def public_context(self, channel_id: int, guild_id: int | None) -> RenderContext:
        """Return the context of what everybody in a channel reads."""
        return replace(self.context(guild_id), pictures=self.pictures.are_shown(channel_id))

    async def in_pictures(
        self, channel_id: int, guild_id: int | None, message: Writing, send: Sending
    ) -> None:
        """Send a message with its picture, or in words if Discord refuses the file."""
        context = self.public_context(channel_id, guild_id)
        written = message(context)
        files = await self.pictures.of(written, SHARED_SECONDS)
        try:
            await send(written, files)
        except DISCORD_ERRORS as error:
            if not (files and uploads_refused(error)):
                raise
            self.uploads.limit(guild_id)
            await send(message(replace(context, pictures=False)), {})

    async def refuse(self, answer: Answer, message: Message) -> None:
        """Explain a refusal to a user, replacing the last one."""
        await self._refusals.show(answer, message)

    async def ask(self, answer: Answer, form: TextForm) -> None:
        """Open a form for the user."""
        try:
            await answer.ask(form)
        except AnswerLost:
            _LOG.info("a form was lost")

    async def defer(self, answer: Answer) -> None:
        """Defer an answer, and release the screens that waited for it."""
        try:
            await answer.defer()
        except AnswerLost:
            _LOG.info("an interaction could not be deferred")
        except DISCORD_ERRORS as error:
            _LOG.info("an interaction could not be deferred: %s", failure_of(error))
        self._settle(answer)

    async def post(self, channel_id: int, message: Message) -> None:
        """Post a message that is never edited."""
        channel = self._bot.get_partial_messageable(channel_id)
        await channel.send(nonce=single_nonce(), **to_send(message, {}))

    def post_again(self, progress: Progress) -> None:
        """Post a table's board again below newer messages, or ask the process that shows it."""
        screens = self._screens.update(progress)
        if not screens.is_ours:
            self._others.request_board(screens.table_id)
            return
        screens.board.again = True
        screens.refresh()

    async def write_to(self, user_id: int, message: Message) -> None:
        """Send a user a DM that is never edited. Raises DmRefused and DmLater."""
        async with self.dm_channels.writing_to(user_id) as channel_id:
            await self.post(channel_id, message)

    async def stop_following(self, user_id: int) -> None:
        """Call `forget` in all processes."""
        self._others.notify_forgotten(user_id)
        await self.forget(user_id)

    async def forget(self, user_id: int) -> None:
        """Drop a user's avatar and DM channel, and stop sending them anything."""
        self.avatars.forget(user_id)
        await self._screens.forget(user_id)
        self.dm_channels.forget(user_id)

    def message_seen(self, channel_id: int) -> None:
        """Count a message that pushes the board of its channel up."""
        self._screens.message_seen(channel_id)

    def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Post a board again if the deleted message was one."""
        self._screens.message_deleted(channel_id, message_id)

    # Other processes -------------------------------------------------------------------------

    def drop(self, is_meant: Callable[[int | None], bool]) -> Coroutine[Any, Any, None]:
        """Forget the screens of servers that change hands between processes."""
        return self._screens.drop(is_meant)

    def answered_elsewhere(self, table_id: str, user_id: int, digest: str) -> None:
        """Record that another process has edited a user's DM, which now shows this."""
        if (screens := self._screens.of(table_id)) is not None:
            screens.answered_elsewhere(user_id, digest)

    # Pending answers -------------------------------------------------------------------------

    @contextmanager
    def defer_to(self, answer: Answer) -> Iterator[None]:
        """Leave the user's panel to a pending answer, until Discord has received it.

        The answer shows the new state, so an edit of the panel would be wasted.
        """
        self.avatars.see(answer.interaction.user)
        self._answers[answer.user_id].add(answer)
        try:
            yield
        finally:
            self._settle(answer)

    def _is_answering(self, table_id: str, user_id: int) -> bool:
        answers = self._answers.get(user_id, ())
        return any(answer.table_id == table_id and answer.is_open for answer in answers)

    def _settle(self, answer: Answer) -> None:
        """Release the screens that waited for an answer."""
        answers = self._answers.get(answer.user_id, set())
        answers.discard(answer)
        if not answers:
            self._answers.pop(answer.user_id, None)
        if answer.no_uploads:
            self.uploads.limit(answer.interaction.guild_id)
        screens = self._screens.of(answer.table_id or "")
        if screens is not None and screens.awaits_answer:
            screens.refresh()
