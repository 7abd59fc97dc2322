"""Find a place for a new table or event: this channel, a thread, or an existing table's place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import discord

from bot.events.errors import NeedsThreads
from bot.presenter.table.notices import pictures_missing, thread_title
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.channel_rights import may_speak
from bot.publisher.calls.members import missing_members
from bot.publisher.calls.threads import open_thread
from bot.publisher.keeper.answers import name_of
from bot.runtime.services import Services
from bot.tables.errors import (
    CannotPost,
    ChannelBusy,
    MaySayNothing,
    NeedsServer,
    NoChat,
    NoEventHost,
    NoHost,
    NoThread,
    NotInThisChannel,
    RequestKind,
    ThreadRefusal,
    UnknownButton,
)
from bot.tables.model import Place, Status
from bot.tables.views import TableView
from bot.values.server_presets import ChosenRules
from bot.values.server_settings import EventHosts, ServerSettings

HERE = "here"
THREAD = "thread"
NEEDED = ("view_channel", "send_messages")
THREAD_RIGHTS = ("create_public_threads", "send_messages_in_threads")


async def open_here(
    services: Services,
    interaction: discord.Interaction,
    asked: ChosenRules,
    where: str,
) -> tuple[TableView, NoThread | None]:
    """Open a table here, or in a thread; see `_find_place`. In a DM it has no place.

    Returns the table, and why it has no thread if one was requested.
    """
    place: Place | None = None
    no_thread = None
    if interaction.context.dm_channel:
        await _require_openable(services, interaction, asked.game, asked.rules)
        await save_direct(services, interaction)
    else:
        found = await _find_place(services, interaction, asked.game, asked.rules, where)
        place, no_thread = found
    table = await services.tables.open(
        place=place,
        user_id=interaction.user.id,
        name=name_of(interaction.user),
        game=asked.game,
        rules=asked.rules,
        best_of=asked.best_of,
    )
    pace = (await services.preferences.preferences(interaction.user.id)).pace
    if pace is not None:
        progress = await services.tables.set_pace(table.table_id, interaction.user.id, pace)
        table = progress.after
    return table, no_thread


async def save_direct(services: Services, interaction: discord.Interaction) -> None:
    """Save the channel of a DM in which a user acts, before a table's message goes there."""
    if interaction.context.dm_channel and interaction.channel_id is not None:
        await services.publisher.dm_channels.save(interaction.user.id, interaction.channel_id)


async def open_again(
    services: Services, interaction: discord.Interaction, table_id: str, game_no: int
) -> tuple[TableView, Sequence[str]]:
    """Open a table for the people of a finished game, here or in a thread; see `_find_place`.

    No seat is held for those who have left the server, or whom the user has blocked. Returns the
    table, and the names of those who have left. Raises NotInGame.
    """
    if interaction.guild is None:
        raise NeedsServer
    user_id = interaction.user.id
    again = await services.tables.again.find(table_id, game_no, user_id, interaction.guild.id)
    gone = await missing_members(interaction.guild, again.people - {user_id})
    place, _ = await _find_place(
        services, interaction, again.game.game, again.rules, HERE, makes_room=again.replaced_in
    )
    blocked = await services.tables.blocks.blocked_among(user_id, again.people)
    table = await services.tables.again.open(
        again, place, user_id, name_of(interaction.user), gone | blocked
    )
    return table, again.names_of(gone)


async def _find_place(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    rules: Mapping[str, object],
    where: str,
    *,
    makes_room: Callable[[int], str | None] = lambda _channel_id: None,
) -> tuple[Place, NoThread | None]:
    """Find a new table's place: here, or a thread if asked for, needed, or set by the server.

    Everything that can be refused is checked before the thread is created. `makes_room`: returns
    the table of a channel that is not in the way. Returns the place, and why it is no thread if one
    was requested.
    """
    home = interaction.channel
    if interaction.guild_id is None or home is None:
        raise NeedsServer
    require_permissions(interaction)
    settings = await require_host(services, interaction)
    await _require_openable(services, interaction, game, rules)
    channel_id = home.id
    no_thread = None
    found = await services.tables.live_tables(channel_id=channel_id)
    busy = [table for table in found if table.table_id != makes_room(channel_id)]
    if busy or settings.threads or where == THREAD:
        try:
            channel_id = await _open_thread(services, interaction)
        except NoThread as refusal:
            if busy:
                raise ChannelBusy(busy[0].known_place.number, refusal) from refusal
            no_thread = refusal if where == THREAD else None
    return Place(interaction.guild_id, channel_id, home.id), no_thread


