"""One interaction and its answer: within three seconds, exactly once, whatever happens.

Discord gives an interaction three seconds. `Answer` may be deferred by a watchman while the
handler is still at work, so each step holds a lock and looks at what has been sent already.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

import aiohttp
import discord

from bot.presenter import Message

from .convert import to_edit, to_send

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
ALREADY_ANSWERED = 40060
# unknown message, webhook or interaction; a token that has run out
TOO_LATE = frozenset({10008, 10015, 10062, 50027})


class AnswerLost(Exception):
    """Discord did not take the answer; what was done is done and saved."""


class Answer:
    """The answer to one interaction."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self.table_id: str | None = None  # the table that it is about, once that is known
        self._lock = asyncio.Lock()

    @property
    def on_component(self) -> bool:
        """Whether a button or a select was used, and not a command."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def on_private_message(self) -> bool:
        """Whether what was clicked is a message that only this person sees."""
        message = self.interaction.message
        if message is None:
            return False
        return message.flags.ephemeral or self.interaction.guild_id is None

    async def defer(self) -> None:
        """Tell Discord that the answer will come later, unless it has come."""
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                return
            if self.on_component:
                await self._try(response.defer())
            else:
                await self._try(response.defer(ephemeral=True, thinking=True))

    async def done(self) -> None:
        """Answer a click whose outcome others show."""
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._try(self.interaction.response.defer())

    async def edit(self, message: Message) -> int | None:
        """Put this in the place of the message that was clicked; return its id."""
        async with self._lock:
            kwargs = to_edit(message, {})
            if self.interaction.response.is_done():
                await self._try(self.interaction.edit_original_response(**kwargs))
            else:
                await self._try(self.interaction.response.edit_message(**kwargs))
            clicked = self.interaction.message
            return None if clicked is None else clicked.id

    async def show(self, message: Message) -> int | None:
        """Show this to the person, and to nobody else, as a new message; return its id.

        None where the click was answered already.
        """
        async with self._lock:
            kwargs = to_send(message, {})
            if not self.interaction.response.is_done():
                said = await self._try(
                    self.interaction.response.send_message(ephemeral=True, **kwargs)
                )
                return None if said is None else said.message_id
            if self.on_component or self.interaction.response.type is None:
                follow = self.interaction.followup.send(ephemeral=True, wait=True, **kwargs)
                sent: discord.Message | None = await self._try(follow)
            else:
                edit = to_edit(message, {})
                sent = await self._try(self.interaction.edit_original_response(**edit))
            return None if sent is None else sent.id

    async def _try(self, sending: Awaitable[T]) -> T | None:
        """Send; an answer that comes too late, twice or not through is no error of the game."""
        try:
            return await sending
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                _LOG.info("interaction %s was answered already", self.interaction.id)
                return None
            if error.code in TOO_LATE or error.status == 429 or error.status >= 500:
                raise AnswerLost from error
            raise
        except (aiohttp.ClientError, OSError) as error:
            raise AnswerLost from error
