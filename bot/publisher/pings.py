"""Pings at the table for people whose hand did not reach them, each for one reason and once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot.presenter.table.notices import cannot_dm, dm_comes_later, hands_dealt, out_of_reach
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.tables.model import Status
from bot.tables.views import TableView

from .convert import to_send
from .nonces import create
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
            await _ping(bot, table, message, [person], person.ping)
        elif person.ping is Ping.GONE:
            await gone(person.user_id)
            message = out_of_reach(table, person.user_id, context)
            await _ping(bot, table, message, [person], person.ping)
        else:
            continue
        person.ping = None
    if waiting:
        return
    later = [person for person in pinged if person.ping is Ping.LATER]
    dealt = [person for person in pinged if person.ping is Ping.DEALT and _may_call(person, now)]
    if later and table.status is Status.PLAYING:
        told = [person.user_id for person in later]
        called = tuple(person.user_id for person in later if _may_call(person, now))
        message = dm_comes_later(table, told, context, called)
        await _ping(bot, table, message, later, Ping.LATER)
        for person in later:
            person.ping, person.knows_dm_is_later = None, True
    if dealt and table.status is Status.PLAYING:
        message = hands_dealt(table, [person.user_id for person in dealt], context)
        await _ping(bot, table, message, dealt, Ping.DEALT)
    for person in pinged:
        person.ping = None


def _may_call(person: Person, now: float) -> bool:
    """Return True if a person does not have their hand in front of them and may be pinged."""
    return not person.has_panel(now) and person.preferences.may_be_pinged(now)


async def _ping(
    bot: discord.Client, table: TableView, message: Message, people: Sequence[Person], why: Ping
) -> None:
    """Post a ping; one that is tried again is the same message."""
    readers = [person.user_id for person in people]
    _, occasion = await create(
        bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id),
        (table.table_id, table.hand_no, why.name, table.channel_id, *readers),
        1 + max(person.pinged for person in people),
        lambda: to_send(message, {}),
    )
    for person in people:
        person.pinged = occasion
