"""The messages of channels: the one place that posts, reads, edits and deletes them on Discord.

Each call waits for its turn before discord.py waits for the limit of the channel, which others may
be about to use. What is built for a message is built in a turn of its own, which then counts here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord

from bot.budget.kinds import Kind
from bot.budget.queue import RequestQueue
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_edit, to_send
from bot.publisher.calls.discord_errors import is_deleted
from bot.publisher.calls.threads import in_archived_thread

from .live_message import NO_FILES, Files, IsGone, LiveMessage
from .nonces import create, single_nonce
from .results import as_result


class Channels:
    """Sends messages to channels. All methods raise discord.py's errors."""

    def __init__(self, bot: discord.Client, queue: RequestQueue) -> None:
        self._bot = bot
        self._queue = queue

    async def post(
        self,
        channel_id: int,
        key: tuple[object, ...],
        occasion: int,
        message: Message,
        pictures: Files = NO_FILES,
        *,
        known: int | None = None,
    ) -> tuple[discord.Message, int]:
        """Post a message under the nonce of its key, or find it again; see `nonces.create`."""
        channel = self._bot.get_partial_messageable(channel_id)
        async with self._queue.turn(Kind.REST):
            return await create(channel, key, occasion, lambda: to_send(message, pictures), known)

    async def say(self, channel_id: int, message: Message, pictures: Files = NO_FILES) -> int:
        """Post a message that nobody finds again; return its id."""
        channel = self._bot.get_partial_messageable(channel_id)
        async with self._queue.turn(Kind.REST):
            sent = await channel.send(nonce=single_nonce(), **to_send(message, pictures))
        return sent.id

    def handle(
        self,
        channel_id: int,
        message_id: int,
        *,
        digest: str = "",
        is_gone: IsGone = is_deleted,
    ) -> LiveMessage:
        """Return a handle on a message that was posted."""
        message = self._partial(channel_id, message_id)

        async def edit(**content: Any) -> None:
            async with self._queue.turn(Kind.REST):
                await message.edit(**content)

        delete = partial(self.delete, channel_id, message_id)
        return LiveMessage(message_id, edit, delete, digest=digest, is_gone=is_gone)

    async def edit(
        self, channel_id: int, message_id: int, message: Message, pictures: Files
    ) -> None:
        """Edit a message, whatever it shows."""
        async with self._queue.turn(Kind.REST):
            await self._partial(channel_id, message_id).edit(**to_edit(message, pictures))

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        async with self._queue.turn(Kind.REST):
            await self._partial(channel_id, message_id).delete()

    async def retire_as_it_is(self, channel_id: int, message_id: int) -> None:
        """Turn a message of an earlier run, whose content only Discord knows, into a result."""
        async with self._queue.turn(Kind.CARD):
            found = await self._partial(channel_id, message_id).fetch()
            await found.edit(**as_result(found))

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Add somebody to a private thread, which only its members see; again changes nothing."""
        async with self._queue.turn(Kind.REST):
            await self._bot.http.add_user_to_thread(thread_id, user_id)

    async def remove_from_thread(self, thread_id: int, user_id: int) -> None:
        """Remove somebody from a private thread of the bot; again changes nothing."""
        async with self._queue.turn(Kind.REST):
            await self._bot.http.remove_user_from_thread(thread_id, user_id)

    async def count_below(self, channel_id: int, message_id: int, most: int) -> int:
        """Count the messages below a message, as far as `most`."""
        channel = self._bot.get_partial_messageable(channel_id)
        below = channel.history(limit=most, after=discord.Object(message_id))
        async with self._queue.turn(Kind.REST):
            return len([each async for each in below])

    async def in_archived_thread(
        self, channel_id: int, edit: Callable[[], Awaitable[None]]
    ) -> None:
        """Open an archived thread for an edit, and archive it again."""
        await in_archived_thread(self._bot, channel_id, edit)

    def _partial(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(channel_id).get_partial_message(message_id)
