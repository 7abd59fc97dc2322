"""Where the bot may post files: where it has the right to, and Discord has not limited uploads."""

from __future__ import annotations

import discord

from bot.publisher.calls.discord_errors import Failure
from bot.publisher.ports import Clock
from bot.publisher.screens.all_screens import ScreensOfTables
from bot.tables.views import Note

LIMITED_SECONDS = 24 * 3600.0
"""How long no file is posted in a server after Discord has refused one; then one is tried."""


class Uploads:
    """The channels and servers in which screens can have pictures.

    `screens`: of all tables. They know which servers want words, and go on in words where
    uploads turn out to be limited.
    """

    def __init__(self, bot: discord.Client, screens: ScreensOfTables, clock: Clock) -> None:
        self._bot = bot
        self._screens = screens
        self._clock = clock
        self._limited: dict[int, float] = {}  # until when, by server

    def are_possible(self, channel_id: int) -> bool:
        """Return whether pictures can be posted in a channel; yes where that is not known."""
        channel, guild_id = self._bot.get_channel(channel_id), self._screens.guild_of(channel_id)
        may = True
        if isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            may = channel.permissions_for(channel.guild.me).attach_files
            guild_id = channel.guild.id
        return may and guild_id not in self._screens.in_words and not self.are_limited(guild_id)

    def are_limited(self, guild_id: int | None) -> bool:
        """Return whether Discord has lately refused a file in a server."""
        return guild_id is not None and self._limited.get(guild_id, 0.0) > self._clock.now()

    def goes_on_in_words(self, guild_id: int | None, failure: Failure | None) -> bool:
        """Return True if a server's tables change to words: Discord has refused a picture."""
        return failure is not None and failure.note is Note.NO_UPLOADS and self.limit(guild_id)

    def limit(self, guild_id: int | None) -> bool:
        """Go on in words in a server where Discord takes no files; return True if that is news."""
        if guild_id is None or self.are_limited(guild_id):
            return False
        self._limited[guild_id] = self._clock.now() + LIMITED_SECONDS
        self._screens.limit_uploads(guild_id)
        return True
