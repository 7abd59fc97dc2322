"""The Discord client: connects, loads the cogs, and hands every press to the router."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.presenter.table.notices import back_again
from bot.presenter.words.language import read_languages
from bot.publisher.command_translator import CommandTranslator
from bot.publisher.component_router import ComponentRouter
from bot.runtime.services import Services
from bot.tables.errors import UnknownButton
from bot.tables.model import Status

_LOG = logging.getLogger(__name__)
COGS = (
    "cogs.tables",
    "cogs.play_now",
    "cogs.house_rules",
    "cogs.events",
    "cogs.play",
    "cogs.advice",
    "cogs.records",
    "cogs.replays",
    "cogs.coach",
    "cogs.results",
    "cogs.settings",
    "cogs.admin",
    "cogs.privacy",
    "cogs.help",
)
MAX_RATELIMIT_SECONDS = 30.0
GUILD_READY_SECONDS = 0.2
LONG_OUTAGE_SECONDS = 60.0
ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
# commands that a client still offers though this version has others
OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


class CommandTree(app_commands.CommandTree["FortyTwo"]):
    """The slash commands; the router answers what goes wrong in one."""

    async def on_error(
        self, interaction: discord.Interaction[FortyTwo], error: app_commands.AppCommandError, /
    ) -> None:
        """Explain what a command could not do."""
        cause: Exception = error
        if isinstance(error, OUTDATED):
            cause = UnknownButton()
        elif isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        router = self.client.router
        await router.guard(router.answer_to(interaction), _raise(cause))


class FortyTwo(commands.AutoShardedBot):
    """The Discord side of the program. `build` makes its services, which send by this client.

    `http_trace` hears of each request. `is_first`: whether this process, of several, does what
    is done once.
    """

    def __init__(
        self,
        build: Callable[[discord.Client], tuple[Services, ComponentRouter]],
        http_trace: aiohttp.TraceConfig,
        *,
        shard_count: int | None = None,
        shard_ids: list[int] | None = None,
        is_first: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=CommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=MAX_RATELIMIT_SECONDS,
            guild_ready_timeout=GUILD_READY_SECONDS,
            shard_count=shard_count,
            http_trace=http_trace,
        )
        self.shard_ids = shard_ids
        self._is_first = is_first
        self.services, self.router = build(self)
        self.ready = asyncio.Event()
        self._unheard: dict[int | None, float] = {}  # since when, by shard

    async def setup_hook(self) -> None:
        """Load the cogs and register the commands before the gateway connects."""
        for name in COGS:
            await self.load_extension(name)
        read_languages()
        await self.tree.set_translator(CommandTranslator())
        synced = [] if self._is_first() else await self.tree.fetch_commands()
        synced = synced or await self.tree.sync()
        self.services.publisher.note_commands({each.name: each.id for each in synced})
        await self.services.publisher.choices.read_again()
        await self.services.tables.start()
        await self.services.events.start()
        self.services.sweeper.start()

    async def close(self) -> None:
        """Disconnect; a client that has never begun to connect has nothing to close."""
        if isinstance(self.loop, asyncio.AbstractEventLoop):
            await super().close()

    async def on_ready(self) -> None:
        """Log once that the bot is ready."""
        if not self.ready.is_set():
            self.ready.set()
            _LOG.info("ready: %s in %d servers", self.user, len(self.guilds))
        self.services.sweeper.note_soon({guild.id for guild in self.guilds}, self._is_ours)

    def _is_ours(self, guild_id: int) -> bool:
        """Return whether this process, of several, hears of a server."""
        shard = (guild_id >> 22) % (self.shard_count or 1)
        return self.shard_ids is None or shard in self.shard_ids

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep what is known of a server that adds the bot."""
        await self.services.sweeper.joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Pause tables whose channel was deleted while the bot was offline."""
        for table in await self.services.tables.live_tables(guild_id=guild.id):
            if self.get_channel(table.channel_id) is None:
                await self._look_for(guild.id, table.channel_id)

    async def _look_for(self, guild_id: int, channel_id: int) -> None:
        """Fetch a channel that is not in the cache: a thread may only have been archived."""
        try:
            await self.fetch_channel(channel_id)
        except discord.NotFound:
            await self._lose_place(guild_id, channel_id)
        except (discord.HTTPException, discord.InvalidData, aiohttp.ClientError, OSError) as error:
            _LOG.info("channel %d could not be fetched: %s", channel_id, error)

    async def on_shard_disconnect(self, shard_id: int | None) -> None:
        """Let people's clocks wait: what they press does not reach the bot."""
        self._unheard.setdefault(shard_id, time.monotonic())
        self.services.tables.cut_off()

    async def on_shard_resumed(self, shard_id: int | None) -> None:
        """Let people's clocks go on once all shards are heard; tell this shard's tables.

        They are told only where the outage was long.
        """
        since = self._unheard.pop(shard_id, None)
        if since is None:
            return
        if not self._unheard:
            await self.services.tables.reachable()
        if time.monotonic() - since < LONG_OUTAGE_SECONDS:
            return
        for guild in [guild for guild in self.guilds if guild.shard_id == shard_id]:
            for table in await self.services.tables.live_tables(guild_id=guild.id):
                if table.status is Status.PLAYING:
                    await self._say_back(guild.id, table.channel_id)

    async def on_shard_ready(self, shard_id: int | None) -> None:
        """Go on after an outage in which Discord has forgotten the session."""
        await self.on_shard_resumed(shard_id)

    async def _say_back(self, guild_id: int, channel_id: int) -> None:
        try:
            await self.services.publisher.post(
                channel_id, back_again(self.services.publisher.context(guild_id))
            )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _LOG.info("a table could not be told that the bot is back: %s", error)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route clicks on components, and forms; discord.py runs the commands itself."""
        if interaction.type in ROUTED:
            await self.router.route(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what people write above a board; the words themselves are not looked at."""
        if not message.author.bot:
            self.services.publisher.message_seen(message.channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that removed the bot, and let it be forgotten in time."""
        await self.services.tables.lose_place(guild.id)
        await self.services.sweeper.left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the games of a deleted channel and of its threads."""
        await self.services.tables.lose_place(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Move the games of a deleted thread to another place, or pause them."""
        await self._lose_place(event.guild_id, event.thread_id)

    async def _lose_place(self, guild_id: int, channel_id: int) -> None:
        """Move an event's table to another thread; pause any other game of the channel."""
        await self.services.events.lose_place(guild_id, channel_id)
        await self.services.tables.lose_place(guild_id, channel_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post a board again that went when a channel was cleared."""
        for message_id in event.message_ids:
            self._message_deleted(event.channel_id, message_id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a board again that somebody has deleted."""
        self._message_deleted(event.channel_id, event.message_id)

    def _message_deleted(self, channel_id: int, message_id: int) -> None:
        self.services.publisher.message_deleted(channel_id, message_id)
        self.services.event_publisher.message_deleted(message_id)


async def _raise(error: BaseException) -> None:
    raise error
