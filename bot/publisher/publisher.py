"""The publisher: all tables' screens, and the answers to the clicks on them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import replace

import discord

from bot.presenter import Counted, Message, RenderContext, hand_panel, table_screen, words_for
from bot.tables.errors import NoSuchTable
from bot.tables.views import Note, PanelView, TableView

from .answers import Answer, AnswerLost
from .board import Board
from .board_rate import Pace
from .convert import to_send
from .person import DirectRest, Person
from .pictures import Pictures
from .ports import Clock, PreferencesStore, Surfaces, Tables
from .screens import TableScreens, place_of

_LOG = logging.getLogger(__name__)


class NotShown(Exception):
    """An answer could not be made; what the person did before counts."""


class DiscordPublisher:
    """Shows every table to its people. Implements the table service's `Publisher` port."""

    def __init__(
        self,
        surfaces: Surfaces,
        preferences: PreferencesStore,
        clock: Clock,
        executor: Executor,
        emojis: Mapping[Counted, str],
    ) -> None:
        self._surfaces = surfaces
        self._preferences = preferences
        self._clock = clock
        self._executor = executor
        self._emojis = emojis
        self._screens: dict[str, TableScreens] = {}
        self._by_channel: dict[int, TableScreens] = {}
        self._bot: discord.Client | None = None
        self._tables: Tables | None = None
        self._waiting: set[str] = set()
        self._dm_rest = DirectRest()
        self._pace = Pace()

    def open(self, bot: discord.Client, tables: Tables) -> None:
        """Begin to show: the bot can send now, and tables can be read."""
        self._bot, self._tables = bot, tables
        for table_id in self._waiting:
            self.table_changed(table_id)
        self._waiting.clear()

    async def close(self) -> None:
        """Give up what is being sent; it is sent again from state at the next start."""
        await asyncio.gather(*(screens.stop() for screens in self._screens.values()))

    def context(self, guild_id: int | None, locale: str | None = None) -> RenderContext:
        """Return the words and pictures for a user's locale; without one, for a server's."""
        if locale is None and self._bot is not None and guild_id is not None:
            guild = self._bot.get_guild(guild_id)
            locale = None if guild is None else guild.preferred_locale.value
        return RenderContext(words_for(locale), self._emojis)

    def table_changed(self, table_id: str) -> None:
        """Note that the screens of a table are behind its state."""
        if self._bot is None:
            self._waiting.add(table_id)
            return
        self.screens(table_id).touch()

    def hand_ended(self, table: TableView) -> None:
        """Note how a hand ended: that is shown even when the next one begins at once."""
        if self._bot is not None:
            self.screens(table.table_id).board.final = table

    def screens(self, table_id: str) -> TableScreens:
        """Return the screens of a table."""
        bot, tables = self._opened()
        found = self._screens.get(table_id)
        if found is None:
            self._forget_closed()
            found = self._screens[table_id] = self._new_screens(table_id, bot, tables)
        return found

    async def panel(self, table_id: str, user_id: int) -> PanelView | None:
        """Return a table as one user sees it, None where there is no such table."""
        _, tables = self._opened()
        try:
            return await tables.panel(table_id, user_id)
        except NoSuchTable:
            return None

    @asynccontextmanager
    async def answering(self, table_id: str, user_id: int) -> AsyncIterator[None]:
        """Leave a person's private messages to the answer that is being worked on.

        It will show what his act has made of the table; to edit them before would be a request
        for nothing, and a race.
        """
        screens = self._screens.get(table_id)
        if screens is None:
            yield
            return
        person = await screens.person(user_id)
        person.answers += 1
        try:
            yield
        finally:
            person.answers -= 1
            if person.passed_over:
                person.passed_over = False
                screens.touch_people()

    async def show_panel(self, answer: Answer, panel: PanelView, chosen: str = "") -> None:
        """Answer a click or a command with the person's own panel.

        A private message that was clicked is edited; otherwise a new panel is shown and the
        older one taken away, so that nobody holds two. `chosen`: the step of an act on which
        the person is. Raises NotShown.
        """
        try:
            await self._show_panel(answer, panel, chosen)
        except Exception as error:
            raise NotShown from error

    async def _show_panel(self, answer: Answer, panel: PanelView, chosen: str) -> None:
        interaction, now = answer.interaction, self._clock.now()
        screens = self.screens(panel.table.table_id)
        person = await screens.person(panel.user_id)
        in_place = answer.on_component and answer.on_private_message
        pushed = person.pushed
        async with person.lock:
            person.note_token(interaction, now)
            if in_place and interaction.guild_id is not None and person.pushed != pushed:
                await self.done(answer)  # meanwhile a new hand was dealt, in a panel of its own
                return
            panel = person.advised(await self._newest(panel, person, screens))
            place = place_of(panel.table) if interaction.guild_id is None else None
            context = self.context(panel.table.guild_id, interaction.locale.value)
            message = hand_panel(panel, context, chosen=chosen, place=place)
            try:
                shown = await (answer.edit(message) if in_place else answer.show(message))
            except AnswerLost:
                person.answer_lost = True
                _LOG.info("an answer was lost at table %s", panel.table.table_id)
                screens.touch()
                return
            older = person.shown_by(interaction, shown, message, panel.table.hand_no, now)
            person.saw(panel)
            await person.delete_panel(older, now)

    async def show(self, answer: Answer, message: Message) -> None:
        """Answer with a message for this person alone."""
        try:
            await answer.show(message)
        except AnswerLost:
            _LOG.info("an answer was lost")

    async def turn(self, answer: Answer, message: Message) -> None:
        """Put a message in the place of the private one that was clicked; else show a new one."""
        try:
            if answer.on_component and answer.on_private_message:
                await answer.edit(message)
            else:
                await answer.show(message)
        except AnswerLost:
            _LOG.info("an answer was lost")

    async def done(self, answer: Answer, table_id: str | None = None) -> None:
        """Answer a click whose outcome the table's screens show to everybody."""
        try:
            await answer.done()
            if table_id is not None:
                person = await self.screens(table_id).person(answer.interaction.user.id)
                person.note_token(answer.interaction, self._clock.now())
        except AnswerLost:
            _LOG.info("an answer was lost")
        except Exception as error:
            raise NotShown from error

    async def post(self, channel_id: int, message: Message) -> None:
        """Post a message that is never changed."""
        bot, _ = self._opened()
        await bot.get_partial_messageable(channel_id).send(**to_send(message, {}))

    async def post_again(self, table_id: str) -> None:
        """Post a table's board anew, below what has been said since."""
        screens = self.screens(table_id)
        screens.board.again = True
        screens.touch()

    async def open_thread(self, channel: discord.TextChannel, name: str) -> int:
        """Open a public thread in a channel and return its id."""
        thread = await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=60
        )
        return thread.id

    def message_seen(self, channel_id: int) -> None:
        """Note that people talk in a channel: the board there moves out of sight."""
        screens = self._by_channel.get(channel_id)
        if screens is not None:
            screens.board.buried += 1

    async def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Note that a message is gone; a board that somebody has deleted is posted again."""
        screens = self._by_channel.get(channel_id)
        if screens is not None and screens.board.is_board(message_id):
            screens.board.deleted = message_id
            screens.touch()

    def _opened(self) -> tuple[discord.Client, Tables]:
        if self._bot is None or self._tables is None:
            raise RuntimeError("the desk is not open")
        return self._bot, self._tables

    def _new_screens(self, table_id: str, bot: discord.Client, tables: Tables) -> TableScreens:
        pictures = Pictures(self._executor, self._may_attach)
        board = Board(
            bot,
            self._surfaces,
            pictures,
            self._clock,
            lambda table: table_screen(table, self.context(table.guild_id)),
        )
        return TableScreens(
            table_id=table_id,
            bot=bot,
            tables=tables,
            surfaces=self._surfaces,
            preferences=self._preferences,
            clock=self._clock,
            board=board,
            context=self.context,
            shown_in=self._shown_in,
            dm_rest=self._dm_rest,
            pace=self._pace,
        )

    def _shown_in(self, channel_id: int, screens: TableScreens) -> None:
        if self._by_channel.get(channel_id) is not screens:
            for channel in [key for key, old in self._by_channel.items() if old is screens]:
                del self._by_channel[channel]  # the table has moved
            self._by_channel[channel_id] = screens

    def _forget_closed(self) -> None:
        """Drop the screens of tables that have ended and of which nothing is left to send."""
        for table_id in [key for key, old in self._screens.items() if old.closed and old.idle]:
            del self._screens[table_id]
        for channel in [key for key, old in self._by_channel.items() if old.closed and old.idle]:
            del self._by_channel[channel]

    async def _newest(self, panel: PanelView, person: Person, screens: TableScreens) -> PanelView:
        """Return the panel to show: never an older state than the person has seen."""
        note = panel.note
        if note is None and person.answer_lost:
            note, person.answer_lost = Note.ANSWER_LOST, False
        if note in (None, Note.SEAT_BACK):
            note = screens.ask() or note
        if person.shown_seq > panel.table.seq:
            _, tables = self._opened()
            return await tables.panel(panel.table.table_id, panel.user_id, note)
        return panel if note is panel.note else replace(panel, note=note)

    def _may_attach(self, channel_id: int) -> bool:
        """Return whether the bot may post files in a channel; yes where that is not known."""
        bot, _ = self._opened()
        channel = bot.get_channel(channel_id)
        if isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            return channel.permissions_for(channel.guild.me).attach_files
        return True
