"""Which permissions a user has in a channel."""

from __future__ import annotations

from collections.abc import Mapping

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import GROUP, THREADS
from discord_sandbox.state.objects import Guild
from discord_sandbox.state.permissions import ALL_PERMISSIONS, DIRECT, Permission


def direct_permissions(channel: Json, user_id: str, bot_id: str) -> int:
    """Return a user's permission bits in a DM or a group DM; 0 if they are not in it."""
    users = {user["id"] for user in channel["recipients"]}
    if channel["type"] != GROUP:
        users.add(bot_id)
    return int(DIRECT) if user_id in users else 0


def guild_permissions(
    guild: Guild, channels: Mapping[str, Json], channel: Json, user_id: str
) -> int:
    """Return a user's permission bits in a server's channel; 0 if they are not in the server.

    A thread has the overwrites of its parent, which is among `channels`.
    """
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL_PERMISSIONS
    roles = {guild.id, *member["roles"]}
    bits = 0
    for role_id in roles:
        bits |= int(guild.roles[role_id]["permissions"])
    if bits & Permission.ADMINISTRATOR:
        return ALL_PERMISSIONS
    if channel["type"] in THREADS:
        channel = channels[channel["parent_id"]]
    return _apply_overwrites(bits, channel["permission_overwrites"], guild.id, roles, user_id)


def _apply_overwrites(
    bits: int, overwrites: list[Json], guild_id: str, roles: set[str], user_id: str
) -> int:
    """Apply a channel's overwrites in Discord's order: everyone, the roles, the user."""
    everyone = [o for o in overwrites if o["id"] == guild_id]
    by_role = [o for o in overwrites if o["id"] in roles and o["id"] != guild_id]
    own = [o for o in overwrites if o["id"] == user_id]
    for level in (everyone, by_role, own):
        for overwrite in level:
            bits &= ~int(overwrite["deny"])
        for overwrite in level:
            bits |= int(overwrite["allow"])
    return bits if bits & Permission.VIEW_CHANNEL else 0
