"""Leaderboards and profiles."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.people.leaderboard import (
    leaderboard,
    leaderboard_lists,
    parse_leaders,
    parse_lists,
)
from bot.presenter.people.orders import ORDER_WORDS
from bot.presenter.people.profile import (
    JOIN_LEADERBOARDS,
    LEAVE_LEADERBOARDS,
    only_own_profile,
    profile,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.language import words_for
from bot.presenter.words.spec import Message
from bot.publisher.component_router import NUMBER, Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.stats.views import ORDERS, LeaderboardQuery, Order
from bot.tables.errors import NoLeaderboard, OutdatedCommand, RequestKind, UnknownButton

from .shared.context import Cog, answering, chosen, on, page_in


class ResultsCog(Cog):
    """Leaderboards and profiles."""

    @on(Verb.LEADERS, Verb.LEADERS_SPAN, Verb.LEADERS_GAME)
    async def on_leaders(self, click: Click) -> None:
        """Turn to another page or order of the leaderboard."""
        if (lists := parse_lists(click.arg)) is not None:
            context = await self.services.publisher.context_of(click.answer)
            in_server = click.answer.interaction.guild_id is not None
            message = leaderboard_lists(*lists, context, server=in_server)
            await self.services.publisher.show(click.answer, message, in_place=True)
            return
        asked, page = parse_leaders(click.arg) if click.arg else (None, 1)
        message = await self._leaders(click.answer, asked, page)
        await self.services.publisher.show(click.answer, message, in_place=True)

    @on(Verb.PROFILE)
    async def on_profile(self, click: Click) -> None:
        """Show a page of a profile, after leaving or rejoining the leaderboards if asked."""
        interaction = click.answer.interaction
        page, _, whose = click.arg.partition("/")
        if whose and not NUMBER.fullmatch(page):
            raise UnknownButton
        if whose:
            message = await self._profile(click.answer, _user_id(whose), None, page_in(page))
            await self.services.publisher.show(click.answer, message, in_place=True)
            return
        if click.arg in (LEAVE_LEADERBOARDS, JOIN_LEADERBOARDS):
            shown = click.arg == JOIN_LEADERBOARDS
            await self.services.stats.set_on_leaderboards(
                interaction.user.id, on_leaderboards=shown
            )
        user = interaction.user
        message = await self._profile(click.answer, user.id, name_of(user), page_in(page))
        await self.services.publisher.show(click.answer, message, in_place=True)

    @app_commands.command(
        name="leaderboard", description="Who wins here, with people or alone with computers"
    )
    @app_commands.guild_only()
    @app_commands.describe(by="What to sort by")
    @app_commands.choices(
        by=[
            app_commands.Choice(name=ORDER_WORDS[order].title(words_for(None)), value=order.value)
            for order in Order
        ]
    )
    @answering
    async def show_leaderboard(self, answer: Answer, by: str | None = None) -> None:
        """Show the server's leaderboard."""
        asked = None if by is None else LeaderboardQuery(chosen(ORDERS, by, OutdatedCommand))
        message = await self._leaders(answer, asked, 1)
        await self.services.publisher.show(answer, message)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="profile", description="Games, bids and sets of a player")
    @app_commands.describe(player="Whose; yours if left out")
    @answering
    async def show_profile(self, answer: Answer, player: discord.User | None = None) -> None:
        """Show a user's profile."""
        user = player or answer.interaction.user
        message = await self._profile(answer, user.id, name_of(user), 1)
        await self.services.publisher.show(answer, message)

    async def _leaders(
        self, answer: Answer, asked: LeaderboardQuery | None, page: int | None
    ) -> Message:
        interaction = answer.interaction
        stats = self.services.stats
        guild_id = interaction.guild_id
        me = interaction.user.id
        if guild_id and not (await self.services.servers.server_settings(guild_id)).leaderboards:
            raise NoLeaderboard
        with self.alone(interaction, RequestKind.RESULTS):
            if asked is None:
                found = await stats.first_leaderboard(guild_id, me)
            else:
                found = await stats.leaderboard(guild_id, asked, page=page or 1, me=me)
            if page is None and found.my_page is not None:
                found = await stats.leaderboard(guild_id, found.asked, page=found.my_page, me=me)
        context = await self.services.publisher.context_of(answer)
        return leaderboard(found, context, server=guild_id is not None)

    async def _profile(self, answer: Answer, user_id: int, name: str | None, page: int) -> Message:
        """Build a page of a user's profile; by default with the name that they last played with."""
        interaction = answer.interaction
        own = user_id == interaction.user.id
        guild_id = interaction.guild_id
        if guild_id is None and not own:
            return only_own_profile(self.context(interaction))
        with self.alone(interaction, RequestKind.RESULTS):
            if not own and await self.services.tables.blocks.blocks(user_id, interaction.user.id):
                found = self.services.stats.hidden_profile(user_id)
            else:
                found = await self.services.stats.profile(guild_id, user_id, own=own)
        context = await self.services.publisher.context_of(answer)
        return profile(found, found.name if name is None else name, context, page)


def _user_id(text: str) -> int:
    """Parse the id of a user. Raises UnknownButton."""
    if not text.isdecimal():
        raise UnknownButton
    return int(text)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(ResultsCog(bot))
