"""A silent welcome at the end of a channel, in the servers whose managers want one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import discord

from bot.presenter.table.notices import welcome
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.calls.nonces import create
from bot.publisher.messages.background import Background
from bot.publisher.ports import WelcomeStore
from bot.publisher.publisher import DiscordPublisher
from bot.runtime.loops import Loop
from bot.tables.ports import StoreFailure
from bot.values.clock import Clock
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind
from bot.values.welcome import NO_MESSAGE, Welcome

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 60.0
"""How long a welcome may lag behind a change by another process."""
REST_SECONDS = 3600.0
"""The shortest time between two welcomes of a server."""
BURIED_BY = 10
"""How many messages below a welcome bury it."""


class Welcomes:
    """Keeps each wanted welcome in sight: it is posted anew, and then the old one is deleted.

    `serves`: True if this process, of several, serves a server.
    """

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        background: Background,
        store: WelcomeStore,
        clock: Clock,
        serves: Callable[[int], bool],
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._background = background
        self._store = store
        self._clock = clock
        self._serves = serves
        # by channel: the newest welcome, and the messages below it; absent until they are counted
        self._below: dict[int, tuple[int, int]] = {}
        self.loop = Loop("welcomes", self._step, clock, expected=(StoreFailure,))

    def start(self) -> None:
        """Keep the welcomes in the background."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    def changed(self) -> None:
        """Look soon: a channel was chosen, or what Discord refused is to be tried again."""
        self.loop.wake()

    def message_seen(self, channel_id: int, message_id: int) -> None:
        """Count a new message in a channel; its content is not read."""
        newest, count = self._below.get(channel_id, (message_id, 0))
        if message_id <= newest:
            return
        self._below[channel_id] = newest, count + 1
        if count + 1 == BURIED_BY:
            self.loop.wake()

    async def _step(self) -> float:
        """Look at the welcome of every server. A failure doesn't stop the others."""
        channels = dict(await self._store.welcome_channels())
        stored = {each.guild_id: each for each in await self._store.welcomes()}
        failed = None
        for guild_id in sorted({*channels, *stored}):
            known = stored.get(guild_id, Welcome(guild_id))
            if not self._serves(guild_id) or self._bot.get_guild(guild_id) is None:
                self._below.pop(known.channel_id, None)
                continue
            try:
                await self._bring_up_to_date(known, channels.get(guild_id))
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other servers
                failed = error
        if failed is not None:
            raise failed
        return LOOK_SECONDS

    async def _bring_up_to_date(self, known: Welcome, channel_id: int | None) -> None:
        """Delete what is out of place, and post what is missing or buried."""
        known = await self._without_old(known)
        if known.message_id != NO_MESSAGE and known.channel_id != channel_id:
            self._below.pop(known.channel_id, None)
            known = replace(
                known,
                message_id=NO_MESSAGE,
                posted_at=0.0,
                old_channel_id=known.channel_id,
                old_message_id=known.message_id,
            )
            await self._store.save_welcome(known)
            known = await self._without_old(known)
        if channel_id is not None:
            if known.message_id == NO_MESSAGE or await self._is_due(known):
                await self._post(known, channel_id)
        elif known.old_message_id == NO_MESSAGE:
            await self._store.drop_welcome(known.guild_id)

    async def _is_due(self, known: Welcome) -> bool:
        """Return True if a welcome is buried, and old enough to be replaced."""
        if self._clock.now() < known.posted_at + REST_SECONDS:
            return False
        if known.channel_id not in self._below:
            self._below[known.channel_id] = known.message_id, await self._count(known)
        return self._below[known.channel_id][1] >= BURIED_BY

    async def _count(self, known: Welcome) -> int:
        """Count the messages below a welcome that were posted unseen, as far as it matters.

        Without Read Message History there are none; then those seen from now on count.
        """
        channel = self._bot.get_partial_messageable(known.channel_id)
        after = discord.Object(known.message_id)
        try:
            return len([each async for each in channel.history(limit=BURIED_BY, after=after)])
        except DISCORD_ERRORS as error:
            if failure_of(error).is_temporary:
                raise
            _LOG.info("could not count the messages below a welcome: %s", failure_of(error))
            return 0

    async def _post(self, known: Welcome, channel_id: int) -> None:
        """Post a welcome, then delete the one before it."""
        message = welcome(self._publisher.context(known.guild_id))
        key = ("welcome", known.guild_id, channel_id)
        channel = self._bot.get_partial_messageable(channel_id)
        posted = known

        async def send() -> None:
            nonlocal posted
            sent, occasion = await create(
                channel, key, known.occasion + 1, lambda: to_send(message, {}), known.message_id
            )
            posted = replace(posted, message_id=sent.id, occasion=occasion)

        about = _about(known.guild_id, channel_id)
        if await self._background.send(about, send, posts=True) is not Delivery.SENT:
            return
        posted = replace(
            posted,
            channel_id=channel_id,
            posted_at=self._clock.now(),
            old_channel_id=known.channel_id,
            old_message_id=known.message_id,
        )
        await self._store.save_welcome(posted)
        self._below[channel_id] = posted.message_id, 0
        await self._without_old(posted)

    async def _without_old(self, known: Welcome) -> Welcome:
        """Delete an earlier welcome; return what is stored then, unchanged if it is refused."""
        if known.old_message_id == NO_MESSAGE:
            return known
        channel = self._bot.get_partial_messageable(known.old_channel_id)
        old = channel.get_partial_message(known.old_message_id)
        about = _about(known.guild_id, known.old_channel_id)
        if await self._background.send(about, old.delete, posts=False) is Delivery.REFUSED:
            return known
        known = replace(known, old_channel_id=0, old_message_id=NO_MESSAGE)
        await self._store.save_welcome(known)
        return known


def _about(guild_id: int, channel_id: int) -> Undelivered:
    """Name a channel's welcomes: whatever is refused for one of them is refused for all."""
    return Undelivered(UndeliveredKind.WELCOME, f"{guild_id}/{channel_id}", guild_id, channel_id)
