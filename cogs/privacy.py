"""A user's own data, and reports to the host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.people.privacy import (
    CONFIRMED,
    DELETE,
    EXPORT,
    confirm_deletion,
    data_files,
    deleted,
    privacy_screen,
)
from bot.presenter.people.reports import report_kept, reports_used_up
from bot.presenter.words.ids import Verb
from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer, name_of
from bot.publisher.component_router import Click
from bot.tables.errors import RequestKind

from .context import Cog, Interaction

LONGEST_REPORT = 1500


class PrivacyCog(Cog):
    """The privacy screen, and reports to the host."""

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Return the handler of the privacy page's buttons."""
        return {Verb.PRIVACY: self.on_privacy}

    async def on_privacy(self, click: Click) -> None:
        """Give a copy of the user's data, or delete it after a confirmation."""
        own_data, publisher = self.services.own_data, self.services.publisher
        interaction = click.answer.interaction
        context = self.context(interaction)
        if click.arg == EXPORT:
            with self.alone(interaction, RequestKind.OWN_DATA):
                texts = await own_data.export(click.user_id)
            await publisher.show(click.answer, data_files(texts, context))
        elif click.arg == CONFIRMED:
            with self.alone(interaction, RequestKind.OWN_DATA):
                await own_data.delete(click.user_id)
            self.services.daily_panels.forget(click.user_id)
            gone = deleted(self.services.host, context)
            await publisher.show(click.answer, gone, in_place=True)
        elif click.arg == DELETE:
            await publisher.show(click.answer, confirm_deletion(context), in_place=True)
        else:
            message = await self._page(click.answer.interaction)
            await publisher.show(click.answer, message)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="What I keep about you; get a copy or delete it")
    async def privacy(self, interaction: Interaction) -> None:
        """Show what the bot stores about the user."""

        async def work(answer: Answer) -> None:
            await self.services.publisher.show(answer, await self._page(interaction))

        await self.run(interaction, work)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Tell the people who run this bot that something is wrong")
    @app_commands.describe(text="What happened")
    async def report(
        self, interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_REPORT]
    ) -> None:
        """Save a report to the host."""

        async def work(answer: Answer) -> None:
            user, context = interaction.user, self.context(interaction)
            where = interaction.guild_id or 0, interaction.channel_id or 0
            number = await self.services.reports.file(user.id, name_of(user), *where, text)
            kept = number is not None
            message = report_kept(self.services.host, context) if kept else reports_used_up(context)
            await self.services.publisher.show(answer, message)

        await self.run(interaction, work)

    async def _page(self, interaction: discord.Interaction) -> Message:
        with self.alone(interaction, RequestKind.OWN_DATA):
            summary = await self.services.own_data.summarize(interaction.user.id)
        return privacy_screen(summary, self.services.host, self.context(interaction))


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot))
