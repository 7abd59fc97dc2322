"""A message that is kept up to date: what is shown becomes what is wanted.

Every step is saved before the next one, so that a program that was killed goes on: a message that
was posted and not saved is found again by its nonce, and one whose place a newer one has taken is
marked in the same transaction that saves the newer one, until it is retired or deleted.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    THREAD_ARCHIVED,
    TOO_MANY_OLD_EDITS,
    failure_of,
    is_deleted,
    is_out_of_reach,
)
from bot.values.posted import EVERYBODY, ONE_LINE, Posted, PostedKey, PostedState

from .in_pictures import Send, in_pictures
from .in_words import or_in_words
from .leaving import finish
from .live_message import Files, LiveMessage, first_of
from .means import Means
from .policies import NEVER, POLICIES, Archived, Parts
from .posting import post
from .wanted import Retire, Wanted

STAND_IN = "unwanted"
"""The digest of a note that stands in for a deleted message; others are hexadecimal."""


def sent_at(message_id: int) -> float:
    """Return when Discord received a message, in Unix seconds."""
    return discord.utils.snowflake_time(message_id).timestamp()


class PostedMessage:
    """One message at a time for one reader, about one thing.

    `is_ours`: no other process writes its entries, so they are read once, by `remember`.
    """

    def __init__(self, means: Means, key: PostedKey, *, is_ours: bool = False) -> None:
        self.policy = POLICIES[key.kind]
        self.posted: Posted | None = None
        self.live: LiveMessage | None = None
        self.shown: Message | None = None
        self.below = 0  # newer messages in its channel
        self.deleted: int | None = None  # the deleted message that Discord has reported
        self.over: deque[Posted] = deque()  # entries that last, the oldest first
        self.leaving: list[Posted] = []  # still to be retired or deleted
        self._means = means
        self.key = key
        self._is_ours = is_ours
        self._posted_at = -math.inf
        self._lost_at: float | None = None
        self._unwanted: int | None = None  # the part whose message was deleted twice
        self._tried = False  # whether a failed post may have left a message

    @property
    def message_id(self) -> int | None:
        """The message that is there."""
        return None if self.posted is None else self.posted.message_id

    @property
    def part(self) -> int:
        """The hand or round of the message that is there, 0 without one."""
        return 0 if self.posted is None else self.posted.key.part

    def is_awaited(self, part: int) -> bool:
        """Return True if the message of a hand or round is still to be posted."""
        return self.part < part and self._unwanted != part

    def is_old(self, now: float) -> bool:
        """Return True if the message is too old to be edited often."""
        if self.posted is None:
            return False
        return now - sent_at(self.posted.message_id) > self.policy.editable

    def remember(self, posted: Posted) -> None:
        """Adopt an entry of an earlier run; the newest comes last."""
        if posted.state is PostedState.OVER:
            if posted.digest != ONE_LINE:
                self.over.append(posted)
        elif posted.state is not PostedState.LIVE:
            self.leaving.append(posted)
        else:
            self._take(posted)

    def _take(self, posted: Posted) -> None:
        """Adopt the entry of the current message, unless it is the known one."""
        if self.live is None or self.live.message_id != posted.message_id:
            self.live = self._handle(posted)
            self.shown = None
        elif self.posted is not None and posted.digest != self.posted.digest:
            self.live.digest = posted.digest  # another process has edited it
        self.posted = posted
        if posted.digest == STAND_IN:
            self._unwanted = posted.key.part

    def _handle(self, posted: Posted) -> LiveMessage:
        is_gone = is_out_of_reach if self._is_private else is_deleted
        return self._means.channels.handle(
            posted.channel_id, posted.message_id, digest=posted.digest, is_gone=is_gone
        )

    @property
    def _is_private(self) -> bool:
        return self.key.user_id != EVERYBODY

    async def restore(self) -> None:
        """Read the entries, unless nobody else changes them."""
        if not self._is_ours:
            await self.read()

    async def read(self) -> None:
        """Read the entries."""
        every_part = self.policy.parts is not Parts.OWN
        mine = await self._means.messages.posted_under(self.key, every_part=every_part)
        self.leaving.clear()
        self.over.clear()
        if not any(posted.state is PostedState.LIVE for posted in mine):
            self.posted = None
            self.live = None
        for posted in mine:
            self.remember(posted)

    # What is wanted --------------------------------------------------------------------------

    async def show(self, wanted: Wanted) -> bool:
        """Edit the message to what is wanted, or post it; return True if it is there then.

        Raises discord.py's errors, and NoDm.
        """
        await self.restore()
        async with self._means.queue.turn(self.policy.kind):
            await self._show(wanted)
        return self.live is not None

    async def _show(self, wanted: Wanted) -> None:
        posted = self.posted
        if posted is None:
            if wanted.again or self._unwanted is None or self._unwanted != wanted.part:
                await self._post(wanted)
        elif posted.digest == STAND_IN:
            await self._replace_stand_in(wanted)
        elif posted.message_id == self.deleted:
            await self._post_after_deletion(wanted)
        elif self._is_out_of_place(posted, wanted):
            await self._post(wanted)
        else:
            await self._edit(wanted)
        if self.leaving:  # an earlier run left them
            await self._finish_old(wanted.retired, None)

    async def edit(self, wanted: Wanted) -> bool:
        """Edit the message if it is there; return False if there is none."""
        await self.restore()
        if self.live is None:
            return False
        async with self._means.queue.turn(self.policy.kind):
            await self._edit(wanted, posts=False)
        return self.live is not None

    async def replace(self, wanted: Wanted) -> None:
        """Post the message anew, and delete the one before it."""
        await self.restore()
        async with self._means.queue.turn(self.policy.kind):
            await self._post(wanted)

    async def adopt(self, live: LiveMessage, channel_id: int) -> None:
        """Go on with a message that was sent in another way, in place of the one before."""
        before = self.posted
        self.live = live
        if before is not None and before.message_id == live.message_id:
            return
        occasion = await self._means.messages.last_occasion(self.key) + 1
        now = self._means.clock.now()
        self.posted = Posted(self.key, occasion, 0, channel_id, live.message_id, at=now)
        await self._means.messages.put_posted(self.posted, older=PostedState.OVER)

    async def remove(self) -> None:
        """Delete the message, or leave it behind if Discord refuses that for good.

        Raises discord.py's errors if a retry may succeed.
        """
        await self.restore()
        if self.live is not None:
            await self.live.remove()
            await self.drop()

    async def drop(self) -> None:
        """Forget the message, which is gone."""
        posted = self.posted
        self.posted = None
        self.live = None
        self.shown = None
        if posted is not None:
            await self._means.messages.drop_posted(posted)

    def _is_out_of_place(self, posted: Posted, wanted: Wanted) -> bool:
        """Return True if the message is to be posted anew."""
        policy = self.policy
        if wanted.channel_id not in (None, posted.channel_id) or wanted.again:
            return True
        if policy.parts is Parts.NEW and posted.key.part != wanted.part:
            return True
        return self.is_old(self._means.clock.now()) or (wanted.may_move and self._is_buried)

    @property
    def _is_buried(self) -> bool:
        """True if newer messages have pushed it out of sight for long enough."""
        rested = self._means.clock.elapsed() - self._posted_at
        return self.below >= self.policy.buried.messages and rested >= self.policy.buried.rest

    # Posting ---------------------------------------------------------------------------------

    async def _post(self, wanted: Wanted, fate: PostedState | None = None) -> None:
        """Post a message, or find the one that an earlier attempt posted.

        `fate`: what becomes of the one before it, by default what the policy says.
        """
        before = self.posted
        if before is not None:
            fate = fate or self._fate(before, wanted)
            # if the program is killed now, the next one posts again, and finds what was sent
            await self._means.messages.put_posted(replace(before, state=fate))
        shown = self.shown
        tried = self._tried
        found = False

        async def send(message: Message, files: Files) -> None:
            nonlocal found
            sent = await post(self._means, self.key, wanted, message, files, before, fate)
            found = sent.found
            self.posted = sent.posted
            self.live = self._handle(sent.posted)
            self.live.picture = None if sent.found else first_of(files)

        self._tried = True
        try:
            await self._in_pictures(wanted, send)
        except BaseException:
            if before is not None and self.posted is before:
                await self._means.messages.put_posted(before)  # it stays
            raise
        self._tried = False
        self._unwanted = None
        self._posted_at = self._means.clock.elapsed()
        self.below = 0
        if before is not None and fate is not None:
            self.leaving.append(replace(before, state=fate))
        if tried and found and self.policy.calls:
            await self._post(wanted)
        elif self.live is not None and (tried or found):
            self.live.digest = ""
            await self._edit(wanted)
        await self._finish_old(wanted.retired, shown)

    def _fate(self, old: Posted, wanted: Wanted) -> PostedState:
        """Return what becomes of a message whose place a newer one takes."""
        if wanted.channel_id not in (None, old.channel_id):
            return self.policy.moved
        if self.policy.parts is Parts.NEW and old.key.part != wanted.part:
            return self.policy.old
        return PostedState.DELETING

    async def _post_after_deletion(self, wanted: Wanted) -> None:
        """Post a deleted message again, unless it was posted again just before."""
        now = self._means.clock.elapsed()
        lost_at = self._lost_at
        self._lost_at = now
        await self.drop()
        if self.policy.again == NEVER:
            return
        if lost_at is None or now - lost_at >= self.policy.again:
            await self._post(wanted)
        elif wanted.stand_in is not None:
            await self._post_stand_in(replace(wanted, write=wanted.stand_in, silent=None))

    async def _post_stand_in(self, note: Wanted) -> None:
        """Say how to see the message again, in its place."""
        await self._post(note)
        self._unwanted = note.part
        if self.posted is not None:
            self.posted = replace(self.posted, digest=STAND_IN)
            await self._means.messages.put_posted(self.posted)

    async def _replace_stand_in(self, wanted: Wanted) -> None:
        """Post the message instead of its stand-in, unless it is still unwanted."""
        if self.message_id == self.deleted:
            await self.drop()
        elif wanted.again or wanted.last or self._unwanted != wanted.part:
            await self._post(wanted, PostedState.DELETING)

    # Editing ---------------------------------------------------------------------------------

    async def _edit(self, wanted: Wanted, *, posts: bool = True) -> None:
        """Edit the message unless it shows what is wanted. `posts`: or post it if it is gone."""
        posted = self.posted
        live = self.live
        if posted is None or live is None:
            return
        if wanted.digest is not None and wanted.digest == posted.digest:
            return
        there = True

        async def send(message: Message, files: Files) -> None:
            nonlocal there
            there = await or_in_words(partial(live.edit, message), files)

        try:
            await self._in_pictures(wanted, send, live)
        except DISCORD_ERRORS as error:
            if not await self._edit_in_archive(wanted, failure_of(error).code, posts=posts):
                raise
            return
        if there:
            await self._record(posted, live, wanted)
        elif posts:
            await self._post_after_deletion(wanted)
        else:
            await self.drop()

    async def _edit_in_archive(self, wanted: Wanted, code: int, *, posts: bool) -> bool:
        """Handle a message that Discord lets nobody edit as it is; return False if it can't be."""
        archived = self.policy.archived
        is_archived = code == THREAD_ARCHIVED
        if archived is Archived.POST and posts and (is_archived or code == TOO_MANY_OLD_EDITS):
            await self._post(wanted)
        elif archived is not Archived.REOPEN or not is_archived or self.posted is None:
            return False
        elif wanted.last:
            await self._post(wanted, PostedState.RETIRING)
        else:
            edit = self._edit_once(wanted, self.posted)
            await self._means.channels.in_archived_thread(self.posted.channel_id, edit)
        return True

    def _edit_once(self, wanted: Wanted, posted: Posted) -> Callable[[], Awaitable[None]]:
        async def edit() -> None:
            async def send(message: Message, files: Files) -> None:
                known = posted.channel_id, posted.message_id
                edit = partial(self._means.channels.edit, *known, message)
                await or_in_words(edit, files)

            await self._in_pictures(wanted, send)

        return edit

    async def _record(self, posted: Posted, live: LiveMessage, wanted: Wanted) -> None:
        """Save what the message shows, if other processes need to know."""
        digest = wanted.digest or live.digest
        if self.policy.recorded and posted.digest != digest:
            self.posted = replace(posted, digest=digest)
            await self._means.messages.put_posted(self.posted)

    async def _in_pictures(
        self, wanted: Wanted, send: Send, live: LiveMessage | None = None
    ) -> None:
        self.shown = await in_pictures(self._means, wanted, send, live, self.policy.drawing)

    # Messages whose place a newer one has taken -----------------------------------------------

    async def _finish_old(self, retired: Retire, shown: Message | None) -> None:
        """Retire or delete earlier messages; what fails now is done by the keeper's loop."""
        if self.policy.insists:
            return
        for old in list(self.leaving):
            self.leaving.remove(old)
            message = None
            if old.state is PostedState.RETIRING:
                message = retired(old, shown)
            over = await finish(self._means, old, message)
            if over is not None:
                self.over.append(over)

    async def delete_old(self, old: Posted) -> None:
        """Delete an earlier message. Raises discord.py's errors if it may still be there."""
        try:
            await self._means.channels.delete(old.channel_id, old.message_id)
        except DISCORD_ERRORS as error:
            if not is_deleted(error):
                raise
        self.leaving.remove(old)
        await self._means.messages.drop_posted(old)
