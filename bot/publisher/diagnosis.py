"""Tries what the bot needs in a channel, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass

import discord

from bot.budget.kinds import Kind
from bot.presenter.discord.diagnosis import (
    Diagnosis,
    Lacking,
    Need,
    Outcome,
    Trial,
    Tried,
    trial_dm,
    trial_message,
)
from bot.presenter.words.render_context import Counted, RenderContext
from bot.store.errors import StoreFailure
from bot.tables.errors import DiscordDown, TableError
from bot.values.posted import EVERYBODY, PostedKey, PostedKind
from bot.values.server_settings import EventHosts, ServerSettings

from .calls.channel_rights import (
    HISTORY_RIGHTS,
    PICTURE_RIGHTS,
    PRIVATE_RIGHTS,
    THREAD_RIGHTS,
    missing_rights,
    rights_to_post,
)
from .calls.discord_errors import DISCORD_ERRORS, as_table_error, failure_of
from .calls.dm_channels import DmLater, DmRefused
from .calls.threads import try_thread
from .keeper.posted_message import PostedMessage
from .keeper.wanted import Wanted
from .pictures.emojis import missing_emojis
from .publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)
TRIAL_SECONDS = 20.0
"""How long a trial may take; a manager waits for it."""
Trying = Callable[[], Awaitable[Tried]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks in which channel of a server. `rights`: those of the bot there."""

    guild: discord.Guild
    channel: discord.abc.Snowflake
    rights: discord.Permissions
    user_id: int
    context: RenderContext