async def _require_openable(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    rules: Mapping[str, object],
) -> None:
    """Check that the user may open such a table now, within their limit and their server's."""
    await services.tables.require_openable(interaction.user.id, game, rules)
    services.limits.take(RequestKind.OPEN, interaction.user.id, interaction.guild_id)


async def alone_here(services: Services, interaction: discord.Interaction) -> TableView | None:
    """Return the user's table against computers in this channel or one of its threads, or DM.

    Play now continues there: a second table would need another thread.
    """
    for table in await services.tables.tables_of(interaction.user.id):
        place = table.place
        here = place is None and interaction.context.dm_channel
        if place is not None:
            here = interaction.channel_id in (place.channel_id, place.home_channel_id)
        if here and table.alone and table.status is not Status.LOBBY:
            return await services.tables.view(table.table_id)
    return None


async def _open_thread(services: Services, interaction: discord.Interaction) -> int:
    """Open a thread for a table and return its id. Raises NoThread."""
    home = interaction.channel
    if not isinstance(home, discord.TextChannel):
        raise NoThread(_name_of(home), ThreadRefusal.KIND)
    missing = _missing(interaction.app_permissions, THREAD_RIGHTS)
    if missing:
        raise NoThread(home.name, ThreadRefusal.RIGHTS, missing)
    services.limits.take(RequestKind.THREAD, interaction.user.id, interaction.guild_id)
    context = services.publisher.context(interaction.guild_id)
    name = thread_title(name_of(interaction.user), context)
    live = await services.tables.live_tables(guild_id=interaction.guild_id)
    in_use = {table.place.channel_id for table in live if table.place is not None}
    return await open_thread(home, name, in_use=in_use)


def require_event_channel(interaction: discord.Interaction) -> int:
    """Return the channel for an event that opens or starts here.

    Raises NeedsThreads if threads are impossible here, and CannotPost.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NeedsThreads(_name_of(interaction.channel))
    missing = _missing(interaction.app_permissions, (*NEEDED, *THREAD_RIGHTS))
    if missing:
        raise CannotPost(channel.name, missing)
    return channel.id


async def require_host(services: Services, interaction: discord.Interaction) -> ServerSettings:
    """Return the server's settings if the user may open a table here.

    Raises NotInThisChannel, and NoHost: managers need no role.
    """
    settings = await require_place(services, interaction)
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


async def require_place(services: Services, interaction: discord.Interaction) -> ServerSettings:
    """Return the server's settings if tables are allowed here. Raises NotInThisChannel."""
    settings = await services.servers.server_settings(interaction.guild_id or 0)
    home = interaction.channel
    here = {interaction.channel_id, home.parent_id if isinstance(home, discord.Thread) else None}
    if settings.channels and not here & set(settings.channels):
        raise NotInThisChannel(settings.channels)
    return settings


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
        raise NoChat(_name_of(channel))


def require_post(channel: object, rights: discord.Permissions) -> None:
    """Raise CannotPost if the bot, with these rights in a channel, can't write there."""
    needed = list(NEEDED)
    if isinstance(channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    elif isinstance(channel, (discord.VoiceChannel, discord.StageChannel)):
        needed.append("connect")  # people who can't join a voice channel can't read its chat either
    missing = _missing(rights, needed)
    if missing:
        raise CannotPost(_name_of(channel), missing)


def _missing(rights: discord.Permissions, needed: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in needed if not getattr(rights, name))


def _name_of(channel: object) -> str:
    return str(getattr(channel, "name", ""))


def why_no_pictures(
    services: Services, interaction: discord.Interaction, context: RenderContext
) -> Message | None:
    """Build the notice that no pictures can be posted here; None if they can."""
    if interaction.context.dm_channel:
        return None
    limited = services.publisher.uploads.are_limited(interaction.guild_id)
    if interaction.app_permissions.attach_files and not limited:
        return None
    return pictures_missing(context, limited=limited)
