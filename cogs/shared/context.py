"""What cogs share: the services, running a command, and finding the table it is about."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, TypeVarTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import FortyTwo
from bot.presenter.people.settings import unknown_zone
from bot.presenter.people.time_zones import zone_choices, zone_meant
from bot.presenter.rules.typed_rules import read_rules, rule_choices
from bot.presenter.words.autocomplete import (
    Choice,
    game_choices,
    game_meant,
    preset_choices,
    preset_meant,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.answers import Answer
from bot.runtime.services import Services
from bot.tables.errors import (
    NoSuchTable,
    NotManager,
    RequestKind,
    TableElsewhere,
    TableError,
    UnknownButton,
)
from bot.tables.model import Status, Table
from bot.values.server_presets import ChosenRules
from bot.values.time_zones import DEFAULT_ZONE, known_zones, server_zone
from texas42.library import games

T = TypeVar("T")
P = ParamSpec("P")
Views = TypeVarTuple("Views")
CogType = TypeVar("CogType", bound="Cog")
Pressed = TypeVar("Pressed", bound=Callable[..., Awaitable[None]])
Interaction = discord.Interaction[FortyTwo]
Choices = list[app_commands.Choice[str]]
BASE_GAME = "42"
MOST_DIGITS = 7
NOT_LIVE = (Status.FINISHED, Status.CLOSED)


def on(*verbs: Verb) -> Callable[[Pressed], Pressed]:
    """Mark a cog's method as the handler of components; see `ComponentRouter.register`."""

    def mark(handler: Pressed) -> Pressed:
        handler.__dict__.setdefault("handles", []).extend(verbs)
        return handler

    return mark


def answering(
    work: Callable[Concatenate[CogType, Answer, P], Coroutine[object, object, None]],
) -> Callable[Concatenate[CogType, Interaction, P], Coroutine[Any, Any, None]]:
    """Turn a method into a command's callback: answer in time, and explain any failure."""

    @wraps(work)
    async def callback(
        cog: CogType, interaction: Interaction, /, *args: P.args, **options: P.kwargs
    ) -> None:
        answer = cog.bot.router.answer_to(interaction)
        await cog.bot.router.guard(answer, work(cog, answer, *args, **options))

    # discord.py would look up the types of the options in this module
    callback.__dict__["__signature__"] = inspect.signature(work, eval_str=True)
    return callback


