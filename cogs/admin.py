"""Server settings, for those who manage the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.discord.diagnosis import diagnosis_screen
from bot.presenter.people.server_settings import (
    EVENTS,
    GAME,
    LEADERBOARDS,
    PAGES,
    POSTS,
    PRESET,
    SERVER_PICTURES,
    SERVER_ZONE,
    SETUP,
    TABLES,
    THREADS,
    USUAL,
    page_of,
    server_settings_screen,
)
from bot.presenter.people.settings import OFF, ON
from bot.presenter.rules.saved_presets import preset_screen, presets_screen, said_changed
from bot.presenter.rules.typed_rules import read_rules, rule_choices
from bot.presenter.table.notices import table_opened
from bot.presenter.words.autocomplete import game_choices
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.diagnosis import Asked
from bot.publisher.keeper.answers import Answer
from bot.tables.errors import NeedsServer, NoSuchPreset, RequestKind, UnknownButton
from bot.values.server_settings import EventHosts, ServerSettings
from bot.values.time_zones import known_zones
from texas42.library import games

from .shared.channels import known_channels, require_chat, require_post
from .shared.context import (
    Choices,
    Cog,
    Interaction,
    answering,
    chosen,
    on,
    require_managed_server,
    to_choices,
    zone_here,
)
from .shared.opening import HERE, home_of_tables, open_here, why_no_pictures

STATES = {ON: True, OFF: False}
FIELDS = {THREADS: "threads", LEADERBOARDS: "leaderboards", SERVER_PICTURES: "pictures"}
"""The fields of `ServerSettings` for settings that are on or off."""


class AdminCog(Cog):
    """The settings of a server."""

    admin = app_commands.Group(
        name="admin",
        description="For managers of the server",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @on(Verb.SERVER)
    async def on_setting(self, click: Click) -> None:
        """Turn to a page, or change one setting and show its page."""
        guild_id = require_managed_server(click.answer.interaction)
        name, _, value = click.arg.partition("/")
        if name in PAGES:
            await self._show(click.answer, guild_id, name, in_place=True)
            return
        await self._choose(click, **await self._changes_for(guild_id, name, value))

    @on(Verb.SERVER_CHANNELS)
    async def on_channels(self, click: Click) -> None:
        """Limit new tables to these channels; no choice means any channel."""
        await self._choose(click, channels=_ids(click))

    @on(Verb.SERVER_ROLE)
    async def on_role(self, click: Click) -> None:
        """Limit opening tables to this role; no choice means everyone."""
        await self._choose(click, host_role=next(iter(_ids(click)), None))

    @on(Verb.SERVER_EVENT_ROLE)
    async def on_event_role(self, click: Click) -> None:
        """Choose the role that may open events; no choice leaves it to the managers."""
        await self._choose(click, event_role=next(iter(_ids(click)), None))

    @on(Verb.SERVER_DAILY)
    async def on_daily_channel(self, click: Click) -> None:
        """Choose where the boards of the daily hand are posted; no choice means nowhere."""
        await self._choose(click, daily_channel=_postable(click))

    @on(Verb.SERVER_WELCOME)
    async def on_welcome_channel(self, click: Click) -> None:
        """Choose where a welcome is kept at the end; no choice means nowhere."""
        await self._choose(click, welcome_channel=_postable(click))

    @on(Verb.SERVER_OPEN)
    async def on_open(self, click: Click) -> None:
        """Open a table of the usual game where the server's tables open."""
        interaction = click.answer.interaction
        guild_id = require_managed_server(interaction)
        settings = await self.services.servers.server_settings(guild_id)
        home = home_of_tables(interaction, settings)
        asked = await self.rules_asked(interaction, None, None, "")
        table, no_thread = await open_here(self.services, interaction, asked, HERE, home)
        context = self.context(interaction)
        no_pictures = why_no_pictures(self.services, interaction, context, home)
        opened = partial(table_opened, no_thread=no_thread, no_pictures=no_pictures)
        await self.show(click.answer, opened, table)

    @on(Verb.DIAGNOSE)
    async def on_diagnose(self, click: Click) -> None:
        """Try again what the bot needs here."""
        await self._diagnose(click.answer, in_place=True)

    @on(Verb.SERVER_PLAYERS)
    async def on_players_role(self, click: Click) -> None:
        """Choose the role that a lobby can mention; no choice, or @everyone, means none."""
        role = next(iter(_ids(click)), None)
        guild_id = require_managed_server(click.answer.interaction)
        await self._choose(click, players_role=None if role == guild_id else role)

    @on(Verb.SERVER_AGAIN)
    async def on_again(self, click: Click) -> None:
        """Post again what Discord refused in the chosen channels."""
        interaction = click.answer.interaction
        guild_id = require_managed_server(interaction)
        guild = interaction.guild
        settings = await self.services.servers.server_settings(guild_id)
        for channel_id in (settings.daily_channel, settings.welcome_channel):
            channel = guild.get_channel(channel_id or 0) if guild else None
            if guild is not None and channel is not None:
                require_post(channel, channel.permissions_for(guild.me))
        await self._post_again(guild_id)
        await self._show(click.answer, guild_id, POSTS, in_place=True)

    async def _post_again(self, guild_id: int) -> None:
        """Have what managers chose posted soon, also if Discord has refused it so far."""
        await self.services.undelivered.drop_undelivered_boards(guild_id)
        await self.services.daily_boards.look_again(guild_id)
        self.services.welcomes.changed()

    @admin.command(name="setup", description="Get this server ready, and open the first table")
    @answering
    async def set_up(self, answer: Answer) -> None:
        """Show a manager what the server's first table needs."""
        await self._show(answer, require_managed_server(answer.interaction), SETUP)

    @admin.command(name="diagnose", description="Check what I need to work in this channel")
    @answering
    async def diagnose(self, answer: Answer) -> None:
        """Try what the bot needs here, and say what a manager can change."""
        await self._diagnose(answer)

    async def _diagnose(self, answer: Answer, *, in_place: bool = False) -> None:
        interaction = answer.interaction
        guild_id = require_managed_server(interaction)
        guild = interaction.guild
        channel = interaction.channel
        if guild is None or channel is None:
            raise NeedsServer
        with self.alone(interaction, RequestKind.DIAGNOSE):
            await self.services.publisher.defer(answer)
            settings = await self.services.servers.server_settings(guild_id)
            rights = interaction.app_permissions
            asked = Asked(guild, channel, rights, answer.user_id, self.context(interaction))
            found = await self.services.diagnoses.examine(asked, settings)
        await self.show(answer, diagnosis_screen, found, in_place=in_place)

    @admin.command(name="settings", description="Where tables open, who opens them, what is played")
    @app_commands.describe(time_zone="Of people here who have chosen none; type a city")
    @app_commands.autocomplete(time_zone=Cog.zones_offered)
    @answering
    async def settings(self, answer: Answer, time_zone: str | None = None) -> None:
        """Show the server's settings to a manager, after a change if one is typed."""
        guild_id = require_managed_server(answer.interaction)
        if time_zone is not None:
            meant = await self.zone_typed(answer, time_zone)
            if meant is None:
                return
            await self._save(guild_id, time_zone=meant)
        await self._show(answer, guild_id, TABLES)

    @admin.command(name="rules", description="House rules that this server saved under a name")
    @app_commands.describe(
        preset="Which of them to show or change; all if left out",
        options="House rules to change in it; pick them from the list while you type",
    )
    @answering
    async def rules(self, answer: Answer, preset: str = "", options: str = "") -> None:
        """Show the server's presets to a manager, or one, after a change if one is typed."""
        guild_id = require_managed_server(answer.interaction)
        known = await self.services.presets.offered(guild_id)
        if not preset:
            await self.show(answer, presets_screen, known.of_server)
            return
        found = known.named(preset)
        if found is None:
            raise NoSuchPreset
        said = ""
        context = self.context(answer.interaction)
        if changes := read_rules(found.game, options, context.words):
            found = await self.services.presets.change(guild_id, found.preset_id, changes)
            said = said_changed(context)
        await self.show(answer, partial(preset_screen, said=said), found)

    @rules.autocomplete("preset")
    async def _presets(self, interaction: Interaction, typed: str) -> Choices:
        known = await self.services.presets.offered(interaction.guild_id)
        return to_choices(game_choices((), typed, self.context(interaction), known.of_server))

    @rules.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        known = await self.services.presets.offered(interaction.guild_id)
        found = known.named(interaction.namespace.preset)
        if found is None:
            return []
        return to_choices(rule_choices(found.game, typed, self.context(interaction)))

    async def _changes_for(self, guild_id: int, name: str, value: str) -> Mapping[str, object]:
        """Convert a chosen option to setting changes; a new game resets the preset."""
        known = await self.services.presets.offered(guild_id)
        if name == EVENTS:
            return {"event_hosts": chosen({each.value: each for each in EventHosts}, value)}
        if name == GAME:
            own = known.named(value)
            if own is not None:
                return {"game": own.game, "preset": own.key}
            return {"game": chosen({spec.id: spec.id for spec in games()}, value), "preset": None}
        if name == PRESET:
            now = await self.services.servers.server_settings(guild_id)
            names = {each.name: each.name for each in known.of_game(now.game)}
            return {"preset": chosen({USUAL: None, **names}, value)}
        if name == SERVER_ZONE:
            return {"time_zone": chosen(known_zones(), value)}
        return {chosen(FIELDS, name): chosen(STATES, value)}

    async def _choose(self, click: Click, **choices: object) -> None:
        """Save a choice and show the page where it was made."""
        guild_id = require_managed_server(click.answer.interaction)
        await self._save(guild_id, **choices)
        page = page_of(click.seq)
        if page == POSTS:
            await self._post_again(guild_id)
        await self._show(click.answer, guild_id, page, in_place=True)

    async def _save(self, guild_id: int, **choices: object) -> None:
        await self.services.publisher.choices.choose_for_server(guild_id, **choices)

    async def _show(
        self, answer: Answer, guild_id: int, page: str, *, in_place: bool = False
    ) -> None:
        found = await self.services.servers.server_settings(guild_id)
        zone = await zone_here(self.services, answer.interaction)
        now = replace(_without_gone(found, answer.interaction.guild), time_zone=zone)
        known = await self.services.presets.offered(guild_id)
        refused = await self.services.undelivered.undelivered_boards(guild_id)
        screen = partial(
            server_settings_screen,
            page=page,
            saved=known.of_server,
            role_is_heard=_is_heard(answer.interaction.guild, now.players_role),
        )
        await self.show(answer, screen, now, known.of_game(found.game), refused, in_place=in_place)


