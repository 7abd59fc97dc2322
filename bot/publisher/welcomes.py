"""A silent welcome at the end of a channel, in the servers whose managers want one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import discord

from bot.presenter.table.notices import welcome
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.keeper.background import Background
from bot.publisher.keeper.policies import POLICIES
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop
from bot.store.errors import StoreFailure
from bot.store.sent.posted import MessageStore
from bot.store.servers import ServerStore
from bot.values.clock import Clock
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 60.0
"""How long a welcome may lag behind a change by another process."""
BURIED_BY = POLICIES[PostedKind.WELCOME].buried.messages
REST_SECONDS = POLICIES[PostedKind.WELCOME].buried.rest


class Welcomes:
    """Keeps each wanted welcome in sight: it is posted anew, and then the old one is deleted.

    `serves`: True if this process, of several, serves a server.
    """

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        background: Background,
        messages: MessageStore,
        servers: ServerStore,
        clock: Clock,
        serves: Callable[[int], bool],
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._background = background
        self._messages = messages
        self._servers = servers
        self._clock = clock
        self._serves = serves
        # by channel: the newest welcome, and the messages below it; absent until they are counted
        self._below: dict[int, tuple[int, int]] = {}
        self.loop = Loop(
            "welcomes", self._step, clock, grace=SENDING_GRACE_SECONDS, expected=(StoreFailure,)
        )

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
        channels = dict(await self._servers.welcome_channels())
        known = await self._messages.posted_about("", PostedKind.WELCOME)
        failed = None
        for guild_id in sorted({*channels, *(posted.key.part for posted in known)}):
            if not self._serves(guild_id) or self._bot.get_guild(guild_id) is None:
                for posted in known:
                    if posted.key.part == guild_id:
                        self._below.pop(posted.channel_id, None)
                continue
            try:
                await self._bring_up_to_date(guild_id, channels.get(guild_id))
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other servers
                failed = error
        if failed is not None:
            raise failed
        return LOOK_SECONDS

    async def _bring_up_to_date(self, guild_id: int, channel_id: int | None) -> None:
        """Delete what is out of place, and post what is missing or buried."""
        message = self._publisher.message(PostedKey(PostedKind.WELCOME, "", guild_id))
        await message.restore()
        await self._delete_old(message)
        posted = message.posted
        if posted is not None and posted.channel_id != channel_id:
            self._below.pop(posted.channel_id, None)
        if channel_id is not None:
            if posted is None or posted.channel_id != channel_id or await self._is_due(posted):
                await self._post(message, guild_id, channel_id)
        elif posted is not None:
            about = _about(guild_id, posted.channel_id)
            await self._background.send(about, message.remove, posts=False)

    async def _is_due(self, known: Posted) -> bool:
        """Return True if a welcome is buried, and old enough to be replaced."""
        if self._clock.now() < known.at + REST_SECONDS:
            return False
        if known.channel_id not in self._below:
            self._below[known.channel_id] = known.message_id, await self._count(known)
        return self._below[known.channel_id][1] >= BURIED_BY

    async def _count(self, known: Posted) -> int:
        """Count the messages below a welcome that were posted unseen, as far as it matters.

        Without Read Message History there are none; then those seen from now on count.
        """
        channels = self._publisher.means.channels
        try:
            return await channels.count_below(known.channel_id, known.message_id, BURIED_BY)
        except DISCORD_ERRORS as error:
            if failure_of(error).is_temporary:
                raise
            _LOG.info("could not count the messages below a welcome: %s", failure_of(error))
            return 0

    async def _post(self, message: PostedMessage, guild_id: int, channel_id: int) -> None:
        """Post a welcome, then delete the one before it."""
        wanted = Wanted(
            write=lambda: welcome(self._publisher.context(guild_id)),
            channel_id=channel_id,
            guild_id=guild_id,
        )
        about = _about(guild_id, channel_id)
        replacing = partial(message.replace, wanted)
        if await self._background.send(about, replacing, posts=True) is not Delivery.SENT:
            return
        if message.posted is not None:
            self._below[channel_id] = message.posted.message_id, 0
        await self._delete_old(message)

    async def _delete_old(self, message: PostedMessage) -> None:
        """Delete earlier welcomes, unless Discord has refused it and would refuse it again."""
        for old in list(message.leaving):
            about = _about(old.guild_id, old.channel_id)
            deleting = partial(message.delete_old, old)
            await self._background.send(about, deleting, posts=False)


def _about(guild_id: int, channel_id: int) -> Undelivered:
    """Name a channel's welcomes: whatever is refused for one of them is refused for all."""
    return Undelivered(UndeliveredKind.WELCOME, f"{guild_id}/{channel_id}", guild_id, channel_id)
