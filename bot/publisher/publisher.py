"""The publisher: the screens of all tables, and the answers to interactions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import discord

from bot.budget.queue import RequestQueue
from bot.events.service import EventService
from bot.presenter.table.notices import below
from bot.presenter.words.language import words_for
from bot.presenter.words.render_context import Counted, RenderContext
from bot.presenter.words.spec import Message, TextForm
from bot.render import Renderer
from bot.store.people import PeopleStore
from bot.store.results import ResultStore
from bot.store.sent.alerts import AlertStore
from bot.store.sent.pings import PingStore
from bot.store.sent.posted import MessageStore
from bot.store.servers import ServerStore
from bot.tables.service import TableService
from bot.tables.views import Progress
from bot.values.clock import Clock
from bot.values.posted import PostedKey

from .alerts import SeatAlerts
from .calls.discord_errors import DISCORD_ERRORS, failure_of, quietly
from .calls.dm_channels import DmChannels
from .choice_sync import ChoiceSync
from .keeper.answers import Answer, AnswerLost
from .keeper.channels import Channels
from .keeper.leaving import Leftovers
from .keeper.live_message import LiveMessage
from .keeper.means import Means
from .keeper.pending_answers import PendingAnswers
from .keeper.posted_message import PostedMessage
from .other_processes import NoOtherProcesses, OtherProcesses
from .people_pings import PeoplePings
from .pictures.avatars import Avatars
from .pictures.rendering import LatePictures, Pictures
from .pictures.uploads import Uploads
from .ports import HandScreens
from .refusals import Refusals
from .screens.all_screens import ScreensOfTables
from .screens.contents import Contents, as_chosen
from .screens.endings import Endings
from .screens.guide import FirstHandGuide
from .screens.meetings import Meetings
from .screens.press import Press
from .screens.surroundings import Surroundings
from .screens.table_screens import TableScreens

_LOG = logging.getLogger(__name__)
SHOWN_SECONDS = 5.0


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
        dm_channels: DmChannels,
        clock: Clock,
        *,
        messages: MessageStore,
        people: PeopleStore,
        pings: PingStore,
        alerts: AlertStore,
        servers: ServerStore,
        results: ResultStore,
        tables: TableService,
        events: EventService,
        renderer: Renderer | None,
        emojis: Mapping[Counted, str],
        queue: RequestQueue,
        others: OtherProcesses | None = None,
    ) -> None:
        self._bot = bot
        self._clock = clock
        self._emojis = emojis
        self._command_ids: Mapping[str, int] = {}
        self._others = others or NoOtherProcesses()
        self._screens = ScreensOfTables(self._screens_of, tables)
        self._answers = PendingAnswers()
        self._hands: HandScreens | None = None
        self._refusals = Refusals(clock)
        self.dm_channels = dm_channels
        self.guide = FirstHandGuide(people, tables)
        self.choices = ChoiceSync(people, servers, self._screens, self.guide, self._others)
        self.avatars = Avatars(renderer, clock)
        self.uploads = Uploads(bot, self._screens, clock)
        self.pictures = Pictures(renderer, self.avatars.images, self.uploads.are_possible)
        self.late = LatePictures(self.pictures)
        self.endings = Endings(results, events)
        self.means = Means(
            Channels(bot, queue),
            messages,
            dm_channels,
            self.pictures,
            clock,
            queue,
            self.uploads.limit,
        )
        self.leftovers = Leftovers(self.means, self._others.serves)
        contents = Contents(
            self.context, self.pictures, self.guide, self.endings, tables, Meetings(tables)
        )
        self.pings = PeoplePings(people, pings, clock)
        self.alerts = SeatAlerts(bot, alerts, people, self.means, self.context)
        self._around = Surroundings(
            self.means, contents, people, self._answers, self.late, self.pings, self.alerts
        )

    def _screens_of(self, progress: Progress) -> TableScreens:
        return TableScreens(
            progress,
            self._around,
            serves=self._others.serves,
            goes_on_in_words=self.uploads.goes_on_in_words,
        )

    def show_hands_by(self, hands: HandScreens) -> None:
        """Show hands of shared deals by these screens from now on; they send through this one."""
        self._hands = hands

    async def close(self) -> None:
        """Cancel pending sends; the next start repeats them from the saved state."""
        await self.leftovers.stop()
        await self.alerts.loop.stop()
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
        """Bring all screens of a table up to date in the background.

        If the user who caused the change is about to be answered, the answer goes first.
        """
        self._screens.update(progress).refresh()

    async def admit(self, progress: Progress, user_ids: Iterable[int]) -> None:
        """Let people who are invited see a private table's thread; elsewhere nothing happens."""
        await quietly(self._screens.update(progress).admit(user_ids), "adding people to a thread")

    async def dismiss(self, progress: Progress, user_id: int) -> None:
        """Hide a private table's thread from somebody without a seat whom its host blocks."""
        removal = self._screens.update(progress).dismiss(user_id)
        await quietly(removal, "removing somebody from a thread")

    async def admit_again(self, answer: Answer, progress: Progress) -> None:
        """Let a person who opens their hand elsewhere see their private table's thread again."""
        table = progress.after
        here = table.place is None or table.place.channel_id == answer.interaction.channel_id
        if table.private and not here and table.held_by(answer.user_id) is not None:
            screens = self._screens.update(progress)
            await quietly(screens.admit_again(answer.user_id), "adding somebody to a thread")

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
        if progress.after.deals.one_hand:
            await self._show_hand(answer, progress, chosen)
            return
        quiet = board_tells and answer.on_component and not answer.on_private_message
        if quiet and progress.note is None:
            await self.done(answer, progress)
            return
        try:
            await self._show_panel(answer, progress, chosen)
        except Exception as error:
            raise NotShown from error

    async def _answer_below(self, screens: TableScreens, press: Press) -> bool:
        """Answer a command in a DM with the table: its one message comes down below the command.

        Return False if that is not possible.
        """
        table = screens.newest.after
        sits = table.place is None and table.held_by(press.answer.user_id) is not None
        is_here = screens.is_ours and sits
        if not (press.is_below_direct and is_here and await screens.readers.answer_below(press)):
            return False
        await self.show(press.answer, below(await self.context_of(press.answer)))
        self._settle(press.answer)
        return True

    async def done(self, answer: Answer, progress: Progress | None = None) -> None:
        """Acknowledge a click whose outcome other screens show, and keep its token for a push.

        The token is kept before, since a hand may be dealt as soon as the user is answered; it is
        not used earlier.
        """
        try:
            if progress is not None:
                reader = await self._screens.update(progress).reader(answer.user_id)
                reader.note_token(answer)
            await answer.done()
        except AnswerLost:
            _LOG.info("an answer was lost")
        except Exception as error:
            raise NotShown from error

    async def _show_hand(self, answer: Answer, progress: Progress, chosen: str) -> None:
        if self._hands is None:
            raise ValueError("nothing shows this hand")
        await self._hands.answer_at(answer, progress, chosen)

    async def _show_panel(self, answer: Answer, progress: Progress, chosen: str) -> None:
        screens = self._screens.update(progress)
        press = Press(answer, progress, chosen)
        if await self._answer_below(screens, press):
            return
        answered = await screens.answer(press)
        self._settle(answer)
        if answered.shown is None:
            return
        if answer.on_direct_message and not screens.is_ours:
            digest = answered.shown.digest
            self._others.notify_dm_answered(screens.table_id, answer.user_id, digest)
        if answered.older is not None:
            await answered.older.delete(self._clock.now())

    async def show_more(
        self, answer: Answer, progress: Progress, page: int, *, in_place: bool
    ) -> None:
        """Show a user the details that don't fit on their panel."""
        screens = self._screens.update(progress)
        reader = await screens.reader(answer.user_id)
        panel = reader.with_advice(screens.newest.panel_for(answer.user_id))
        sight = Press(answer, progress).sight
        message = self._around.contents.more(reader, panel, sight, page)
        await self.show(answer, message, in_place=in_place)

    # Other answers and messages --------------------------------------------------------------

    async def show(
        self, answer: Answer, message: Message, *, in_place: bool = False
    ) -> LiveMessage | None:
        """Answer with a message for this user alone; return it, None if it was lost.

        `in_place`: replace the clicked message, if that is private.
        """
        if in_place and self._hands is not None:
            self._hands.release(answer.user_id, answer.clicked_id)
        return await self.late.show(answer, message, in_place=in_place)

    async def context_of(self, answer: Answer) -> RenderContext:
        """Return the render context of the user who is answered."""
        interaction = answer.interaction
        channel_id = None if interaction.context.dm_channel else interaction.channel_id
        preferences = await self._around.preferences.preferences(answer.user_id)
        shown = self.pictures.are_shown(channel_id)
        context = self.context(interaction.guild_id, interaction.locale.value)
        return as_chosen(context, preferences, shown=shown)

    def public_context(self, channel_id: int, guild_id: int | None) -> RenderContext:
        """Return the context of what everybody in a channel reads."""
        return replace(self.context(guild_id), pictures=self.pictures.are_shown(channel_id))

    def message(self, key: PostedKey) -> PostedMessage:
        """Return a message that is kept up to date."""
        return PostedMessage(self.means, key)

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
        await self.means.channels.say(channel_id, message)

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
        """Let a pending answer go before all other screens, until Discord has received it."""
        self.avatars.see(answer.interaction.user)
        with self._answers.pending(answer):
            yield
        self._note_uploads(answer)

    def _settle(self, answer: Answer) -> None:
        """Release the screens that waited for an answer."""
        self._answers.settle(answer)
        self._note_uploads(answer)

    def _note_uploads(self, answer: Answer) -> None:
        if answer.no_uploads:
            self.uploads.limit(answer.interaction.guild_id)