class Cog(commands.Cog):
    """A cog with access to the services."""

    def __init__(self, bot: FortyTwo) -> None:
        self.bot = bot
        self.services: Services = bot.services

    async def cog_load(self) -> None:
        """Register the handlers that are marked with `on`."""
        for name, member in vars(type(self)).items():
            verbs = getattr(member, "handles", ())
            self.bot.router.register(dict.fromkeys(verbs, getattr(self, name)))

    def context(self, interaction: discord.Interaction) -> RenderContext:
        """Build the render context for a user's language."""
        return self.services.publisher.context(interaction.guild_id, interaction.locale.value)

    async def show(
        self,
        answer: Answer,
        screen: Callable[[*Views, RenderContext], Message],
        *views: *Views,
        in_place: bool = False,
    ) -> None:
        """Answer with the screen of some views; see `DiscordPublisher.show`."""
        message = screen(*views, self.context(answer.interaction))
        await self.services.publisher.show(answer, message, in_place=in_place)

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
    ) -> ChosenRules:
        """Return the game and rules that a command asks for, or the server's defaults.

        `game` and `preset` may name a preset of the server. `offered`: the allowed games; empty
        allows any. Raises the library's errors.
        """
        usual = await self.services.servers.server_settings(interaction.guild_id or 0)
        known = await self.services.presets.offered(interaction.guild_id)
        named = known.named(game)
        if named is not None:
            game = named.game
            preset = preset or named.key
        context = self.context(interaction)
        if game is None:
            game = usual.game if usual.game in offered or not offered else BASE_GAME
        game = game_meant(games(), game, context)
        presets = known.of_game(game)
        names = {each.name for each in presets}
        if preset is None and game == usual.game and usual.preset in names:
            preset = usual.preset
        rules = read_rules(game, options, context.words)
        if preset is not None:
            typed = known.named(preset)
            meant = preset_meant(presets, preset, context) if typed is None else typed.key
            rules["preset"] = meant
        return known.choose(game, rules)

    async def games_offered(self, interaction: Interaction, typed: str) -> Choices:
        """Complete the name of a game, or of a preset of the server."""
        known = await self.services.presets.offered(interaction.guild_id)
        context = self.context(interaction)
        return to_choices(game_choices(games(), typed, context, known.of_server))

    async def presets_offered(self, interaction: Interaction, typed: str) -> Choices:
        """Complete the name of a preset of the game chosen in this command."""
        game = await self._game_beside(interaction)
        known = await self.services.presets.offered(interaction.guild_id)
        offered = known.of_game(game) if game else ()
        return to_choices(preset_choices(offered, typed, self.context(interaction)))

    async def options_offered(self, interaction: Interaction, typed: str) -> Choices:
        """Complete house rules of the game chosen in this command."""
        game = await self._game_beside(interaction)
        return to_choices(rule_choices(game, typed, self.context(interaction)) if game else ())

    async def zones_offered(self, interaction: Interaction, typed: str) -> Choices:
        """Complete a time zone."""
        return to_choices(zone_choices(known_zones(), typed, self.context(interaction).words))

    async def zone_typed(self, answer: Answer, typed: str) -> str | None:
        """Return the time zone that somebody typed; None once they are told that it's unknown."""
        meant = zone_meant(known_zones(), typed, self.context(answer.interaction).words)
        if meant is None:
            await self.show(answer, unknown_zone, typed)
        return meant

    async def table_here(self, answer: Answer) -> str:
        """Return the id of the table that a command is about, and attach it to the answer.

        In a channel, the channel's table. In a DM, the user's only table, or the one of several
        that waits for them; so in a channel without a table, among their tables without a channel.
        Raises NoSuchTable, and TableElsewhere with the user's own tables, if possible those of this
        server and those in play.
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
        usable = live
        if not interaction.context.dm_channel:
            usable = [t for t in live if t.place is None]
        usable = usable or [t for t in mine if t.place is None]
        if len(usable) > 1:
            usable = [t for t in usable if await self._awaits(t, interaction.user.id)] or usable
        if len(usable) == 1:
            return usable[0].table_id
        own = [t for t in live if t.guild_id == interaction.guild_id] or live or mine
        places = tuple(t.place for t in own if t.place is not None)
        if not places:
            raise NoSuchTable
        raise TableElsewhere(places, paused=all(t.status is Status.PAUSED for t in own))

    async def own_table(self, interaction: discord.Interaction) -> str:
        """Return the user's table in this server, in whatever channel. Raises NoSuchTable."""
        for table in reversed(await self.services.tables.tables_of(interaction.user.id)):
            if table.guild_id == interaction.guild_id and table.status not in NOT_LIVE:
                return table.table_id
        raise NoSuchTable

    async def _game_beside(self, interaction: Interaction) -> str | None:
        """Return the game chosen so far in this command; None if there is no such game."""
        typed = interaction.namespace.game
        if not typed:
            return (await self.services.servers.server_settings(interaction.guild_id or 0)).game
        named = (await self.services.presets.offered(interaction.guild_id)).named(typed)
        if named is not None:
            return named.game
        game = game_meant(games(), str(typed), self.context(interaction))
        return game if game in {spec.id for spec in games()} else None

    async def _awaits(self, table: Table, user_id: int) -> bool:
        panel = await self.services.tables.panel(table.table_id, user_id)
        return panel.view is not None and panel.view.to_act == panel.seat


async def zone_here(services: Services, interaction: discord.Interaction) -> str:
    """Return the time zone of people here who have chosen none: that of the server."""
    if interaction.guild_id is None:
        return DEFAULT_ZONE
    settings = await services.servers.server_settings(interaction.guild_id)
    locale = interaction.guild_locale
    return server_zone(settings, None if locale is None else locale.value)


async def keep_zone(services: Services, interaction: discord.Interaction) -> None:
    """Keep the time zone of a user who has chosen none: they now rely on the one here."""
    user_id = interaction.user.id
    if (await services.preferences.preferences(user_id)).time_zone is None:
        zone = await zone_here(services, interaction)
        await services.publisher.choices.choose(user_id, time_zone=zone)


def is_manager(interaction: discord.Interaction) -> bool:
    """Return True if the user manages the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def require_managed_server(interaction: discord.Interaction) -> int:
    """Return the server that the user manages. Raises NotManager."""
    if interaction.guild_id is None or not is_manager(interaction):
        raise NotManager
    return interaction.guild_id


def chosen(offered: Mapping[str, T], value: str, refusal: type[TableError] = UnknownButton) -> T:
    """Look up a chosen option. Raises `refusal` for one that an outdated client sent."""
    if value not in offered:
        raise refusal
    return offered[value]


def page_in(arg: str) -> int:
    """Return the number of a page in the argument of an id; 1 if it has none."""
    return int(arg) if arg.isdecimal() and len(arg) < MOST_DIGITS else 1


def to_choices(choices: Iterable[Choice]) -> Choices:
    """Convert autocomplete choices to Discord's."""
    return [app_commands.Choice(name=choice.name, value=choice.value) for choice in choices]