def _is_heard(guild: discord.Guild | None, role_id: int | None) -> bool:
    """Return True if Discord notifies people of a role that the bot mentions."""
    role = guild.get_role(role_id or 0) if guild else None
    return role is None or role.mentionable or role.guild.me.guild_permissions.mention_everyone


def _without_gone(found: ServerSettings, guild: discord.Guild | None) -> ServerSettings:
    """Return settings without the channels and roles that the server no longer has."""

    def known(role: int | None) -> int | None:
        return role if guild and guild.get_role(role or 0) else None

    def postable(channel: int | None) -> int | None:
        return channel if guild and guild.get_channel(channel or 0) else None

    return replace(
        found,
        channels=known_channels(found, guild),
        host_role=known(found.host_role),
        event_role=known(found.event_role),
        players_role=known(found.players_role),
        daily_channel=postable(found.daily_channel),
        welcome_channel=postable(found.welcome_channel),
    )


def _postable(click: Click) -> int | None:
    """Return the chosen channel, None if none is. Raises NoChat and CannotPost."""
    interaction = click.answer.interaction
    require_managed_server(interaction)
    channel_id = next(iter(_ids(click)), None)
    guild = interaction.guild
    channel = guild.get_channel(channel_id or 0) if guild else None
    if guild is not None and channel is not None:
        require_chat(channel)
        require_post(channel, channel.permissions_for(guild.me))
    return channel_id


def _ids(click: Click) -> tuple[int, ...]:
    """Parse the chosen ids. Raises UnknownButton if one is not a number."""
    if not all(value.isdecimal() for value in click.values):
        raise UnknownButton
    return tuple(int(value) for value in click.values)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(AdminCog(bot))
