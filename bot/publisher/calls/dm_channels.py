"""Opens DM channels at a limited rate, to stay clear of Discord's anti-spam quarantine.

Known channels are saved and cost nothing. New ones are limited per hour and per day, over all
processes. A player whose DM has to wait plays at the table.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from uuid import uuid4

import discord

from bot.store.sent.dm_channels import DmChannelStore
from bot.values.clock import Clock

from .discord_errors import CANNOT_DM, DISCORD_ERRORS, Failure, failure_of

_LOG = logging.getLogger(__name__)
PAUSE_SECONDS = 2 * 3600.0
"""Pause in opening channels after Discord has refused one."""
MOST_REMEMBERED = 10_000
NO_REFUSAL = (None, 200, 401)
"""Statuses that tell nothing about this user's DMs: no or unreadable response, bad token."""


class NoDm(Exception):
    """The bot cannot send a DM to a user now."""


class DmRefused(NoDm):
    """Discord refuses DMs to this user, with this error `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(f"Discord refuses a DM to this user (code {code})")
        self.code = code


class DmLater(NoDm):
    """A new channel is over the rate limit and has to wait."""

    def __init__(self) -> None:
        super().__init__("new DMs have to wait")


@dataclass(frozen=True, slots=True)
class NewDms:
    """The limits on new channels, over all processes."""

    per_hour: int
    per_day: int


class DmChannels:
    """Finds or opens a user's DM channel.

    `on_new_dm` is called with the outcome for each new channel: `opened`, `limited`, or `paused`
    after a refusal.
    """

    def __init__(
        self,
        bot: discord.Client,
        store: DmChannelStore,
        limits: NewDms,
        clock: Clock,
        on_new_dm: Callable[[str], None],
    ) -> None:
        self._bot = bot
        self._store = store
        self._limits = limits
        self._clock = clock
        self._on_new_dm = on_new_dm
        self._known: dict[int, int] = {}  # the store has them, too
        self._openings: dict[int, str] = {}  # counted against the limit, but not used yet
        self._paused_until = -math.inf
        # serialized, so that a refusal stops the next one
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def writing_to(self, user_id: int) -> AsyncIterator[int]:
        """Yield the id of a user's channel, to send one message there.

        The channel is saved once the message went through. Raises DmRefused or DmLater, and
        discord.py's errors if a retry may succeed.
        """
        channel_id = await self._find(user_id)
        async with nullcontext() if channel_id is not None else self._one_at_a_time:
            try:
                if channel_id is None:
                    channel_id = await self._open(user_id)
                yield channel_id
            except DISCORD_ERRORS as error:
                failure = failure_of(error)
                if failure.is_temporary or failure.status in NO_REFUSAL:
                    raise
                raise await self._refusal(user_id, channel_id, failure) from error
            await self.save(user_id, channel_id)

    async def save(self, user_id: int, channel_id: int) -> None:
        """Save a channel that is known to be open."""
        if self._openings.pop(user_id, None) is not None:
            self._on_new_dm("opened")
        if await self._find(user_id) != channel_id:
            await self._store.save_dm_channel(user_id, channel_id)
            self._remember(user_id, channel_id)

    async def is_open(self, user_id: int) -> bool:
        """Return True if a message to a user needs no new channel."""
        return await self._find(user_id) is not None

    def forget(self, user_id: int) -> None:
        """Evict a user from memory; their data in the store is deleted elsewhere."""
        self._known.pop(user_id, None)
        self._openings.pop(user_id, None)

    async def _find(self, user_id: int) -> int | None:
        """Return a user's channel, None if unknown."""
        known = self._known.get(user_id) or await self._store.dm_channel(user_id)
        if known is not None:
            self._remember(user_id, known)
        return known

    def _remember(self, user_id: int, channel_id: int) -> None:
        self._known[user_id] = channel_id
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]

    async def _open(self, user_id: int) -> int:
        """Open a new channel within the limits."""
        now = self._clock.now()
        if self._clock.elapsed() < self._paused_until:
            self._on_new_dm("paused")
            raise DmLater
        opening = self._openings.get(user_id) or uuid4().hex
        limits = self._limits
        if not await self._store.take_dm_opening(
            opening, now, per_hour=limits.per_hour, per_day=limits.per_day
        ):
            self._on_new_dm("limited")
            raise DmLater
        self._openings[user_id] = opening
        return (await self._bot.create_dm(discord.Object(user_id))).id

    async def _refusal(self, user_id: int, channel_id: int | None, failure: Failure) -> NoDm:
        """Classify a refusal, and pause new channels unless it concerns this user alone."""
        if failure.code in CANNOT_DM:
            if channel_id is not None:  # it exists, though the user accepts no DMs
                await self.save(user_id, channel_id)
            return DmRefused(failure.code)
        _LOG.warning("a DM was refused: %s", failure)
        if failure.status == 403:
            self._paused_until = self._clock.elapsed() + PAUSE_SECONDS
            _LOG.warning("pausing new DMs for %.0f hours", PAUSE_SECONDS / 3600)
        self._known.pop(user_id, None)
        await self._store.save_dm_channel(user_id, None)
        return DmLater() if failure.status == 403 else DmRefused(failure.code)
