"""Removes a user from posted messages after they have deleted their data."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import discord

from bot.presenter.people.privacy import board_forgotten
from bot.values.surfaces import Surface

from .calls.convert import to_edit
from .calls.discord_errors import quietly
from .publisher import DiscordPublisher


class Cleaner:
    """Deletes DMs and rewrites old boards, one by one in the background."""

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        event_changed: Callable[[str], None],
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._event_changed = event_changed
        self.tasks: set[asyncio.Task[None]] = set()

    async def stop_following(self, user_id: int) -> None:
        """Stop sending to a user about the tables that they have left."""
        await self._publisher.stop_following(user_id)

    def clean(self, screens: Sequence[Surface], events: Sequence[str]) -> None:
        """Delete a user's DMs, and remove their name from boards and ended events."""
        for event_id in events:
            self._event_changed(event_id)
        task = asyncio.create_task(self._clean(screens), name="cleaner")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _clean(self, screens: Sequence[Surface]) -> None:
        for screen in screens:
            channel = self._bot.get_partial_messageable(screen.channel_id)
            message = channel.get_partial_message(screen.message_id)
            if screen.user_id:
                await quietly(message.delete(), "deleting a message")
                continue
            there = self._bot.get_channel(screen.channel_id)
            guild = getattr(there, "guild", None)
            context = self._publisher.context(None if guild is None else guild.id)
            rewritten = to_edit(board_forgotten(context), {})
            await quietly(message.edit(**rewritten), "rewriting a board")
