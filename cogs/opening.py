"""Find a place for a new table or event: this channel, a thread, or an existing table's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import discord

from bot.events.errors import NeedsThreads
from bot.presenter.table.notices import pictures_missing, thread_title
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.channel_rights import (
    THREAD_RIGHTS,
    may_speak,
    missing_rights,
    rights_to_post,
)
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


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table is to open, itself or in a thread. `rights`: those of the bot there."""

    channel: discord.abc.Snowflake | None
    rights: discord.Permissions

    @classmethod
    def of(cls, interaction: discord.Interaction) -> Home:
        """Return the channel of an interaction."""
        return cls(interaction.channel, interaction.app_permissions)


async def open_here(
    services: Services,
    interaction: discord.Interaction,
    asked: ChosenRules,
    where: str,
    home: Home | None = None,
) -> tuple[TableView, NoThread | None]:
    """Open a table here, or in a thread; see `_find_place`. `home`: another channel.

    Returns the table, and why it has no thread if one was requested.
    """
    place, no_thread = await _find_place(
        services, interaction, asked.game, asked.rules, where, home or Home.of(interaction)
    )
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
    here = Home.of(interaction)
    rules = again.game.game, again.rules
    place, _ = await _find_place(
        services, interaction, *rules, HERE, here, makes_room=again.replaced_in
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
    home: Home,
    *,
    makes_room: Callable[[int], str | None] = lambda _channel_id: None,
) -> tuple[Place, NoThread | None]:
    """Find a new table's place: its home, or a thread if asked for, needed, or set by the server.

    Everything that can be refused is checked before the thread is created. `makes_room`: returns
    the table of a channel that is not in the way. Returns the place, and why it is no thread if one
    was requested.
    """
    channel = home.channel
    if interaction.guild_id is None or channel is None:
        raise NeedsServer
    require_post(channel, home.rights)
    settings = await require_host(services, interaction, channel)
    await services.tables.require_openable(interaction.user.id, game, rules)
    services.limits.take(RequestKind.OPEN, interaction.user.id, interaction.guild_id)
    channel_id = channel.id
    no_thread = None
    found = await services.tables.live_tables(channel_id=channel_id)
    busy = [table for table in found if table.table_id != makes_room(channel_id)]
    if busy or settings.threads or where == THREAD:
        try:
            channel_id = await _open_thread(services, interaction, home)
        except NoThread as refusal:
            if busy:
                raise ChannelBusy(busy[0].known_place.number, refusal) from refusal
            no_thread = refusal if where == THREAD else None
    return Place(interaction.guild_id, channel_id, channel.id), no_thread


async def alone_here(services: Services, interaction: discord.Interaction) -> TableView | None:
    """Return the user's table against computers in this channel or one of its threads.

    Play now continues there: a second table would need another thread.
    """
    for table in await services.tables.tables_of(interaction.user.id):
        place = table.known_place
        here = interaction.channel_id in (place.channel_id, place.home_channel_id)
        if here and table.alone and table.status is not Status.LOBBY:
            return await services.tables.view(table.table_id)
    return None


async def _open_thread(services: Services, interaction: discord.Interaction, home: Home) -> int:
    """Open a thread for a table and return its id. Raises NoThread."""
    channel = home.channel
    if not isinstance(channel, discord.TextChannel):
        raise NoThread(_name_of(channel), ThreadRefusal.KIND)
    missing = missing_rights(home.rights, THREAD_RIGHTS)
    if missing:
        raise NoThread(channel.name, ThreadRefusal.RIGHTS, missing)
    services.limits.take(RequestKind.THREAD, interaction.user.id, interaction.guild_id)
    context = services.publisher.context(interaction.guild_id)
    name = thread_title(name_of(interaction.user), context)
    live = await services.tables.live_tables(guild_id=interaction.guild_id)
    return await open_thread(channel, name, in_use={table.known_place.channel_id for table in live})


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
        raise NeedsThreads(_name_of(interaction.channel))
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


def home_of_tables(interaction: discord.Interaction, settings: ServerSettings) -> Home:
    """Return where a server's tables open: here, or in the first channel where they can.

    Raises NotInThisChannel if none of the chosen channels has a chat, as in a forum.
    """
    guild = interaction.guild
    settings = replace(settings, channels=known_channels(settings, guild))
    if guild is None or is_table_channel(settings, interaction.channel):
        return Home.of(interaction)
    found = [guild.get_channel(channel_id) for channel_id in settings.channels]
    homes = [
        Home(each, each.permissions_for(guild.me))
        for each in found
        if each is not None and isinstance(each, discord.abc.Messageable)
    ]
    if not homes:
        raise NotInThisChannel(settings.channels)
    postable = (each for each in homes if not _missing_to_post(each.channel, each.rights))
    return next(postable, homes[0])


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
    missing = _missing_to_post(channel, rights)
    if missing:
        raise CannotPost(_name_of(channel), missing)


def _missing_to_post(channel: object, rights: discord.Permissions) -> tuple[str, ...]:
    return missing_rights(rights, rights_to_post(channel))


def _name_of(channel: object) -> str:
    return str(getattr(channel, "name", ""))


def why_no_pictures(
    services: Services,
    interaction: discord.Interaction,
    context: RenderContext,
    home: Home | None = None,
) -> Message | None:
    """Build the notice that no pictures can be posted here, or in another channel, if so."""
    limited = services.publisher.uploads.are_limited(interaction.guild_id)
    rights = (home or Home.of(interaction)).rights
    if rights.attach_files and not limited:
        return None
    return pictures_missing(context, limited=limited)
