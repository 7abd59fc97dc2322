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

from bot.budget.kinds import Kind
from bot.budget.turns import forget_turn
from bot.daily.service import DailyService
from bot.daily.views import DailyView, Reminded, Stage
from bot.presenter.daily.names import tells_reminder_ended
from bot.presenter.daily.screen import daily_screen, reminder, reminder_set
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.channel_rights import can_share
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, quietly
from bot.publisher.calls.dm_channels import DmRefused, NoDm
from bot.publisher.keeper.answers import Answer
from bot.publisher.keeper.in_words import or_in_words
from bot.publisher.keeper.live_message import LiveMessage
from bot.publisher.keeper.policies import POLICIES
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.render import Priority
from bot.store.people import PeopleStore
from bot.tables.errors import TryAgain
from bot.tables.ports import log_failure
from bot.tables.views import Progress
from bot.values.clock import Clock
from bot.values.posted import PostedKey, PostedKind

from .contents import as_chosen

_LOG = logging.getLogger(__name__)
PICTURE_SECONDS = POLICIES[PostedKind.DAY].gap
"""Shortest time between two pictures of a message, unless its reader is in turn."""
REMEMBERED = 2000
Key = tuple[int, date]


class _Reader:
    """The messages of one person about one day."""

    def __init__(self, direct: PostedMessage) -> None:
        self.panel: LiveMessage | None = None
        self.direct = direct
        self.sending = asyncio.Lock()
        self.context: RenderContext | None = None
        self.may_share = False
        self.newest: DailyView | None = None
        self.seen_at = 0.0
        self.task: asyncio.Task[None] | None = None


