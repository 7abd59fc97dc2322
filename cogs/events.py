"""Events: opening, joining, starting, rounds, the end."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.events.errors import BadPartner, NoSuchEvent, NotEventHost
from bot.events.model import FEWEST_TABLES, MOST_TABLES, SEATS, EventStatus, Partners
from bot.events.views import EventView
from bot.presenter.events.screen import (
    confirm_event_close,
    event_moved,
    event_said,
    event_status,
    manage_event,
)
from bot.presenter.words.autocomplete import game_choices
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.errors import (
    CannotPost,
    NoThread,
    OutdatedCommand,
    RequestKind,
    ThreadRefusal,
    UnknownButton,
)
from texas42.engine import GameSpec
from texas42.library import games

from .shared.channels import event_channel, require_event_channel, require_event_host, require_place
from .shared.context import (
    Choices,
    Cog,
    Interaction,
    answering,
    chosen,
    is_manager,
    on,
    page_in,
    to_choices,
)

YES = "yes"
PARTNERS = {kind.value: kind for kind in Partners}


class EventsCog(Cog):
    """Commands and buttons of events."""

    event = app_commands.Group(
        name="event", description="Events at several tables", guild_only=True
    )

    # Buttons ---------------------------------------------------------------------------------

    @on(Verb.EVENT_JOIN)
    async def on_join(self, click: Click) -> None:
        """Join the event."""
        event = await self.services.events.join(click.table_id, click.user_id, click.name)
        await self._show_status(click.answer, event)

    @on(Verb.EVENT_LEAVE)
    async def on_leave(self, click: Click) -> None:
        """Leave the event."""
        await self._leave(click.answer, click.table_id)

    @on(Verb.EVENT)
    async def on_status(self, click: Click) -> None:
        """Show a page of the status of an event."""
        event = await self.services.events.view(click.table_id)
        screen = partial(event_status, page=page_in(click.arg))
        await self.show(click.answer, screen, event, in_place=bool(click.arg))

    @on(Verb.EVENT_MANAGE)
    async def on_manage(self, click: Click) -> None:
        """Show the host what only they can do; say to others who the host is."""
        event = await self.services.events.view(click.table_id)
        if event.status is EventStatus.CLOSED:
            await self._show_status(click.answer, event)
            return
        if not (is_manager(click.answer.interaction) or click.user_id == event.host_id):
            raise NotEventHost(event.host)
        await self.show(click.answer, manage_event, event)

    @on(Verb.EVENT_CLOSE)
    async def on_close(self, click: Click) -> None:
        """End an event, after a confirmation if games are still going."""
        await self._close_event(click.answer, click.table_id, confirmed=click.arg == YES)

    @on(Verb.EVENT_START)
    async def on_start(self, click: Click) -> None:
        """Start the event, at fewer tables if its host chose that."""
        interaction = click.answer.interaction
        if click.arg:
            if not click.arg.isdecimal():
                raise UnknownButton
            tables = int(click.arg)
            manager = is_manager(interaction)
            events = self.services.events
            await events.lower_tables(click.table_id, click.user_id, tables, manager=manager)
        await self._show_status(click.answer, await self._begin(interaction, click.table_id))

    @on(Verb.EVENT_NEXT)
    async def on_next(self, click: Click) -> None:
        """Start the next round."""
        event = await self._next(click.answer.interaction, click.table_id)
        await self._show_status(click.answer, event)

    async def _begin(self, interaction: discord.Interaction, event_id: str) -> EventView:
        try:
            require_event_channel(interaction)
        except CannotPost as refusal:
            raise NoThread(refusal.channel, ThreadRefusal.RIGHTS, refusal.missing) from refusal
        manager = is_manager(interaction)
        user_id = interaction.user.id
        tables = (await self.services.events.view(event_id)).table_count
        with self.services.limits.spending(
            RequestKind.THREAD, user_id, interaction.guild_id, tables
        ):
            return await self.services.events.begin(event_id, user_id, manager=manager)

    async def _next(self, interaction: discord.Interaction, event_id: str) -> EventView:
        manager = is_manager(interaction)
        return await self.services.events.next(event_id, interaction.user.id, manager=manager)

    # Commands --------------------------------------------------------------------------------

    @event.command(name="open", description="Open an event in this channel")
    @app_commands.describe(
        game="The game; the usual one of this server if left out",
        preset="House rules",
        options="Your own house rules; pick them from the list while you type",
        partners="Whether partners stay together or rotate",
        tables="How many tables; each needs at least two people",
    )
    @app_commands.choices(
        partners=[
            app_commands.Choice(name="fixed: pairs stay together, winners move up", value="fixed"),
            app_commands.Choice(name="rotating: everyone plays with everyone", value="rotating"),
        ]
    )
    @app_commands.autocomplete(preset=Cog.presets_offered, options=Cog.options_offered)
    @answering
    async def open_event(
        self,
        answer: Answer,
        game: str | None = None,
        preset: str | None = None,
        options: str = "",
        partners: str = "fixed",
        tables: app_commands.Range[int, FEWEST_TABLES, MOST_TABLES] | None = None,
    ) -> None:
        """Open an event hosted by the user."""
        interaction = answer.interaction
        of_pairs = {spec.id for spec in _of_pairs()}
        asked = await self.rules_asked(interaction, game, preset, options, of_pairs)
        channel_id = require_event_channel(interaction)
        await require_event_host(self.services, interaction)
        self.require_pace(interaction, RequestKind.OPEN)
        event = await self.services.events.open(
            guild_id=interaction.guild_id or 0,
            channel_id=channel_id,
            user_id=answer.user_id,
            name=name_of(interaction.user),
            game=asked.game,
            rules=asked.rules,
            partners=chosen(PARTNERS, partners, OutdatedCommand),
            table_count=tables,
            best_of=asked.best_of,
        )
        await self._show_status(answer, event)

    @event.command(description="Join this channel's event")
    @app_commands.describe(partner="Who you want to play with, if partners stay together")
    @answering
    async def join(self, answer: Answer, partner: discord.Member | None = None) -> None:
        """Join the event, or choose another partner."""
        event_id = await self._here(answer.interaction)
        if partner is not None and partner.bot:
            raise BadPartner(event_id)
        user = answer.interaction.user
        event = await self.services.events.join(
            event_id,
            user.id,
            name_of(user),
            None if partner is None else partner.id,
        )
        await self._show_status(answer, event)

    @event.command(description="Leave the event (a computer takes your place)")
    @answering
    async def leave(self, answer: Answer) -> None:
        """Leave the event."""
        await self._leave(answer, await self._here(answer.interaction))

    @event.command(description="Move your event to this channel, before it starts")
    @answering
    async def move(self, answer: Answer) -> None:
        """Move the user's event to this channel, where its tables can have threads."""
        interaction = answer.interaction
        channel_id = require_event_channel(interaction)
        await require_place(self.services, interaction)
        self.require_pace(interaction, RequestKind.BOARD)
        events = self.services.events
        user_id = answer.user_id
        event_id = await events.find_hosted(interaction.guild_id or 0, user_id)
        event = await events.move(event_id, user_id, channel_id)
        await self.show(answer, event_moved, event)

    @event.command(description="Draw the seats and start; computers fill the rest")
    @answering
    async def start(self, answer: Answer) -> None:
        """Start the first round."""
        event_id = await self._here(answer.interaction)
        await self._show_status(answer, await self._begin(answer.interaction, event_id))

    @event.command(name="next", description="Start the next round")
    @answering
    async def next_round(self, answer: Answer) -> None:
        """Start the next round."""
        event_id = await self._here(answer.interaction)
        await self._show_status(answer, await self._next(answer.interaction, event_id))

    @event.command(description="Show the tables and the standings")
    @answering
    async def status(self, answer: Answer) -> None:
        """Show the status of the event."""
        event = await self.services.events.view(await self._here(answer.interaction))
        await self.show(answer, event_status, event)

    @event.command(name="close", description="End this channel's event and its tables")
    @answering
    async def close_event(self, answer: Answer) -> None:
        """End the event, after a confirmation if games are still going."""
        await self._close_event(answer, await self._here(answer.interaction), confirmed=False)

    @open_event.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        offered = _of_pairs()
        ids = {spec.id for spec in offered}
        known = await self.services.presets.offered(interaction.guild_id)
        saved = [each for each in known.of_server if each.game in ids]
        return to_choices(game_choices(offered, typed, self.context(interaction), saved))

    # Inside ----------------------------------------------------------------------------------

    async def _here(self, interaction: discord.Interaction) -> str:
        """Return the event of this channel, or of the thread's parent channel.

        Raises NoSuchEvent, and NeedsThreads where there can't be any.
        """
        channel = interaction.channel
        if channel is None:
            raise NoSuchEvent
        parent = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
        try:
            return await self.services.events.here(channel.id, parent)
        except NoSuchEvent:
            event_channel(interaction)
            raise

    async def _close_event(self, answer: Answer, event_id: str, *, confirmed: bool) -> None:
        events = self.services.events
        interaction = answer.interaction
        event = await events.view(event_id)
        manager = is_manager(interaction)
        may = manager or interaction.user.id == event.host_id
        if may and event.status is EventStatus.PLAYING and not confirmed:
            await self.show(answer, confirm_event_close, event)
            return
        event = await events.close(event_id, interaction.user.id, manager=manager)
        await self._show_status(answer, event)

    async def _leave(self, answer: Answer, event_id: str) -> None:
        events = self.services.events
        user_id = answer.user_id
        had_place = (await events.view(event_id)).place_of(user_id) is not None
        event = await events.leave(event_id, user_id)
        left = had_place or await events.has_left(event, user_id)
        await self.show(answer, partial(event_said, left=left), event, user_id)

    async def _show_status(self, answer: Answer, event: EventView) -> None:
        left = await self.services.events.has_left(event, answer.user_id)
        said = partial(event_said, left=left)
        # in place of a confirmation question, if one was asked
        await self.show(answer, said, event, answer.user_id, in_place=True)


def _of_pairs() -> list[GameSpec]:
    """Return the games that can be played by pairs."""
    return [spec for spec in games() if (spec.seats, spec.sides) == (SEATS, 2)]


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(EventsCog(bot))
