"""Results that people share with a channel: posted once, never edited."""

from __future__ import annotations

from collections.abc import Callable

from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.nonces import single_nonce
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.values.posted import PostedKey, PostedKind

Writing = Callable[[RenderContext], Message]


class SharedMessages:
    """Posts what people share, and saves where, so that it can be deleted with their data."""

    def __init__(self, publisher: DiscordPublisher) -> None:
        self._publisher = publisher

    async def has_shared(self, user_id: int, channel_id: int, about: str) -> bool:
        """Return True if a person has shared this in the channel."""
        message = self._publisher.message(_key(user_id, channel_id, about))
        await message.restore()
        return message.live is not None

    async def share(
        self,
        user_id: int,
        channel_id: int,
        guild_id: int,
        write: Writing,
        about: str | None = None,
    ) -> None:
        """Post a message with a person's result, with its picture if uploads are possible.

        `about`: what may be shared only once in a channel; two presses at once post one message. If
        it can't be saved where the message is, it is deleted, and the store's error raised.
        """
        message = self._publisher.message(_key(user_id, channel_id, about or single_nonce()))
        await message.show(
            Wanted(
                write=lambda: write(self._publisher.public_context(channel_id, guild_id)),
                channel_id=channel_id,
                guild_id=guild_id,
            )
        )


def _key(user_id: int, channel_id: int, about: str) -> PostedKey:
    return PostedKey(PostedKind.SHARED, about, channel_id, user_id)