class DailyPanels:
    """Shows people their daily hands. Implements the daily service's `DailyScreens` port."""

    def __init__(
        self,
        publisher: DiscordPublisher,
        preferences: PeopleStore,
        clock: Clock,
        days: DailyService,
    ) -> None:
        self._publisher = publisher
        self._preferences = preferences
        self._clock = clock
        self._days = days
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

    async def answer_at(self, answer: Answer, progress: Progress, chosen: str) -> None:
        """Answer with the newest state of the user's hand, at its table."""
        await self.answer(answer, await self._days.view_after(progress), chosen=chosen)

    async def answer(self, answer: Answer, view: DailyView, *, chosen: str = "") -> None:
        """Answer a press or a command with the user's current view of the day."""
        await self._answer(answer, view, chosen)
        if tells_reminder_ended(view):
            await self._note_told(view.user_id)

    async def _note_told(self, user_id: int) -> None:
        """Save that a person has been told that their reminders ended; if that fails, tell again.

        They pressed for something else, which has been answered.
        """
        try:
            await self._days.set_reminder(user_id, wanted=False)
        except TryAgain as error:
            log_failure(_LOG, error, "could not save that a person knows of their reminders' end")

    async def _answer(self, answer: Answer, view: DailyView, chosen: str) -> None:
        reader = self._reader(view)
        older = reader.panel
        may_share = can_share(answer.interaction)
        context = await self._publisher.context_of(answer)
        message = daily_screen(view, context, chosen=chosen, may_share=may_share)
        shown = await self._publisher.show(answer, message, in_place=True)
        if shown is None:
            reader.panel = older
            return
        if shown.message_id == answer.clicked_id and answer.on_direct_message:
            await self._adopt(reader, view, answer, shown)
        else:
            reader.panel = shown
            reader.context = context
            reader.may_share = may_share
            if older is not None and older.message_id != shown.message_id:
                await older.delete(self._clock.now())
        reader.seen_at = self._clock.now()
        newest = _newer(view, reader.newest)
        reader.newest = view if chosen else newest
        if newest is not view:
            self.publish(newest)

    def release(self, user_id: int, message_id: int | None) -> None:
        """Stop updating a message that is about to show something else."""
        for (reader_id, _), reader in self._readers.items():
            panel = reader.panel
            if reader_id == user_id and panel is not None and panel.message_id == message_id:
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
                key = ("reminder", user_id, day.isoformat())
                await self._publisher.means.channels.post(channel_id, key, 1, message)
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
            await reader.direct.restore()
            if (reader.direct.message_id or 0) < asked_id:
                await reader.direct.replace(self._wanted(view, context))
            else:
                self.publish(view)

    def _wanted(
        self,
        view: DailyView,
        context: RenderContext,
        priority: Priority = Priority.WATCHING,
    ) -> Wanted:
        """Return what a DM with a hand is to show."""
        pictures = self._publisher.pictures
        return Wanted(
            write=partial(daily_screen, view, context),
            render=partial(pictures.of, priority=priority),
            channel_id=None,
        )

    async def _adopt(
        self, reader: _Reader, view: DailyView, answer: Answer, shown: LiveMessage
    ) -> None:
        """Go on with the DM that has shown an answer, also after a restart."""
        if view.panel is not None and answer.interaction.channel_id is not None:
            await reader.direct.restore()
            await reader.direct.adopt(shown, answer.interaction.channel_id)

    def forget(self, user_id: int) -> None:
        """Forget a person's messages."""
        for key in [key for key in self._readers if key[0] == user_id]:
            reader = self._readers.pop(key)
            if reader.task is not None:
                reader.task.cancel()

    def _reader(self, view: DailyView) -> _Reader:
        key = (view.user_id, view.date)
        if key not in self._readers:
            direct = PostedKey(PostedKind.DAY, view.date.isoformat(), user_id=view.user_id)
            message = PostedMessage(self._publisher.means, direct)
            self._readers[key] = _Reader(message)
        reader = self._readers[key]
        self._readers.move_to_end(key)
        if len(self._readers) > REMEMBERED:
            self._readers.popitem(last=False)
        return reader

    async def _update(self, reader: _Reader, first: DailyView) -> None:
        """Edit a person's messages until they show the newest view."""
        forget_turn()  # of the press that has changed it
        shown: DailyView | None = None
        try:
            while reader.newest is not None and reader.newest is not shown:
                await self._clock.sleep(self._rest(reader, reader.newest))
                view = reader.newest
                panel = reader.panel
                await self._edit(reader, view)
                # an answer may have shown another panel meanwhile, with an older view
                shown = view if reader.panel in (panel, None) else None
                reader.seen_at = self._clock.now()
        except Exception as error:  # noqa: BLE001 - the next press shows the newest state
            what = "could not update the messages of a daily hand of %s"
            log_failure(_LOG, error, what, first.date)

    def _rest(self, reader: _Reader, view: DailyView) -> float:
        """Return the seconds until the next edit: edits are spaced, since each loads a picture."""
        waiting = view.stage is Stage.PLAYING and not _is_in_turn(view)
        rest = reader.seen_at + PICTURE_SECONDS - self._clock.now() if waiting else 0.0
        return max(0.0, rest)

    async def _edit(self, reader: _Reader, view: DailyView) -> None:
        keeps_direct = self._days.serves(view)
        if keeps_direct:  # another process may have sent it
            await reader.direct.restore()
        has_direct = keeps_direct and reader.direct.live is not None
        panel = reader.panel
        if panel is not None and panel.expires < self._clock.now():
            reader.panel = None
            panel = None
        if panel is None and not has_direct:
            return
        context = reader.context or await self._context_of(view.user_id)
        priority = Priority.IN_TURN if _is_in_turn(view) else Priority.WATCHING
        if panel is not None:
            message = daily_screen(view, context, may_share=reader.may_share)
            is_gone = not await self._show(panel, message, priority)
            if is_gone and reader.panel is panel:
                reader.panel = None
        if has_direct:
            kind = Kind.IN_TURN if _is_in_turn(view) else reader.direct.policy.kind
            async with self._publisher.means.queue.turn(kind):
                self._publisher.late.drop(reader.direct.message_id)
                edit = reader.direct.edit(self._wanted(reader.newest or view, context, priority))
                await quietly(edit, "updating a daily hand")

    async def _context_of(self, user_id: int) -> RenderContext:
        """Return the context of a reader who has not pressed since the last restart."""
        chosen = await self._preferences.preferences(user_id)
        shown = self._publisher.pictures.are_shown(None)
        return as_chosen(self._publisher.context(None, chosen.locale), chosen, shown=shown)

    async def _show(self, live: LiveMessage, message: Message, priority: Priority) -> bool:
        """Edit a message; return False if it is gone."""
        if live.shows(message):
            return True
        files = await self._publisher.pictures.of(message, priority=priority)
        self._publisher.late.drop(live.message_id)
        editing = or_in_words(partial(live.edit, message), files)
        edited = await quietly(editing, "updating a daily hand")
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
