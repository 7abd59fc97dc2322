"""A user's own data, and reports to the host."""

from __future__ import annotations

import logging
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
    no_contact,
    privacy_screen,
    report_address,
    report_lost,
    report_sent,
    report_to_host,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer
from bot.publisher.component_router import Click
from bot.publisher.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.dm_channels import NoDm
from bot.tables.errors import Limited

from .context import Cog, Interaction

_LOG = logging.getLogger(__name__)
LONGEST_REPORT = 1500


class Privacy(Cog):
    """What the bot keeps of a user, and how to reach those who run it."""

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Return the handler of the privacy page's buttons."""
        return {Verb.PRIVACY: self.on_privacy}

    async def on_privacy(self, click: Click) -> None:
        """Give a copy of the user's data, or delete it after a confirmation."""
        own_data, publisher = self.services.own_data, self.services.publisher
        interaction = click.answer.interaction
        context = self.context(interaction)
        if click.arg == EXPORT:
            with self.alone(interaction, Limited.OWN_DATA):
                texts = await own_data.export(click.user_id)
            await publisher.show(click.answer, data_files(texts, context))
        elif click.arg == CONFIRMED:
            with self.alone(interaction, Limited.OWN_DATA):
                await own_data.delete(click.user_id)
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
        """Show what is kept of the user."""

        async def work(answer: Answer) -> None:
            await self.services.publisher.show(answer, await self._page(interaction))

        await self.run(interaction, work)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Tell the people who run this bot that something is wrong")
    @app_commands.describe(text="What happened")
    async def report(
        self, interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_REPORT]
    ) -> None:
        """Send a report to the host, or say where it goes."""

        async def work(answer: Answer) -> None:
            await self.services.publisher.show(answer, await self._report(interaction, text))

        await self.run(interaction, work)

    async def _page(self, interaction: discord.Interaction) -> Message:
        with self.alone(interaction, Limited.OWN_DATA):
            kept = await self.services.own_data.kept(interaction.user.id)
        return privacy_screen(kept, self.services.host, self.context(interaction))

    async def _report(self, interaction: Interaction, text: str) -> Message:
        """Deliver a report and return what the user is told."""
        host, context = self.services.host, self.context(interaction)
        if host.contact is None:
            return no_contact(context)
        if host.user_id is None:
            return report_address(host, context)
        in_server = interaction.guild_id is not None and interaction.channel_id is not None
        where = f"<#{interaction.channel_id}>" if in_server else ""
        message = report_to_host(text, interaction.user.display_name, where, context)
        try:
            await self.services.publisher.write_to(host.user_id, message)
        except NoDm as error:
            _LOG.warning("a report did not reach CONTACT: %r", error)
            return report_lost(context)
        except DISCORD_ERRORS as error:
            _LOG.warning("a report did not reach CONTACT: %s", failure_of(error))
            return report_lost(context)
        return report_sent(context)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
