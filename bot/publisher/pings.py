"""Pings at the table for people whose hand did not reach them, each for one reason and once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import discord

from bot.presenter import RenderContext, cannot_dm, dm_comes_later, hands_dealt, out_of_reach
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
    later = [person for person in pinged if person.ping is Ping.LATER]
    dealt = [person for person in pinged if person.ping is Ping.DEALT]
    if later and table.status is Status.PLAYING:
        told = [person.user_id for person in later]
        called = tuple(_called(later, now))
        await say(bot, table, dm_comes_later(table, told, context, called))
        for person in later:
            person.ping, person.knows_dm_is_later = None, True
    if (called := tuple(_called(dealt, now))) and table.status is Status.PLAYING:
        await say(bot, table, hands_dealt(table, called, context))
    for person in pinged:
        person.ping = None


def _called(people: Iterable[Person], now: float) -> Iterator[int]:
    """Return those who do not have their hand in front of them and may be pinged."""
    for person in people:
        if not person.has_panel(now) and person.preferences.may_be_pinged(now):
            yield person.user_id
