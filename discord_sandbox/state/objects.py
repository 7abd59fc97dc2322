"""Discord's objects, as stored and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from discord_sandbox.checks.components import walk
from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import DIRECT, GROUP, THREADS, VOICED
from discord_sandbox.state.permissions import EVERYONE, INVITED


@dataclass(slots=True)
class Guild:
    """A server: its people, roles and channels."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Json]
    members: dict[str, Json] = field(default_factory=dict)
    channels: list[str] = field(default_factory=list)
    system_channel_id: str | None = None


@dataclass(slots=True)
class Blob:
    """A stored file."""

    filename: str
    content_type: str
    data: bytes


def displayed_file_ids(message: Json) -> list[str]:
    """Return the ids of the files that a message displays in its components.

    They are not among its `attachments`, which are "any attached files that are not referenced in
    embeds or components" (documentation of the message structure).
    """
    parts = walk(message["components"])
    media = [part.get("media") or part.get("file") for part in parts]
    media += [item["media"] for part in parts for item in part.get("items", ())]
    return [one["attachment_id"] for one in media if one and "attachment_id" in one]


def file_ids(message: Json) -> set[str]:
    """Return the ids of all files of a message."""
    return {attachment["id"] for attachment in message["attachments"]} | {
        *displayed_file_ids(message)
    }


def new_guild(guild_id: str, role_id: str, bot: str, name: str, owner_id: str) -> Guild:
    """Create a server that has the bot's role, named as the bot, and no members yet."""
    roles = {
        guild_id: _role(guild_id, "@everyone", int(EVERYONE), 0),
        role_id: _role(role_id, bot, INVITED, 1),
    }
    return Guild(guild_id, name, owner_id, roles)


def _role(role_id: str, name: str, permissions: int, position: int) -> Json:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def plain_role(role_id: str, name: str, position: int, *, mentionable: bool) -> Json:
    """Build a role without permissions."""
    return {**_role(role_id, name, 0, position), "mentionable": mentionable}


def user_json(user_id: str, name: str, *, bot: bool) -> Json:
    """Build an account object."""
    return {
        "id": user_id,
        "username": name if bot else name.lower().replace(" ", "_"),
        "global_name": None if bot else name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "bot": bot,
    }


def new_member(roles: list[str], now: str) -> Json:
    """Build the member data of an account that joins a server."""
    return {
        "roles": roles,
        "joined_at": now,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "nick": None,
        "avatar": None,
        "pending": False,
        "communication_disabled_until": None,
    }


def guild_channel(channel_id: str, guild: Guild, name: str, kind: int) -> Json:
    """Build a channel, placed below the server's others."""
    voice = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if kind in VOICED else {}
    return {
        **voice,
        "id": channel_id,
        "type": kind,
        "guild_id": guild.id,
        "name": name,
        "position": len(guild.channels),
        "permission_overwrites": [],
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "last_message_id": None,
        "flags": 0,
    }


def direct_channel(channel_id: str, user: Json) -> Json:
    """Build the DM channel of the bot and a user."""
    return {
        "id": channel_id,
        "type": DIRECT,
        "recipients": [user],
        "last_message_id": None,
        "flags": 0,
    }


def group_channel(channel_id: str, users: Sequence[Json]) -> Json:
    """Build a group DM, owned by the first user."""
    return {
        "id": channel_id,
        "type": GROUP,
        "recipients": list(users),
        "owner_id": users[0]["id"],
        "name": None,
        "icon": None,
        "last_message_id": None,
        "flags": 0,
    }


def thread_channel(thread_id: str, parent: Json, options: Json, maker: str, now: str) -> Json:
    """Build a thread of `parent` from a request's options."""
    return {
        "id": thread_id,
        "type": options["type"],
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": maker,
        "name": options["name"],
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": options.get("rate_limit_per_user") or 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": options.get("auto_archive_duration") or 1440,
            "archive_timestamp": now,
            "create_timestamp": now,
            "locked": False,
            "invitable": options.get("invitable", True),
        },
        "member": {"id": thread_id, "user_id": maker, "join_timestamp": now, "flags": 0},
    }


def guild_json(guild: Guild, channels: Sequence[Json], bot_member: Json) -> Json:
    """Build a server as sent to a bot without the members intent."""
    return {
        "id": guild.id,
        "name": guild.name,
        "owner_id": guild.owner_id,
        "roles": list(guild.roles.values()),
        "members": [bot_member],
        "member_count": len(guild.members),
        "channels": [c for c in channels if c["type"] not in THREADS],
        "threads": [
            c for c in channels if c["type"] in THREADS and not c["thread_metadata"]["archived"]
        ],
        "joined_at": bot_member["joined_at"],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "large": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "premium_tier": 0,
        "nsfw_level": 0,
        "afk_timeout": 300,
        "system_channel_id": guild.system_channel_id,
        "system_channel_flags": 0,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
