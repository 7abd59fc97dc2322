"""The rights of the bot and of a user in a channel, as far as discord.py knows them."""

from __future__ import annotations

from collections.abc import Iterable

import discord

IN_THREADS = "send_messages_in_threads"
THREAD_RIGHTS = ("create_public_threads", IN_THREADS)
"""What it takes to give a table a thread."""
PRIVATE_RIGHTS = ("create_private_threads",)
"""What it takes, besides `IN_THREADS`, to give a private table a thread."""
PICTURE_RIGHTS = ("attach_files",)
HISTORY_RIGHTS = ("read_message_history",)
"""What it takes to find messages of an earlier run again."""


def rights_to_post(channel: object) -> tuple[str, ...]:
    """Return Discord's names of what it takes to write in a channel."""
    if isinstance(channel, (discord.Thread, discord.ForumChannel)):
        return "view_channel", IN_THREADS
    if isinstance(channel, (discord.VoiceChannel, discord.StageChannel)):
        # people who can't join a voice channel can't read its chat either
        return "view_channel", "send_messages", "connect"
    return "view_channel", "send_messages"


def missing_rights(rights: discord.Permissions, needed: Iterable[str]) -> tuple[str, ...]:
    """Return those of these rights that are not among `rights`."""
    return tuple(name for name in needed if not getattr(rights, name))


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
