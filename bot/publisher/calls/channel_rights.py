"""The rights of the bot and of a user in a channel, as far as discord.py knows them."""

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


def may_speak(interaction: discord.Interaction) -> bool:
    """Return True if the user may write in the channel; others must not speak through the bot."""
    rights = interaction.permissions
    if isinstance(interaction.channel, discord.Thread):
        return rights.send_messages_in_threads
    return rights.send_messages


def can_share(interaction: discord.Interaction) -> bool:
    """Return True if there is a channel of a server in which the user may write."""
    return interaction.guild_id is not None and may_speak(interaction)