class Diagnoses:
    """Looks at the bot's rights in a server, and tries what only a try can tell."""

    def __init__(
        self, bot: discord.Client, publisher: DiscordPublisher, tiles: Collection[Counted]
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._tiles = tiles
        self._one_at_a_time = asyncio.Lock()  # two in one channel would delete each other's message

    async def examine(self, asked: Asked, settings: ServerSettings) -> Diagnosis:
        """Look at the channels where tables open and messages are posted, and try the rest here."""
        lacking = list(_lacking(asked, settings))
        async with self._one_at_a_time:
            here, emojis, direct = await asyncio.gather(
                self._try_here(asked, lacking),
                self._try(Trial.EMOJIS, self._try_emojis),
                self._try(Trial.DM, lambda: self._try_dm(asked)),
            )
        return Diagnosis(
            tuple(channel.id for channel, _ in _channels(asked, settings)),
            tuple(lacking),
            (*here, emojis, direct),
            tuple(_gone(asked.guild, settings)),
        )

    async def _try(self, trial: Trial, work: Trying) -> Tried:
        """Try something; whatever Discord does, there is an outcome."""
        error: TableError | None = None
        try:
            async with asyncio.timeout(TRIAL_SECONDS):
                return await work()
        except TableError as refusal:
            error = refusal
        except TimeoutError:
            pass
        except DISCORD_ERRORS as failed:
            error = as_table_error(failure_of(failed))
        except StoreFailure:
            error = DiscordDown()
        _LOG.info("a trial of %s failed: %s", trial.value, error)
        return Tried(trial, Outcome.REFUSED, error)

    async def _try_here(self, asked: Asked, lacking: Collection[Lacking]) -> tuple[Tried, ...]:
        """Post a message with a file where both are allowed, open a thread on it, and delete both.

        What the rights forbid is not tried: Discord counts refused requests.
        """
        needs = {each.need for each in lacking if each.channel_id == asked.channel.id}
        if Need.POST in needs:
            return ()
        with_file = Need.PICTURES not in needs
        about = Trial.FILE if with_file else Trial.MESSAGE
        message = PostedMessage(
            self._publisher.means,
            PostedKey(PostedKind.TRIAL, "", asked.channel.id, EVERYBODY),
            is_ours=True,
        )

        async def post() -> Tried:
            write = self._publisher.context(asked.guild.id)
            await message.show(
                Wanted(
                    write=lambda: trial_message(write, with_file=with_file),
                    channel_id=asked.channel.id,
                    guild_id=asked.guild.id,
                )
            )
            return Tried(about, Outcome.WORKS)

        tried = [await self._try(about, post)]
        if message.message_id is not None and Need.THREADS not in needs:
            tried += await self._try_thread(asked, message.message_id)
        await self._remove(message)
        return tuple(tried)

    async def _try_thread(self, asked: Asked, message_id: int) -> list[Tried]:
        channel = asked.channel
        if not isinstance(channel, discord.TextChannel):
            return []
        if not asked.rights.manage_threads:
            return [Tried(Trial.THREAD, Outcome.UNTRIED)]

        async def open_one() -> Tried:
            async with self._publisher.means.queue.turn(Kind.ASKED):
                await try_thread(channel, message_id)
            return Tried(Trial.THREAD, Outcome.WORKS)

        return [await self._try(Trial.THREAD, open_one)]

    async def _try_dm(self, asked: Asked) -> Tried:
        key = PostedKey(PostedKind.TRIAL, "", user_id=asked.user_id)
        message = PostedMessage(self._publisher.means, key, is_ours=True)
        try:
            await message.show(Wanted(write=lambda: trial_dm(asked.context), channel_id=None))
        except DmRefused:
            return Tried(Trial.DM, Outcome.CLOSED)
        except DmLater:
            return Tried(Trial.DM, Outcome.LATER)
        await self._remove(message)
        return Tried(Trial.DM, Outcome.WORKS)

    async def _try_emojis(self) -> Tried:
        async with self._publisher.means.queue.turn(Kind.ASKED):
            missing = await missing_emojis(self._bot, self._tiles)
        outcome = Outcome.INCOMPLETE if missing else Outcome.WORKS
        return Tried(Trial.EMOJIS, outcome, missing=missing)

    async def _remove(self, message: PostedMessage) -> None:
        """Delete a message; what fails now is done by the keeper's loop."""
        try:
            await message.remove()
        except DISCORD_ERRORS as error:
            _LOG.info("deleting a trial failed: %s", failure_of(error))
        except StoreFailure:
            _LOG.info("a deleted trial could not be forgotten")


def _channels(
    asked: Asked, settings: ServerSettings
) -> Iterator[tuple[discord.abc.Snowflake, discord.Permissions]]:
    """Yield the channel here and those that managers chose, with the bot's rights there."""
    yield asked.channel, asked.rights
    chosen = (*settings.channels, settings.daily_channel, settings.welcome_channel)
    for channel_id in dict.fromkeys(chosen):
        channel = asked.guild.get_channel(channel_id or 0)
        if channel is not None and channel.id != asked.channel.id:
            yield channel, channel.permissions_for(asked.guild.me)


def _lacking(asked: Asked, settings: ServerSettings) -> Iterator[Lacking]:
    """Yield the rights that the bot lacks, by channel."""
    for channel, rights in _channels(asked, settings):
        needed = {
            Need.POST: rights_to_post(channel),
            Need.PICTURES: PICTURE_RIGHTS,
            Need.HISTORY: HISTORY_RIGHTS,
        }
        if isinstance(channel, discord.TextChannel):
            needed[Need.THREADS] = THREAD_RIGHTS
            if not channel.is_news():
                needed[Need.PRIVATE] = PRIVATE_RIGHTS
        for need, names in needed.items():
            if missing := missing_rights(rights, names):
                yield Lacking(need, channel.id, missing)


def _gone(guild: discord.Guild, settings: ServerSettings) -> Iterator[str]:
    """Yield the settings whose role or channel the server no longer has."""
    if not all(map(guild.get_channel, settings.channels)):
        yield "channels"
    roles = {"host_role": settings.host_role, "players_role": settings.players_role}
    if settings.event_hosts is EventHosts.ROLE:
        roles["event_role"] = settings.event_role
    for name, role in roles.items():
        if role is not None and guild.get_role(role) is None:
            yield name
    chats = {
        "daily_channel": settings.daily_channel,
        "welcome_channel": settings.welcome_channel,
    }
    for name, channel in chats.items():
        if channel is not None and guild.get_channel(channel) is None:
            yield name
