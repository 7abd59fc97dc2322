"""A user's own data, and reports to the host."""

from __future__ import annotations

from functools import partial

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
from bot.presenter.people.reports import report_saved, reports_used_up
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.errors import RequestKind

from .shared.context import Cog, answering, on, page_in

LONGEST_REPORT = 1500


class PrivacyCog(Cog):
    """The privacy screen, and reports to the host."""

    @on(Verb.PRIVACY)
    async def on_privacy(self, click: Click) -> None:
        """Give a copy of the user's data, or delete it after a confirmation."""
        own_data = self.services.own_data
        interaction = click.answer.interaction
        if click.arg == EXPORT:
            with self.alone(interaction, RequestKind.OWN_DATA):
                texts = await own_data.export(click.user_id)
            await self.show(click.answer, data_files, texts)
        elif click.arg == CONFIRMED:
            with self.alone(interaction, RequestKind.OWN_DATA):
                await own_data.delete(click.user_id)
            self.services.daily_panels.forget(click.user_id)
            await self.services.tables.reload_hands_of(click.user_id)
            await self.show(click.answer, deleted, self.services.host, in_place=True)
        elif click.arg == DELETE:
            await self.show(click.answer, confirm_deletion, in_place=True)
        else:
            await self._show_page(click.answer, click.arg)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="What I keep about you; get a copy or delete it")
    @answering
    async def privacy(self, answer: Answer) -> None:
        """Show what the bot stores about the user."""
        await self._show_page(answer)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Tell the people who run this bot that something is wrong")
    @app_commands.describe(text="What happened")
    @answering
    async def report(
        self, answer: Answer, text: app_commands.Range[str, 1, LONGEST_REPORT]
    ) -> None:
        """Save a report to the host."""
        user = answer.interaction.user
        interaction = answer.interaction
        where = interaction.guild_id or 0, interaction.channel_id or 0
        number = await self.services.reports.file(user.id, name_of(user), *where, text)
        if number is None:
            await self.show(answer, reports_used_up)
        else:
            await self.show(answer, report_saved, self.services.host)

    async def _show_page(self, answer: Answer, page: str = "") -> None:
        with self.alone(answer.interaction, RequestKind.OWN_DATA):
            summary = await self.services.own_data.summarize(answer.user_id)
        screen = partial(privacy_screen, page=page_in(page))
        await self.show(answer, screen, summary, self.services.host, in_place=bool(page))


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot))
