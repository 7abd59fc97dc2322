"""The threads of the tables of events and plans."""

from __future__ import annotations

import discord

from bot.events.model import MOST_TABLES
from bot.events.views import EventView
from bot.plans.model import Plan
from bot.presenter.events.screen import event_thread_title
from bot.presenter.table.notices import thread_title
from bot.presenter.words.language import words_for
from bot.presenter.words.render_context import RenderContext
from bot.tables.errors import NoThread, ThreadRefusal

from .calls.threads import archive_unused, open_thread


class ThreadPlaces:
    """Opens a thread for each table of an event. Implements the service's `EventPlaces` port."""

    def __init__(self, bot: discord.Client) -> None:
        self._bot = bot

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id."""
        channel = self._bot.get_channel(event.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise NoThread("", ThreadRefusal.RIGHTS, ("view_channel",))
        return await open_thread(channel, _title(channel, event, table_no))

    async def discard_places(self, event: EventView) -> None:
        """Archive the unused threads; the bot may lack the permission to delete them."""
        channel = self._bot.get_channel(event.channel_id)
        if isinstance(channel, discord.TextChannel):
            numbers = range(1, MOST_TABLES + 1)
            await archive_unused(channel, [_title(channel, event, number) for number in numbers])


def _title(channel: discord.TextChannel, event: EventView, table_no: int) -> str:
    """Name a table's thread in the server's language."""
    context = RenderContext(words_for(channel.guild.preferred_locale.value))
    return event_thread_title(table_no, event, context)


class PlanThreads:
    """Opens threads for planned tables."""

    def __init__(self, bot: discord.Client) -> None:
        self._bot = bot

    async def open_place(self, plan: Plan) -> int:
        """Open a thread in the plan's channel and return its id. Raises NoThread, DiscordError."""
        channel = self._bot.get_channel(plan.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise NoThread("", ThreadRefusal.KIND)
        context = RenderContext(words_for(channel.guild.preferred_locale.value))
        return await open_thread(channel, thread_title(plan.seated[0].name, context))
