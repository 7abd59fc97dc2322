"""Which people are members of a server; the bot has no list of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.values.names import is_visible

from .discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER, UNKNOWN_USER, failure_of

_GONE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})


async def missing_members(guild: discord.Guild, user_ids: Collection[int]) -> frozenset[int]:
    """Return those who are no members of a server. Raises discord.py's errors."""
    return frozenset(user_ids) - (await members_of(guild, user_ids)).keys()


async def members_of(
    guild: discord.Guild, user_ids: Collection[int]
) -> Mapping[int, discord.Member]:
    """Return those who are members of a server. Raises discord.py's errors."""
    found = await asyncio.gather(*(_member(guild, user_id) for user_id in user_ids))
    return {member.id: member for member in found if member is not None}


async def _member(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return await guild.fetch_member(user_id)
    except DISCORD_ERRORS as error:
        if failure_of(error).code in _GONE:
            return None
        raise


async def people_who_see(
    bot: discord.Client, channel_id: int, user_ids: Collection[int]
) -> frozenset[int]:
    """Return the members of a channel's server who see the channel. Raises discord.py's errors."""
    channel = bot.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return frozenset()
    members = await members_of(channel.guild, user_ids)
    return frozenset(
        user_id
        for user_id, member in members.items()
        if channel.permissions_for(member).view_channel
    )


@dataclass(frozen=True, slots=True)
class ChosenPerson:
    """Somebody who was chosen from Discord's own list."""

    user_id: int
    name: str
    is_app: bool


def chosen_people(interaction: discord.Interaction) -> Sequence[ChosenPerson]:
    """List the people who were chosen from a select, as Discord describes them."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    resolved = data.get("resolved", {})
    members = resolved.get("members", {})
    users = resolved.get("users", {})
    return [_chosen(user, members.get(user_id, {})) for user_id, user in users.items()]


def _chosen(user: Mapping[str, Any], member: Mapping[str, Any]) -> ChosenPerson:
    shown = member.get("nick") or user.get("global_name") or ""
    name = shown if is_visible(shown) else user["username"]
    return ChosenPerson(int(user["id"]), name, bool(user.get("bot")))
