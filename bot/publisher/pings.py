"""Pings at the table for people whose hand did not reach them, each for one reason and once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot.presenter.table.notices import cannot_dm, hands_dealt, out_of_reach
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Status
from bot.tables.views import TableView

from .notice import say
from .private_messages import Person, Ping


async def ping_people(
    bot: discord.Client,
    table: TableView,
    context: RenderContext,
    pinged: Sequence[Person],
    now: float,
    *,
    waiting: bool,
    gone: Callable[[int], Awaitable[None]],
) -> None:
    """Tell people at the table why they are pinged; who may not be pinged is not.

    `waiting`: a DM is under way whose user may have to be pinged in the same message. `gone` is
    given the user who is out of reach.
    """
    for person in pinged:
        if person.ping is Ping.CLOSED:
            message = cannot_dm(table, person.user_id, context)
            if not person.preferences.may_be_pinged(now):
                message = replace(message, mentions=())
            await say(bot, table, message)
        elif person.ping is Ping.GONE:
            await gone(person.user_id)
            await say(bot, table, out_of_reach(table, person.user_id, context))
        else:
            continue
        person.ping = None
    if waiting:
        return
    dealt = [
        person.user_id
        for person in pinged
        if person.ping is Ping.DEALT
        and not person.has_panel(now)
        and person.preferences.may_be_pinged(now)
    ]
    if dealt and table.status is Status.PLAYING:
        await say(bot, table, hands_dealt(table, dealt, context))
    for person in pinged:
        person.ping = None
