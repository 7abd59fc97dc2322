"""Plan a table here: read when and for whom, check that it may open, and post the plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

import discord

from bot.plans.errors import NobodyNamed, NoSuchTime, TooManyNamed
from bot.plans.model import MOST_NAMED, Plan
from bot.presenter.plans.times import format_time, read_time, time_choices
from bot.presenter.words.autocomplete import Choice
from bot.presenter.words.language import Words
from bot.publisher.calls.members import members_of
from bot.publisher.keeper.answers import name_of
from bot.runtime.services import Services
from bot.tables.errors import NeedsServer, RequestKind
from bot.values.server_presets import ChosenRules
from bot.values.time_zones import zone_of

from .channels import require_host, require_permissions
from .context import zone_here

MENTION = re.compile(r"<@!?(\d{1,20})>")


async def offered_times(
    services: Services, interaction: discord.Interaction, typed: str, words: Words
) -> tuple[Choice, ...]:
    """Complete a time in the time zone of the user, or of the server."""
    _, now = await _now(services, interaction)
    return time_choices(typed, now, words)


async def plan_here(
    services: Services,
    interaction: discord.Interaction,
    words: Words,
    *,
    when: str,
    weekly: bool,
    people: str,
    asked: ChosenRules,
) -> Plan:
    """Plan a table in this channel.

    Raises what opening a table here would, NoSuchTime, NobodyNamed, and what `Plans.make` raises.
    """
    if interaction.guild is None or interaction.channel_id is None:
        raise NeedsServer
    require_permissions(interaction)
    await require_host(services, interaction)
    zone, now = await _now(services, interaction)
    first = read_time(when, now, words)
    if first is None:
        raise NoSuchTime
    named = await _named(interaction.guild, people)
    services.limits.take(RequestKind.OPEN, interaction.user.id, interaction.guild_id)
    return await services.plans.make(
        guild_id=interaction.guild.id,
        channel_id=interaction.channel_id,
        user_id=interaction.user.id,
        name=name_of(interaction.user),
        asked=asked,
        first=format_time(first),
        zone=zone,
        weekly=weekly,
        named=named,
    )


async def _now(services: Services, interaction: discord.Interaction) -> tuple[str, datetime]:
    """Return a user's time zone, or the server's if they have chosen none, and the time there."""
    mine = await services.preferences.preferences(interaction.user.id)
    zone = mine.zone(await zone_here(services, interaction))
    now = datetime.fromtimestamp(services.plans.now(), zone_of(zone))
    return zone, now.replace(tzinfo=None)


async def _named(guild: discord.Guild, people: str) -> Mapping[int, str]:
    """Return the people whom a text mentions, with their names; computers are none."""
    if not people.strip():
        return {}
    ids = {int(found) for found in MENTION.findall(people)}
    if len(ids) > MOST_NAMED + 1:  # one of them may be the planner
        raise TooManyNamed(MOST_NAMED)
    found = (await members_of(guild, ids)).values()
    named = {member.id: name_of(member) for member in found if not member.bot}
    if not named:
        raise NobodyNamed
    return named
