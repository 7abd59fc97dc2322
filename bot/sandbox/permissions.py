"""Discord's permission bits, and which of them a user has in a channel."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from bot.sandbox.channel_types import GROUP, THREADS
from bot.sandbox.refusal import Json

if TYPE_CHECKING:
    from bot.sandbox.state import DiscordState


class Permission(IntFlag):
    """The permissions that matter to a bot with slash commands, threads and files."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


#: Every bit that Discord has given out so far.
ALL_PERMISSIONS = (1 << 53) - 1
#: What everybody may do in a new server.
EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
#: What the bot's invitation asks for.
INVITED = 309_237_763_072
#: What both may do in a DM.
DIRECT = EVERYONE & ~(
    Permission.CONNECT | Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS
)

#: What Discord says that the bot may do in a DM: of others with each other, and with the bot.
APP_IN_PRIVATE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
APP_IN_BOT_DM = APP_IN_PRIVATE | Permission.USE_EXTERNAL_EMOJIS


def permissions_in(state: DiscordState, channel: Json, user_id: str) -> int:
    """Return the bits that `user_id` has in `channel`; 0 for a user who is not in it."""
    guild_id = channel.get("guild_id")
    if guild_id is None:
        users = {user["id"] for user in channel["recipients"]}
        if channel["type"] != GROUP:
            users.add(state.bot_id)
        return int(DIRECT) if user_id in users else 0
    guild = state.guilds[guild_id]
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL_PERMISSIONS
    roles = {guild_id, *member["roles"]}
    bits = 0
    for role_id in roles:
        bits |= int(guild.roles[role_id]["permissions"])
    if bits & Permission.ADMINISTRATOR:
        return ALL_PERMISSIONS
    if channel["type"] in THREADS:
        channel = state.channels[channel["parent_id"]]
    return _overwritten(bits, channel["permission_overwrites"], guild_id, roles, user_id)


def _overwritten(
    bits: int, overwrites: list[Json], guild_id: str, roles: set[str], user_id: str
) -> int:
    everyone = [o for o in overwrites if o["id"] == guild_id]
    by_role = [o for o in overwrites if o["id"] in roles and o["id"] != guild_id]
    own = [o for o in overwrites if o["id"] == user_id]
    for level in (everyone, by_role, own):
        for overwrite in level:
            bits &= ~int(overwrite["deny"])
        for overwrite in level:
            bits |= int(overwrite["allow"])
    return bits if bits & Permission.VIEW_CHANNEL else 0
