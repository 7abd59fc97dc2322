"""What cogs share: the services, running a command, and finding the table it is about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import FortyTwo
from bot.engine import GameSpec
from bot.library import games, portable_rules, presets
from bot.presenter.rules.typed_rules import read_rules, rule_choices
from bot.presenter.words.autocomplete import Choice, game_choices, preset_choices
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.publisher.answers import Answer
from bot.publisher.component_router import Click
from bot.runtime.services import Services
from bot.tables.errors import NoSuchTable, RequestKind, TableElsewhere, UnknownButton
from bot.tables.model import Status, Table

T = TypeVar("T")
Interaction = discord.Interaction[FortyTwo]
BASE_GAME = "42"
NOT_LIVE = (Status.FINISHED, Status.CLOSED)


class Cog(commands.Cog):
    """A cog with access to the services; `handlers` maps verbs to this cog's button handlers."""

    def __init__(self, bot: FortyTwo) -> None:
        self.bot = bot
        self.services: Services = bot.services

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Map verbs to this cog's button handlers."""
        return {}

    async def cog_load(self) -> None:
        """Register the button handlers."""
        self.bot.router.register(self.handlers())

    def context(self, interaction: discord.Interaction) -> RenderContext:
        """Build the render context for a user's language."""
        return self.services.publisher.context(interaction.guild_id, interaction.locale.value)

    async def run(
        self, interaction: Interaction, work: Callable[[Answer], Coroutine[object, object, None]]
    ) -> None:
        """Run a command: answer in time, and explain any failure."""
        answer = self.bot.router.answer_to(interaction)
        await self.bot.router.guard(answer, work(answer))

    def require_pace(self, interaction: discord.Interaction, what: RequestKind) -> None:
        """Raise TooFast if the user, or their server, is over the rate limit."""
        self.services.limits.take(what, interaction.user.id, interaction.guild_id)

    def alone(
        self, interaction: discord.Interaction, what: RequestKind
    ) -> AbstractContextManager[None]:
        """Check like `require_pace`, and raise StillBusy while the user's last request runs."""
        return self.services.limits.alone(what, interaction.user.id, interaction.guild_id)

    async def rules_asked(
        self,
        interaction: discord.Interaction,
        game: str | None,
        preset: str | None,
        options: str,
        offered: Collection[str] = (),
    ) -> tuple[str, Mapping[str, object]]:
        """Return the game and rules that a command asks for, or the server's defaults.

        `offered`: the allowed games; empty allows any. Raises the library's errors.
        """
        usual = await self.services.servers.server_settings(interaction.guild_id or 0)
        if game is None:
            game = usual.game if usual.game in offered or not offered else BASE_GAME
        known = {each.name for each in presets(game, self.services.host_presets)}
        if preset is None and game == usual.game and usual.preset in known:
            preset = usual.preset
        rules = read_rules(game, options, self.context(interaction).words)
        if preset is not None:
            rules["preset"] = preset
        return game, portable_rules(game, rules, self.services.host_presets)

    def games_offered(
        self, interaction: Interaction, typed: str, offered: Sequence[GameSpec]
    ) -> list[app_commands.Choice[str]]:
        """Complete the name of a game."""
        return _to_choices(game_choices(offered, typed, self.context(interaction)))

    async def presets_offered(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Complete the name of a preset of the game chosen in this command."""
        game = await self._game_beside(interaction)
        offered = presets(game, self.services.host_presets) if game else ()
        return _to_choices(preset_choices(offered, typed, self.context(interaction)))

    async def options_offered(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Complete house rules of the game chosen in this command."""
        game = await self._game_beside(interaction)
        return _to_choices(rule_choices(game, typed, self.context(interaction)) if game else ())

    async def table_here(self, answer: Answer) -> str:
        """Return the id of the table that a command is about, and attach it to the answer.

        In a channel, the channel's table. In a DM, the user's only table, or the one of several
        that waits for them. Raises NoSuchTable, and TableElsewhere with the user's own tables, if
        possible those of this server and those in play.
        """
        answer.table_id = await self.table_meant(answer.interaction)
        return answer.table_id

    async def table_meant(self, interaction: discord.Interaction) -> str:
        """Return the id of the table that a command is about; see `table_here`."""
        tables = self.services.tables
        if not interaction.context.dm_channel:
            here = await tables.live_tables(channel_id=interaction.channel_id)
            if here:
                return here[-1].table_id
        mine = await tables.tables_of(interaction.user.id)
        live = [t for t in mine if t.status not in NOT_LIVE]
        if interaction.context.dm_channel:
            if len(live) > 1:
                live = [t for t in live if await self._awaits(t, interaction.user.id)] or live
            if len(live) == 1:
                return live[0].table_id
        own = [t for t in live if t.guild_id == interaction.guild_id] or live or mine
        raise TableElsewhere(tuple((t.guild_id, t.channel_id) for t in own)) if own else NoSuchTable

    async def _game_beside(self, interaction: Interaction) -> str | None:
        """Return the game chosen so far in this command; None if there is no such game."""
        named = interaction.namespace.game
        if not named:
            named = (await self.services.servers.server_settings(interaction.guild_id or 0)).game
        return str(named) if named in {spec.id for spec in games()} else None

    async def _awaits(self, table: Table, user_id: int) -> bool:
        panel = await self.services.tables.panel(table.table_id, user_id)
        return panel.view is not None and panel.view.to_act == panel.seat


def is_manager(interaction: discord.Interaction) -> bool:
    """Return True if the user manages the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def may_speak(interaction: discord.Interaction) -> bool:
    """Return True if the user may write in the channel; others must not speak through the bot."""
    rights = interaction.permissions
    if isinstance(interaction.channel, discord.Thread):
        return rights.send_messages_in_threads
    return rights.send_messages


def chosen(offered: Mapping[str, T], value: str) -> T:
    """Look up a chosen option. Raises UnknownButton for one that an outdated client sent."""
    if value not in offered:
        raise UnknownButton
    return offered[value]


def _to_choices(choices: Iterable[Choice]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=choice.name, value=choice.value) for choice in choices]
