"""Discord's permission bits."""

from __future__ import annotations

from enum import IntFlag


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


#: Every bit that Discord has assigned so far.
ALL_PERMISSIONS = (1 << 53) - 1
#: Permissions of @everyone in a new server.
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
#: Permissions that the bot's invitation asks for.
INVITED = 377_957_239_808
#: Permissions of both users in a DM.
DIRECT = EVERYONE & ~(
    Permission.CONNECT | Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS
)

#: `app_permissions` in DMs of other users, and in DMs with the bot.
APP_IN_PRIVATE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
APP_IN_BOT_DM = APP_IN_PRIVATE | Permission.USE_EXTERNAL_EMOJIS
