"""Check where, and by whom, tables and events may be opened and messages be posted."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.events.errors import NeedsThreads
from bot.publisher.calls.channel_rights import (
    THREAD_RIGHTS,
    may_speak,
    missing_rights,
    rights_to_post,
)
from bot.runtime.services import Services
from bot.tables.errors import (
    CannotPost,
    MaySayNothing,
    NeedsServer,
    NoChat,
    NoEventHost,
    NoHost,
    NotInThisChannel,
    UnknownButton,
)
from bot.values.server_settings import EventHosts, ServerSettings


def require_event_channel(interaction: discord.Interaction) -> int:
    """Return the channel for an event that opens or starts here.

    Raises NeedsThreads if threads are impossible here, and CannotPost.
    """
    channel = event_channel(interaction)
    needed = (*rights_to_post(channel), *THREAD_RIGHTS)
    missing = missing_rights(interaction.app_permissions, needed)
    if missing:
        raise CannotPost(channel.name, missing)
    return channel.id


def event_channel(interaction: discord.Interaction) -> discord.TextChannel:
    """Return the channel here in which there can be events. Raises NeedsThreads."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NeedsThreads(channel_name(interaction.channel))
    return channel


async def require_host(
    services: Services,
    interaction: discord.Interaction,
    channel: discord.abc.Snowflake | None = None,
) -> ServerSettings:
    """Return the server's settings if the user may open a table here, or in another channel.

    Raises NotInThisChannel, and NoHost: managers need no role.
    """
    settings = await require_place(services, interaction, channel)
    if settings.host_role is not None and not _hosts(interaction, settings.host_role):
        raise NoHost(settings.host_role)
    return settings


async def require_event_host(services: Services, interaction: discord.Interaction) -> None:
    """Raise NotInThisChannel or NoEventHost if the user may not open an event here."""
    settings = await require_place(services, interaction)
    hosts = settings.event_hosts
    role = settings.event_role
    if hosts is EventHosts.TABLES:
        role = settings.host_role
        hosts = EventHosts.ANYONE if role is None else EventHosts.ROLE
    elif hosts is EventHosts.MANAGERS:
        role = None
    if hosts is not EventHosts.ANYONE and not _hosts(interaction, role):
        guild = interaction.guild
        raise NoEventHost(role if guild and guild.get_role(role or 0) else None)


def _hosts(interaction: discord.Interaction, role: int | None) -> bool:
    """Check that the user has the role, or manages the server."""
    user = interaction.user
    has = isinstance(user, discord.Member) and any(each.id == role for each in user.roles)
    return has or interaction.permissions.manage_guild


def require_server(interaction: discord.Interaction) -> int:
    """Return the server. Raises NeedsServer in a DM."""
    if interaction.guild_id is None:
        raise NeedsServer
    return interaction.guild_id


async def require_place(
    services: Services,
    interaction: discord.Interaction,
    channel: discord.abc.Snowflake | None = None,
) -> ServerSettings:
    """Return the server's settings if tables are allowed here, or in another channel.

    Raises NotInThisChannel.
    """
    found = await services.servers.server_settings(interaction.guild_id or 0)
    settings = replace(found, channels=known_channels(found, interaction.guild))
    if not is_table_channel(settings, channel or interaction.channel):
        raise NotInThisChannel(settings.channels)
    return settings


def known_channels(settings: ServerSettings, guild: discord.Guild | None) -> tuple[int, ...]:
    """Return the channels for tables that a server still has; none means any, as at first."""
    if guild is None or guild.unavailable:  # its channels are not known yet
        return settings.channels
    return tuple(each for each in settings.channels if guild.get_channel(each))


def is_table_channel(settings: ServerSettings, channel: discord.abc.Snowflake | None) -> bool:
    """Return True if tables may open in a channel or, where it is a thread, in its channel."""
    here = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    return not settings.channels or bool(here & set(settings.channels))


def require_permissions(interaction: discord.Interaction) -> None:
    """Raise CannotPost, before anything is opened, if the bot can't show a table here."""
    require_post(interaction.channel, interaction.app_permissions)


def require_sharing(interaction: discord.Interaction) -> tuple[int, int]:
    """Return the channel and the server in which the user may speak through the bot.

    Raises UnknownButton outside of servers, MaySayNothing for a muted user, and CannotPost.
    """
    channel_id = interaction.channel_id
    guild_id = interaction.guild_id
    if channel_id is None or guild_id is None:
        raise UnknownButton
    if not may_speak(interaction):
        raise MaySayNothing
    require_permissions(interaction)
    return channel_id, guild_id


def require_chat(channel: object) -> None:
    """Raise NoChat if messages can't be posted in a channel of this type."""
    if not isinstance(channel, discord.abc.Messageable):
        raise NoChat(channel_name(channel))


def require_post(channel: object, rights: discord.Permissions) -> None:
    """Raise CannotPost if the bot, with these rights in a channel, can't write there."""
    missing = missing_to_post(channel, rights)
    if missing:
        raise CannotPost(channel_name(channel), missing)


def missing_to_post(channel: object, rights: discord.Permissions) -> tuple[str, ...]:
    """Return what the bot lacks, with these rights, to write in a channel."""
    return missing_rights(rights, rights_to_post(channel))


def channel_name(channel: object) -> str:
    """Return a channel's name; empty if it has none."""
    return str(getattr(channel, "name", ""))
