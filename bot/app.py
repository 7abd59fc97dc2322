"""The Discord client: connects, loads the cogs, and passes every press to the router."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.link.clock_check import ClockCheck
from bot.link.command_sync import CommandSync
from bot.link.connection import Connection
from bot.link.patience import Patience
from bot.link.second_process import SecondProcess
from bot.link.session_starts import READ_EVERY_SECONDS, SessionStarts
from bot.link.unreadable import UnreadableEvents
from bot.presenter.table.notices import back_again
from bot.presenter.words.language import read_languages
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of, is_place_gone, quietly
from bot.publisher.command_translator import CommandTranslator
from bot.publisher.component_router import ComponentRouter
from bot.publisher.rights import tables_on
from bot.runtime.loops import Loop
from bot.runtime.services import Services
from bot.tables.errors import NoSuchTable, OutdatedCommand, TryAgain
from bot.tables.model import Status

_LOG = logging.getLogger(__name__)
COGS = (
    "cogs.table_menu",
    "cogs.tables",
    "cogs.invitations",
    "cogs.alerts",
    "cogs.play_now",
    "cogs.daily",
    "cogs.house_rules",
    "cogs.blocks",
    "cogs.codes",
    "cogs.presets",
    "cogs.events",
    "cogs.play",
    "cogs.advice",
    "cogs.records",
    "cogs.replays",
    "cogs.plans",
    "cogs.bid_this",
    "cogs.coach",
    "cogs.results",
    "cogs.settings",
    "cogs.admin",
    "cogs.privacy",
    "cogs.going_on",
    "cogs.help",
)
MAX_RATELIMIT_SECONDS = 30.0
GUILD_READY_SECONDS = 0.2
LONG_OUTAGE_SECONDS = 60.0
LOOK_SECONDS = 0.5
ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
# commands of another version, which a client may still offer
OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


class CommandTree(app_commands.CommandTree["FortyTwo"]):
    """The slash commands; the router explains errors."""

    async def interaction_check(self, interaction: discord.Interaction[FortyTwo], /) -> bool:
        """Offer no choices to blocked people, nor too often; the router checks commands."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        if self.client.router.may_complete(interaction.user.id, interaction.guild_id):
            return True
        await quietly(interaction.response.autocomplete([]), "offering no choices")
        return False

    async def _call(self, interaction: discord.Interaction[FortyTwo]) -> None:
        """Run a command; a payload that discord.py can't parse fails only this one."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - errors of our own code are answered by now
            self.client.unreadable.note("INTERACTION_CREATE", error)

    async def on_error(
        self, interaction: discord.Interaction[FortyTwo], error: app_commands.AppCommandError, /
    ) -> None:
        """Explain a failed command to the user."""
        cause: Exception = error
        if isinstance(error, OUTDATED):
            cause = OutdatedCommand()
        elif isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        router = self.client.router
        await router.guard(router.answer_to(interaction), _raise(cause))


class FortyTwo(Connection):
    """The Discord client. It is given its services by `serve`: they send through it.

    `http_trace` sees each request, `clock_check` compares the clock with Discord's, `unreadable`
    counts payloads that discord.py can't parse, `second_process` notes signs of a bot on another
    database.
    `is_first`: True in the one process that does the singleton jobs.
    """

    services: Services
    router: ComponentRouter

    def __init__(
        self,
        http_trace: aiohttp.TraceConfig,
        patience: Patience,
        session_starts: SessionStarts,
        clock_check: ClockCheck,
        unreadable: UnreadableEvents,
        second_process: SecondProcess,
        *,
        shard_count: int | None = None,
        shard_ids: list[int] | None = None,
        is_first: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(
            patience,
            session_starts,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=CommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            # commands that also work in DMs declare that themselves
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            max_ratelimit_timeout=MAX_RATELIMIT_SECONDS,
            guild_ready_timeout=GUILD_READY_SECONDS,
            shard_count=shard_count,
            http_trace=http_trace,
        )
        self.shard_ids = shard_ids
        self._is_first = is_first
        self._clock_check = clock_check
        self.unreadable = unreadable
        self.second_process = second_process
        self.unreadable.guard(self._connection.parsers)
        self.command_sync = CommandSync(self.tree, patience.clock, self._note_commands)
        self._back: set[int] = set()  # servers whose tables' channels are to be looked for
        self._looking = Loop(
            "deleted channels", self._look_at_places, patience.clock, expected=(TryAgain,)
        )
        self.ready = asyncio.Event()
        self._unheard: dict[int | None, float] = {}  # by shard, when it disconnected (monotonic)

    def serve(self, services: Services, router: ComponentRouter) -> None:
        """Work with these services, and pass every press to the router; before `start`."""
        self.services = services
        self.router = router

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The background loops of the connection."""
        return (
            self.command_sync.loop,
            self._clock_check.loop,
            self.session_starts.loop,
            self._looking,
        )

    def _note_commands(self, ids: Mapping[str, int]) -> None:
        """Pass the ids of the slash commands on to what mentions them."""
        self.services.publisher.note_commands(ids)

    async def set_up(self) -> None:
        """Load the cogs and register the commands before the gateway connects."""
        for name in COGS:
            await self.load_extension(name)
        read_languages()
        await self.tree.set_translator(CommandTranslator())
        await self.command_sync.start(register=self._is_first())
        await self.services.publisher.choices.read_again()
        self.session_starts.loop.start(READ_EVERY_SECONDS)
        self._clock_check.start(self.http.get_bot_gateway, self._on_clock_jumped)
        await self.services.tables.start()
        await self.services.events.start()
        self.services.event_publisher.start()
        self.services.publisher.leftovers.start()
        self.services.sweeper.start()
        self.services.own_data.start()
        self.services.untold.start()
        self.services.votes.start()
        self.services.plans.start()
        self.services.daily.start()
        self.services.daily_boards.start()
        self.services.welcomes.start()

    async def _on_clock_jumped(self) -> None:
        """Look at everything that waits for a date, as the date has jumped."""
        await self.services.events.waits.restart_after_jump()
        await self.services.tables.resume(self.services.tables.serves)

    async def close(self) -> None:
        """Disconnect; do nothing if the client never started to connect."""
        await self._clock_check.stop()
        await self.session_starts.loop.stop()
        await self._looking.stop()
        await self.command_sync.stop()
        if isinstance(self.loop, asyncio.AbstractEventLoop):
            await super().close()

    async def on_ready(self) -> None:
        """Log once that the bot is ready."""
        if not self.ready.is_set():
            self.ready.set()
            version = self.services.host.version
            _LOG.info("ready: %s in %d servers, version %s", self.user, len(self.guilds), version)
        self.services.sweeper.note_soon({guild.id for guild in self.guilds}, self._is_ours)
        self.services.publisher.alerts.loop.start()

    def leads(self) -> bool:
        """Return True if this process is ready and does the singleton jobs."""
        return self.ready.is_set() and self._is_first()

    def _is_ours(self, guild_id: int) -> bool:
        """Return True if this process serves the server."""
        shard = (guild_id >> 22) % (self.shard_count or 1)
        return self.shard_ids is None or shard in self.shard_ids

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot is in a server."""
        await self.services.sweeper.on_server_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look soon at a server that may have lost channels while the bot was offline.

        A start brings thousands of servers at once, of which few have a table.
        """
        self._back.add(guild.id)
        self._looking.start(LOOK_SECONDS)

    async def _look_at_places(self) -> float | None:
        """Pause tables whose channels were deleted while the bot was offline."""
        places = await self.services.tables.live_places()
        back = self._back.copy()
        for guild_id, channel_id in places:
            guild = self.get_guild(guild_id) if guild_id in back else None
            if guild is not None and guild.get_channel_or_thread(channel_id) is None:
                await self._look_for(guild_id, channel_id)
        self._back -= back
        return LOOK_SECONDS if self._back else None

    async def _look_for(self, guild_id: int, channel_id: int) -> None:
        """Fetch a channel that is not cached: it may be an archived thread."""
        try:
            await self.fetch_channel(channel_id)
        except DISCORD_ERRORS as error:
            if is_place_gone(error):
                await self._lose_place(guild_id, channel_id)
            else:
                _LOG.info("could not fetch channel %d: %s", channel_id, failure_of(error))

    async def on_shard_disconnect(self, shard_id: int | None) -> None:
        """Stop absence timers: presses don't reach the bot now."""
        self._unheard.setdefault(shard_id, time.monotonic())
        self.services.tables.on_disconnected()

    async def on_shard_resumed(self, shard_id: int | None) -> None:
        """Restart absence timers once all shards are connected, and refresh this shard's tables.

        Tables get a notice only after a long outage.
        """
        since = self._unheard.pop(shard_id, None)
        if since is None:
            return
        if not self._unheard:
            await self.services.tables.on_connected()
        if time.monotonic() - since < LONG_OUTAGE_SECONDS:
            return
        for guild in [guild for guild in self.guilds if guild.shard_id == shard_id]:
            for table in await self.services.tables.live_tables(guild_id=guild.id):
                if table.status is Status.PLAYING and table.place is not None:
                    await self._say_back(guild.id, table.place.channel_id)

    async def on_shard_ready(self, shard_id: int | None) -> None:
        """Recover from an outage after which Discord started a new session."""
        await self.on_shard_resumed(shard_id)

    async def _say_back(self, guild_id: int, channel_id: int) -> None:
        message = back_again(self.services.publisher.context(guild_id))
        await quietly(
            self.services.publisher.post(channel_id, message), "announcing that the bot is back"
        )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route component clicks and form submissions; discord.py runs the commands itself."""
        if interaction.type in ROUTED:
            await self.router.route(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count messages posted after a board or a welcome; their content is not read."""
        self.services.welcomes.message_seen(message.channel.id, message.id)
        if not message.author.bot:
            self.services.publisher.message_seen(message.channel.id)
        elif message.author == self.user:
            await self._look_at_own(message)

    async def _look_at_own(self, message: discord.Message) -> None:
        """Note a new message of the bot's own account about a table that is not in the database.

        A table is saved before its board is posted.
        """
        for table_id in set(tables_on(message.components)):
            try:
                await self.services.tables.view(table_id)
            except NoSuchTable:
                self.second_process.note(f"it posted table {table_id}")
            except TryAgain:
                _LOG.info("could not look up table %s of a new message", table_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that removed the bot, and schedule its deletion."""
        await self.services.tables.lose_place(guild.id)
        await self.services.sweeper.on_server_left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the games of a deleted channel and of its threads."""
        await self.services.tables.lose_place(channel.guild.id, channel.id)
        await self.services.plans.end_in(channel.id)
        await self.services.publisher.alerts.end_in(channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Move the games of a deleted thread to another place, or pause them."""
        await self._lose_place(event.guild_id, event.thread_id)
        await self.services.plans.end_in(event.thread_id)

    async def _lose_place(self, guild_id: int, channel_id: int) -> None:
        """Move an event's table to another thread; pause any other table of the channel."""
        await self.services.events.lose_place(guild_id, channel_id)
        await self.services.tables.lose_place(guild_id, channel_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Repost boards that a bulk delete removed."""
        for message_id in event.message_ids:
            self._on_message_deleted(event.channel_id, message_id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Repost a board that somebody deleted."""
        self._on_message_deleted(event.channel_id, event.message_id)

    def _on_message_deleted(self, channel_id: int, message_id: int) -> None:
        self.services.publisher.message_deleted(channel_id, message_id)
        self.services.event_publisher.message_deleted(message_id)
        self.services.votes.message_deleted(message_id)


async def _raise(error: BaseException) -> None:
    raise error
