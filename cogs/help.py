"""Help, and the greeting to a server that adds the bot."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import FortyTwo
from bot.presenter.rules.help import HELP_TOPICS, help_screen, parse_topic
from bot.presenter.table.notices import greeting
from bot.presenter.words.ids import Verb
from bot.publisher.calls.channel_rights import missing_rights, rights_to_post
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer

from .shared.context import Cog, answering, on, page_in


class HelpCog(Cog):
    """The help, and the greeting to a new server."""

    @on(Verb.HELP)
    async def on_help(self, click: Click) -> None:
        """Show a help topic in place of the current one."""
        topic, page = parse_topic(click.arg)
        context = self.context(click.answer.interaction)
        host = self.services.host
        screen = help_screen(context, topic, host, page_in(page))
        await self.services.publisher.show(click.answer, screen, in_place=bool(click.arg))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="help", description="How a hand of 42 goes, and the commands")
    @app_commands.describe(topic="What you want to read about")
    @app_commands.choices(
        topic=[app_commands.Choice(name=name, value=topic) for topic, name in HELP_TOPICS.items()]
    )
    @answering
    async def show_help(self, answer: Answer, topic: str = "") -> None:
        """Show the help."""
        await self.services.publisher.show(
            answer, help_screen(self.context(answer.interaction), topic, self.services.host)
        )

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that just added the bot, once."""
        channel = _greeted_in(guild)
        if channel is None:
            return
        message = greeting(self.services.publisher.context(guild.id))
        await quietly(self.services.publisher.post(channel.id, message), "the greeting")


def _greeted_in(guild: discord.Guild) -> discord.TextChannel | None:
    """Return a server's system channel, or the first where everybody writes; None without any."""

    def may_write(channel: discord.TextChannel, who: discord.Member | discord.Role) -> bool:
        rights = channel.permissions_for(who)
        return not missing_rights(rights, rights_to_post(channel))

    mine = [
        each for each in guild.text_channels if may_write(each, guild.me) and not each.is_news()
    ]
    if guild.system_channel in mine:
        return guild.system_channel
    return next((each for each in mine if may_write(each, guild.default_role)), None)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCog(bot))
