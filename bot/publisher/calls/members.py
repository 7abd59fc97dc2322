"""Which people are members of a server; the bot has no list of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import discord

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
