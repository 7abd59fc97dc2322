"""Where the bot can upload files, by permission and by Discord's limits."""

from __future__ import annotations

import discord

from bot.publisher.calls.channel_rights import known_rights
from bot.publisher.calls.discord_errors import Failure
from bot.publisher.screens.all_screens import ScreensOfTables
from bot.tables.views import Note
from bot.values.clock import Clock

LIMITED_SECONDS = 24 * 3600.0
"""Time before uploads to a server are retried after Discord has refused one."""


class Uploads:
    """The channels and servers in which screens can have pictures.

    `screens` know which servers have turned pictures off, and switch to words once uploads prove to
    be limited.
    """

    def __init__(self, bot: discord.Client, screens: ScreensOfTables, clock: Clock) -> None:
        self._bot = bot
        self._screens = screens
        self._clock = clock
        self._limited: dict[int, float] = {}  # end of the limit, by server

    def are_possible(self, channel_id: int) -> bool:
        """Return True if pictures can be posted in a channel, or if that is unknown."""
        channel = self._bot.get_channel(channel_id)
        rights = known_rights(self._bot, channel_id)
        may = rights is None or rights.attach_files
        if isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            guild_id: int | None = channel.guild.id
        else:
            guild_id = self._screens.guild_of(channel_id)
        return may and guild_id not in self._screens.in_words and not self.are_limited(guild_id)

    def are_limited(self, guild_id: int | None) -> bool:
        """Return True if Discord has recently refused a file in a server."""
        end = None if guild_id is None else self._limited.get(guild_id)
        return end is not None and end > self._clock.elapsed()

    def goes_on_in_words(self, guild_id: int | None, failure: Failure | None) -> bool:
        """Return True if a refused picture makes a server's tables switch to words."""
        return failure is not None and failure.note is Note.NO_UPLOADS and self.limit(guild_id)

    def limit(self, guild_id: int | None) -> bool:
        """Switch a server to words after a refused file; return True if that is new."""
        if guild_id is None or self.are_limited(guild_id):
            return False
        self._limited[guild_id] = self._clock.elapsed() + LIMITED_SECONDS
        self._screens.limit_uploads(guild_id)
        return True
