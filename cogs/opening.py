"""Where a table is opened: in the channel, in a thread of its own, or where one stands already."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord

from bot.presenter.table.notices import thread_title
from bot.publisher.ports import ServerSettings
from bot.runtime.services import Services
from bot.tables.errors import (
    CannotPost,
    ChannelBusy,
    Limited,
    NoHost,
    NoSuchTable,
    NotInThisChannel,
)
from bot.tables.model import Status
from bot.tables.views import TableView

_LOG = logging.getLogger(__name__)
THREAD = "thread"
NEEDED = ("view_channel", "send_messages")


async def open_here(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    rules: Mapping[str, object],
    where: str,
) -> TableView:
    """Open a table here, or in a thread where that is asked for, or needed, or the server's way.

    Everything that may be refused is checked before the thread is made.
    """
    home = interaction.channel
    if interaction.guild_id is None or home is None:
        raise NoSuchTable
    require_permissions(interaction)
    settings = await require_host(services, interaction)
    await services.tables.require_openable(interaction.user.id, game, rules)
    services.limits.take(Limited.OPEN, interaction.user.id, interaction.guild_id)
    channel_id = home.id
    busy = await services.tables.live_tables(channel_id=channel_id)
    if (busy or settings.threads or where == THREAD) and not isinstance(home, discord.Thread):
        thread_id = await _open_thread(services, interaction)
        if thread_id is None and busy:
            raise ChannelBusy(busy[0].number)
        channel_id = thread_id or home.id
    table = await services.tables.open(
        guild_id=interaction.guild_id,
        channel_id=channel_id,
        home_channel_id=home.id,
        user_id=interaction.user.id,
        name=interaction.user.display_name,
        game=game,
        rules=rules,
    )
    pace = (await services.preferences.preferences(interaction.user.id)).pace
    if pace is not None:
        progress = await services.tables.set_pace(table.table_id, interaction.user.id, pace)
        table = progress.after
    return table


async def alone_here(services: Services, interaction: discord.Interaction) -> TableView | None:
    """Return the table of this channel, or of a thread of it, where the user plays computers.

    To play now is to play on there: a second table would need a thread that nobody looks for.
    """
    for table in await services.tables.tables_of(interaction.user.id):
        here = interaction.channel_id in (table.channel_id, table.home_channel_id)
        if here and table.alone and table.status is not Status.LOBBY:
            return await services.tables.view(table.table_id)
    return None


async def _open_thread(services: Services, interaction: discord.Interaction) -> int | None:
    """Open a thread for a table in the channel and return its id; None if that is impossible."""
    rights, home = interaction.app_permissions, interaction.channel
    may = rights.create_public_threads and rights.send_messages_in_threads
    if not may or not isinstance(home, discord.TextChannel):
        return None
    services.limits.take(Limited.THREAD, interaction.user.id, interaction.guild_id)
    context = services.publisher.context(interaction.guild_id)
    name = thread_title(interaction.user.display_name, context)
    try:
        return await services.publisher.open_thread(home, name)
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        _LOG.info("Discord opens no thread: %s", error.code)
        return None


async def require_host(services: Services, interaction: discord.Interaction) -> ServerSettings:
    """Return the server's settings, where they let the user open a table or an event here.

    Raises NotInThisChannel and NoHost. Managers of the server open them anywhere they may.
    """
    settings = await require_place(services, interaction)
    role, user = settings.host_role, interaction.user
    has = isinstance(user, discord.Member) and any(each.id == role for each in user.roles)
    if role is not None and not (has or interaction.permissions.manage_guild):
        raise NoHost(role)
    return settings


async def require_place(services: Services, interaction: discord.Interaction) -> ServerSettings:
    """Return the server's settings, where they let tables be here. Raises NotInThisChannel."""
    settings = await services.servers.server_settings(interaction.guild_id or 0)
    home = interaction.channel
    here = {interaction.channel_id, home.parent_id if isinstance(home, discord.Thread) else None}
    if settings.channels and not here & set(settings.channels):
        raise NotInThisChannel(settings.channels)
    return settings


def require_permissions(interaction: discord.Interaction) -> None:
    """Raise CannotPost, before anything is opened, if the bot could not show a table here."""
    rights = interaction.app_permissions
    needed = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    missing = tuple(name for name in needed if not getattr(rights, name))
    if missing:
        raise CannotPost(getattr(interaction.channel, "name", ""), missing)
