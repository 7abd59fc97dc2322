"""The bot's rights in a channel, as far as discord.py knows them."""

from __future__ import annotations

import discord


def known_rights(bot: discord.Client, channel_id: int) -> discord.Permissions | None:
    """Return the bot's rights in a channel; None if it, or a thread's channel, is not cached."""
    channel = bot.get_channel(channel_id)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return None
    if isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
        return channel.permissions_for(channel.guild.me)
    return None
