"""The private messages of daily hands, in the channel where they were opened and by DM.

Each reader has at most one message in the channel where they pressed last, and one DM. Both are
kept up to date while they can be edited. Their buttons also work after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from datetime import date
from functools import partial

import discord

from bot.daily.views import DailyView, Reminded, Stage
from bot.presenter.daily.screen import daily_screen, reminder, reminder_set
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, quietly
from bot.publisher.calls.dm_channels import DmRefused, NoDm
from bot.publisher.calls.nonces import create, single_nonce
from bot.publisher.messages.live_message import LiveMessage, first_of, shown_digest
from bot.publisher.ports import DailyPanelStore
from bot.publisher.publisher import DiscordPublisher
from bot.render import Priority
from bot.tables.ports import log_failure
from bot.values.clock import Clock

from .screen_builder import as_chosen

_LOG = logging.getLogger(__name__)
PICTURE_SECONDS = 1.0
"""Shortest time between two pictures of a message, unless its reader is in turn."""
REMEMBERED = 2000
Key = tuple[int, date]


class _Reader:
    """The messages of one person about one day."""

    def __init__(self) -> None:
        self.panel: LiveMessage | None = None
        self.direct: LiveMessage | None = None
        self.sending = asyncio.Lock()
        self.context: RenderContext | None = None
        self.may_share = False
        self.newest: DailyView | None = None
        self.shown_at = 0.0
        self.task: asyncio.Task[None] | None = None
        self.restored = False
        self.kept: int | None = None  # the id of the DM saved in the store


class DailyPanels:
    """Shows people their daily hands. Implements the daily service's `DailyScreens` port."""

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        store: DailyPanelStore,
        clock: Clock,
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._store = store
        self._clock = clock
        self._readers: OrderedDict[Key, _Reader] = OrderedDict()

    async def close(self) -> None:
        """Cancel pending edits; the next press shows the saved state."""
        tasks = [reader.task for reader in self._readers.values() if reader.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def publish(self, view: DailyView) -> None:
        """Update a person's messages of the day, in the background."""
        reader = self._reader(view)
        reader.newest = _newer(reader.newest, view)
        if reader.task is None or reader.task.done():
            reader.task = asyncio.create_task(self._update(reader, view), name="daily panel")

    async def answer(
        self, answer: Answer, view: DailyView, *, chosen: str = "", may_share: bool = False
    ) -> None:
        """Answer a press or a command with the user's current view of the day."""
        reader = self._reader(view)
        context = await self._publisher.context_of(answer)
        message = daily_screen(view, context, chosen=chosen, may_share=may_share)
        shown = await self._publisher.show(answer, message, in_place=True)
        if shown is None:
            return
        if shown.message_id == answer.clicked_id and answer.on_direct_message:
            reader.direct = shown
            await self._keep(reader, view, answer.interaction.channel_id, shown.message_id)
        else:
            older = reader.panel
            reader.panel = shown
            reader.context = context
            reader.may_share = may_share
            if older is not None and older.message_id != shown.message_id:
                await older.delete(self._clock.now())
        reader.shown_at = self._clock.now()
        newest = _newer(view, reader.newest)
        reader.newest = view if chosen else newest
        if newest is not view:
            self.publish(newest)

    def release(self, user_id: int, day: date, message_id: int | None) -> None:
        """Stop updating a message that is about to show something else."""
        reader = self._readers.get((user_id, day))
        panel = None if reader is None else reader.panel
        if reader is not None and panel is not None and panel.message_id == message_id:
            reader.panel = None

    async def open_for_reminders(self, user_id: int, context: RenderContext) -> None:
        """Open the DM to which reminders will come, unless it is open, and confirm there.

        Raises DmRefused, DmLater and discord.py's errors.
        """
        if not await self._publisher.dm_channels.is_open(user_id):
            await self._publisher.write_to(user_id, reminder_set(context, wanted=True))

    async def remind(self, user_id: int, day: date) -> Reminded:
        """Remind a person of a day's hand, by a DM that is already open.

        The nonce of the day keeps a retry from sending a second one.
        """
        channels = self._publisher.dm_channels
        if not await channels.is_open(user_id):
            return Reminded.REFUSED
        message = reminder(day, await self._context_of(user_id))
        try:
            async with channels.writing_to(user_id) as channel_id:
                channel = self._bot.get_partial_messageable(channel_id)
                key = ("reminder", user_id, day.isoformat())
                await create(channel, key, 1, lambda: to_send(message, {}))
        except DmRefused as error:
            _LOG.info("a reminder was refused: %s", error)
            return Reminded.REFUSED
        except (NoDm, *DISCORD_ERRORS) as error:
            _LOG.info("a reminder has to wait: %s", error)
            return Reminded.LATER
        return Reminded.SENT

    async def send_direct(self, view: DailyView, context: RenderContext, asked_id: int) -> None:
        """Send the hand by DM, replacing an earlier DM. Raises DmRefused and DmLater.

        Two simultaneous requests, from two devices, get one DM: if the DM's snowflake is newer than
        the interaction's, it already answers the request.
        """
        reader = self._reader(view)
        async with reader.sending:
            older = await self._direct_of(reader, view)
            if older is None or older.message_id < asked_id:
                await self._send(reader, view, context)
            else:
                self.publish(view)

    async def _send(self, reader: _Reader, view: DailyView, context: RenderContext) -> None:
        message = daily_screen(view, context)
        files = await self._publisher.pictures.of(message)
        older = reader.direct
        async with self._publisher.dm_channels.writing_to(view.user_id) as channel_id:
            channel = self._bot.get_partial_messageable(channel_id)
            sent = await channel.send(nonce=single_nonce(), **to_send(message, files))
        reader.direct = self._handle(channel_id, sent.id)
        reader.direct.digest = shown_digest(message, files)
        reader.direct.picture = first_of(files)
        await self._keep(reader, view, channel_id, sent.id)
        if older is not None:
            await quietly(older.remove(), "deleting an old direct message")

    async def _keep(
        self, reader: _Reader, view: DailyView, channel_id: int | None, message_id: int
    ) -> None:
        """Save the DM with a hand, so that it is still updated after a restart."""
        if view.panel is None or channel_id is None or reader.kept == message_id:
            return
        await self._store.save_daily_message(view.date, view.user_id, channel_id, message_id)
        reader.kept = message_id

    def forget(self, user_id: int) -> None:
        """Forget a person's messages."""
        for key in [key for key in self._readers if key[0] == user_id]:
            reader = self._readers.pop(key)
            if reader.task is not None:
                reader.task.cancel()

    def _reader(self, view: DailyView) -> _Reader:
        key = (view.user_id, view.date)
        reader = self._readers.setdefault(key, _Reader())
        self._readers.move_to_end(key)
        if len(self._readers) > REMEMBERED:
            self._readers.popitem(last=False)
        return reader

    async def _direct_of(self, reader: _Reader, view: DailyView) -> LiveMessage | None:
        """Return the DM with a hand, including one sent before the last restart."""
        if reader.direct is None and not reader.restored:
            reader.restored = True
            place = await self._store.daily_message(view.date, view.user_id)
            reader.direct = None if place is None else self._handle(*place)
        return reader.direct

    def _handle(self, channel_id: int, message_id: int) -> LiveMessage:
        partial_message = self._bot.get_partial_messageable(channel_id).get_partial_message(
            message_id
        )
        return LiveMessage(message_id, partial_message.edit, partial_message.delete)

    async def _update(self, reader: _Reader, first: DailyView) -> None:
        """Edit a person's messages until they show the newest view."""
        shown: DailyView | None = None
        try:
            while reader.newest is not None and reader.newest is not shown:
                await self._clock.sleep(self._rest(reader, reader.newest))
                view = reader.newest
                await self._edit(reader, view)
                shown = view
                reader.shown_at = self._clock.now()
        except Exception as error:  # noqa: BLE001 - the next press shows the newest state
            what = "could not update the messages of a daily hand of %s"
            log_failure(_LOG, error, what, first.date)

    def _rest(self, reader: _Reader, view: DailyView) -> float:
        """Return the seconds until the next edit: edits are spaced, since each loads a picture."""
        waiting = view.stage is Stage.PLAYING and not _is_in_turn(view)
        rest = reader.shown_at + PICTURE_SECONDS - self._clock.now() if waiting else 0.0
        return max(0.0, rest)

    async def _edit(self, reader: _Reader, view: DailyView) -> None:
        direct = await self._direct_of(reader, view)
        if reader.panel is not None and reader.panel.expires < self._clock.now():
            reader.panel = None
        if reader.panel is None and direct is None:
            return
        context = reader.context or await self._context_of(view.user_id)
        priority = Priority.IN_TURN if _is_in_turn(view) else Priority.WATCHING
        build = partial(daily_screen, view, context)
        for live, may_share in ((reader.panel, reader.may_share), (direct, False)):
            if live is None:
                continue
            if not await self._show(live, build(may_share=may_share), priority):
                reader.panel = None if live is reader.panel else reader.panel
                reader.direct = None if live is reader.direct else reader.direct

    async def _context_of(self, user_id: int) -> RenderContext:
        """Return the context of a reader who has not pressed since the last restart."""
        chosen = await self._store.preferences(user_id)
        shown = self._publisher.pictures.are_shown(None)
        return as_chosen(self._publisher.context(None, chosen.locale), chosen, shown=shown)

    async def _show(self, live: LiveMessage, message: Message, priority: Priority) -> bool:
        """Edit a message; return False if it is gone."""
        if live.shows(message):
            return True
        files = await self._publisher.pictures.of(message, priority=priority)
        self._publisher.late.drop(live.message_id)
        edited = await quietly(live.edit(message, files), "updating a daily hand")
        return edited is not False


def _is_in_turn(view: DailyView) -> bool:
    hand = None if view.panel is None else view.panel.view
    return hand is not None and bool(hand.legal)


def _age(view: DailyView) -> tuple[int, bool, bool, bool]:
    """Return a sort key that grows as a hand goes on."""
    ended = view.ended
    return (
        -1 if view.panel is None else view.panel.table.seq,
        ended is not None and ended.outcome.par is not None,
        ended is not None and ended.expert is not None,
        view.is_closed,
    )


def _newer(one: DailyView | None, other: DailyView | None) -> DailyView:
    """Return the newer of two views; the second if they are equally new."""
    if one is None or other is None:
        found = one or other
        if found is None:
            raise ValueError("there is no view")
        return found
    return one if _age(one) > _age(other) else other
