"""Which people are members of a server; the bot has no list of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord

from .discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER, UNKNOWN_USER, failure_of

_GONE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})


async def missing_members(guild: discord.Guild, user_ids: Collection[int]) -> frozenset[int]:
    """Return those who are no members of a server. Raises discord.py's errors."""
    people = sorted(user_ids)
    there = await asyncio.gather(*(_is_member(guild, user_id) for user_id in people))
    return frozenset(
        user_id for user_id, is_there in zip(people, there, strict=True) if not is_there
    )


async def _is_member(guild: discord.Guild, user_id: int) -> bool:
    try:
        await guild.fetch_member(user_id)
    except DISCORD_ERRORS as error:
        if failure_of(error).code in _GONE:
            return False
        raise
    return True
