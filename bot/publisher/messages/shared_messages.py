"""Results that people share with a channel: posted once, never edited."""

from __future__ import annotations

import discord

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.calls.nonces import create, single_nonce
from bot.publisher.pictures.rendering import Files
from bot.publisher.ports import SharedStore
from bot.publisher.publisher import DiscordPublisher, Writing
from bot.values.clock import Clock
from bot.values.surfaces import SharedMessage


class SharedMessages:
    """Posts what people share, and saves where, so that it can be deleted with their data."""

    def __init__(
        self, bot: discord.Client, publisher: DiscordPublisher, store: SharedStore, clock: Clock
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._store = store
        self._clock = clock

    async def has_shared(self, user_id: int, channel_id: int, about: str) -> bool:
        """Return True if a person has shared this in the channel."""
        return await self._store.has_shared(user_id, channel_id, about)

    async def share(
        self,
        user_id: int,
        channel_id: int,
        guild_id: int,
        message: Writing,
        about: str | None = None,
    ) -> None:
        """Post a message with a person's result, with its picture if uploads are possible.

        `about`: what may be shared only once in a channel; two presses at once post one message. If
        it can't be saved where the message is, it is deleted, and the store's error raised.
        """
        channel = self._bot.get_partial_messageable(channel_id)
        key = ("shared", user_id, channel_id, about or single_nonce())

        async def send(written: Message, files: Files) -> None:
            sent, _ = await create(channel, key, 1, lambda: to_send(written, files))
            shared = SharedMessage(user_id, channel_id, sent.id, guild_id, self._clock.now(), about)
            try:
                await self._store.add_shared(shared)
            except BaseException:
                await quietly(sent.delete(), "deleting a shared message that was not saved")
                raise

        await self._publisher.in_pictures(channel_id, guild_id, message, send)
