"""Find a place for a new table or event: this channel, a thread, or an existing table's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import discord

from bot.presenter.table.notices import pictures_missing, thread_title
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.channel_rights import (
    IN_THREADS,
    PRIVATE_RIGHTS,
    THREAD_RIGHTS,
    missing_rights,
)
from bot.publisher.calls.members import missing_members
from bot.publisher.calls.threads import open_thread
from bot.publisher.keeper.answers import name_of
from bot.runtime.services import Services
from bot.tables.company.errors import NoPrivateThread
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    NeedsServer,
    NoThread,
    NotInThisChannel,
    RequestKind,
    ThreadRefusal,
)
from bot.tables.model import Place, Status
from bot.tables.views import TableView
from bot.values.server_presets import ChosenRules
from bot.values.server_settings import ServerSettings

from .channels import (
    channel_name,
    is_table_channel,
    known_channels,
    missing_to_post,
    require_host,
    require_post,
)

HERE = "here"
THREAD = "thread"
PRIVATE = "private"
"""In a private thread, or without a board; see `open_here`."""


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
    """Open a table here, or in a thread; see `_find_place`. In a DM it has no place.

    A private one has a private thread; where none is possible, it has no place. `home`: another
    channel. Returns the table, and why it has no thread if one was requested.
    """
    place: Place | None = None
    no_thread = None
    if interaction.context.dm_channel:
        await _require_openable(services, interaction, asked.game, asked.rules)
        await save_direct(services, interaction)
    elif where == PRIVATE:
        found = await _find_private_place(services, interaction, asked.game, asked.rules)
        place, no_thread = found
    else:
        there = home or Home.of(interaction)
        found = await _find_place(services, interaction, asked.game, asked.rules, where, there)
        place, no_thread = found
    table = await services.tables.open(
        place=place,
        user_id=interaction.user.id,
        name=name_of(interaction.user),
        game=asked.game,
        rules=asked.rules,
        best_of=asked.best_of,
        private=where == PRIVATE,
        home_guild_id=interaction.guild_id if place is None else None,
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
    table, and the names of those who have left. In a DM it is a game of no server; the people's
    lobby may be open already. Raises NotInGame.
    """
    if interaction.context.dm_channel:
        return await _open_again_by_dm(services, interaction, table_id, game_no), ()
    if interaction.guild is None:
        raise NeedsServer
    user_id = interaction.user.id
    again = await services.tables.again.find(table_id, game_no, user_id, interaction.guild.id)
    gone = await missing_members(interaction.guild, again.people - {user_id})
    here = Home.of(interaction)
    rules = again.game.game, again.rules
    place: Place | None
    if again.table.private:
        place, _ = await _find_private_place(services, interaction, *rules)
    else:
        place, _ = await _find_place(
            services, interaction, *rules, HERE, here, makes_room=again.replaced_in
        )
    blocked = await services.tables.blocks.blocked_among(user_id, again.people)
    table = await services.tables.again.open(
        again, place, user_id, name_of(interaction.user), gone | blocked
    )
    return table, again.names_of(gone)


async def _open_again_by_dm(
    services: Services, interaction: discord.Interaction, table_id: str, game_no: int
) -> TableView:
    """Open a table without a channel for the people of such a game, or sit down at theirs."""
    user = interaction.user
    tables = services.tables
    again = await tables.again.find(table_id, game_no, user.id, None)
    blocked = await tables.blocks.blocked_among(user.id, again.people)
    await save_direct(services, interaction)
    lobby = await tables.again.lobby_of(again, user.id, blocked)
    if lobby is None:
        try:
            await _require_openable(services, interaction, again.game.game, again.rules)
            return await tables.again.open(again, None, user.id, name_of(user), blocked)
        except AlreadySeated:  # another press of theirs was faster
            lobby = await tables.again.lobby_of(again, user.id, blocked)
            if lobby is None:
                raise
    return (await tables.sit(lobby, user.id, name_of(user))).after


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
    await _require_openable(services, interaction, game, rules)
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


async def _find_private_place(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    rules: Mapping[str, object],
) -> tuple[Place | None, NoThread | None]:
    """Find a private table's place: a thread that only its people see, otherwise none.

    Returns the place, and why there is no thread.
    """
    await require_host(services, interaction)
    await _require_openable(services, interaction, game, rules)
    try:
        return await open_private_thread(services, interaction), None
    except NoThread as refusal:
        return None, refusal


async def open_private_thread(services: Services, interaction: discord.Interaction) -> Place:
    """Open a private thread in this channel, or in the one of this thread. Raises NoThread."""
    home = interaction.channel
    if isinstance(home, discord.Thread):
        home = home.parent
    if not isinstance(home, discord.TextChannel) or home.is_news():
        raise NoThread(channel_name(home), ThreadRefusal.KIND)
    rights = home.permissions_for(home.guild.me)
    missing = missing_rights(rights, (*PRIVATE_RIGHTS, IN_THREADS))
    if missing:
        raise NoThread(home.name, ThreadRefusal.RIGHTS, missing)
    return Place(
        home.guild.id, await _new_thread(services, interaction, home, private=True), home.id
    )


async def move_here(
    services: Services, interaction: discord.Interaction, table_id: str, mover: int | None
) -> TableView:
    """Move a table to this channel; a private one to a new private thread of it.

    `mover`: None for a manager. Raises NoPrivateThread.
    """
    if not (await services.tables.row(table_id)).private:
        return await services.tables.move(table_id, mover, interaction.channel_id or 0)
    await services.tables.require_mover(table_id, mover)
    try:
        place = await open_private_thread(services, interaction)
    except NoThread as refusal:
        raise NoPrivateThread(refusal) from refusal
    return await services.tables.move(table_id, mover, place.channel_id, place.home_channel_id)


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


async def _open_thread(services: Services, interaction: discord.Interaction, home: Home) -> int:
    """Open a thread for a table and return its id. Raises NoThread."""
    channel = home.channel
    if not isinstance(channel, discord.TextChannel):
        raise NoThread(channel_name(channel), ThreadRefusal.KIND)
    missing = missing_rights(home.rights, THREAD_RIGHTS)
    if missing:
        raise NoThread(channel.name, ThreadRefusal.RIGHTS, missing)
    return await _new_thread(services, interaction, channel, private=False)


async def _new_thread(
    services: Services,
    interaction: discord.Interaction,
    home: discord.TextChannel,
    *,
    private: bool,
) -> int:
    services.limits.take(RequestKind.THREAD, interaction.user.id, interaction.guild_id)
    context = services.publisher.context(interaction.guild_id)
    name = thread_title(name_of(interaction.user), context)
    live = await services.tables.live_tables(guild_id=interaction.guild_id)
    in_use = {table.place.channel_id for table in live if table.place is not None}
    return await open_thread(home, name, in_use, private=private)


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
    postable = (each for each in homes if not missing_to_post(each.channel, each.rights))
    return next(postable, homes[0])


def why_no_pictures(
    services: Services,
    interaction: discord.Interaction,
    context: RenderContext,
    home: Home | None = None,
) -> Message | None:
    """Build the notice that no pictures can be posted here, or in another channel, if so."""
    if interaction.context.dm_channel:
        return None
    limited = services.publisher.uploads.are_limited(interaction.guild_id)
    rights = (home or Home.of(interaction)).rights
    if rights.attach_files and not limited:
        return None
    return pictures_missing(context, limited=limited)
