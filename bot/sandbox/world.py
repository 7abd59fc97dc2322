"""What exists in the sandbox: users, servers, channels, messages, files, emojis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.sandbox.clock import Clock
from bot.sandbox.permissions import EVERYONE, INVITED, permissions_in
from bot.sandbox.refusal import Json, Refusal

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15
HAS_THREAD = 1 << 5
ATTACHMENT_LIMIT = 10 * 1024 * 1024


class Listener(Protocol):
    """Somebody who hears what happens: the bot's gateway, and the people's screens."""

    def heard(self, event: str, channel: Json | None, data: Json, owner: str | None) -> None:
        """Take one event by its gateway name; `owner` alone may see it when given."""


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


class World:
    """The stored state. Every change goes through a method that tells the listeners."""

    def __init__(self, clock: Clock, history_limit: int | None) -> None:
        self.clock = clock
        self.history_limit = history_limit
        self.cdn_base = ""
        self.listeners: list[Listener] = []
        self.users: dict[str, Json] = {}
        self.closed_dms: set[str] = set()
        self.locales: dict[str, str] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Json] = {}
        self.dms: dict[str, str] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.owners: dict[str, str] = {}
        self.blobs: dict[str, Blob] = {}
        self.emojis: dict[str, Json] = {}
        self.bot_id = self.add_user("Texas 42", bot=True)["id"]

    def tell(self, event: str, channel: Json | None, data: Json, owner: str | None = None) -> None:
        """Let every listener hear an event."""
        for listener in self.listeners:
            listener.heard(event, channel, data, owner)

    # --- people and places -------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False) -> Json:
        """Make an account."""
        user: Json = {
            "id": self.clock.snowflake(),
            "username": name.lower().replace(" ", "_"),
            "global_name": None if bot else name,
            "discriminator": "0",
            "avatar": None,
            "public_flags": 0,
            "bot": bot,
        }
        if bot:
            user["username"] = name
        self.users[user["id"]] = user
        return user

    def add_guild(
        self, name: str, owner_id: str, channels: Sequence[str] = (), system: str | None = None
    ) -> Guild:
        """Make a server that the bot joins; `system` names the channel for its first word."""
        guild_id, role_id = self.clock.snowflake(), self.clock.snowflake()
        roles = {
            guild_id: _role(guild_id, "@everyone", int(EVERYONE), 0),
            role_id: _role(role_id, "Texas 42", INVITED, 1),
        }
        guild = self.guilds[guild_id] = Guild(guild_id, name, owner_id, roles)
        self.add_member(guild_id, owner_id)
        self.add_member(guild_id, self.bot_id, [role_id])
        for channel_name in channels:
            channel = self._text_channel(guild_id, channel_name)
            self._place(channel)
            if channel_name == system:
                guild.system_channel_id = channel["id"]
        self.tell("GUILD_CREATE", None, self.guild_json(guild))
        return guild

    def add_member(self, guild_id: str, user_id: str, roles: list[str] | None = None) -> None:
        """Let an account into a server."""
        self.guilds[guild_id].members[user_id] = {
            "roles": roles or [],
            "joined_at": self.clock.iso(),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
            "pending": False,
            "communication_disabled_until": None,
        }

    def remove_guild(self, guild_id: str) -> None:
        """Take the bot out of a server; the server is gone for it."""
        guild = self.guilds.pop(guild_id)
        for channel_id in guild.channels:
            del self.channels[channel_id]
            self._forget(self.messages.pop(channel_id))
        self.tell("GUILD_DELETE", None, {"id": guild_id})

    def add_channel(self, guild_id: str, name: str) -> Json:
        """Make a text channel."""
        channel = self._text_channel(guild_id, name)
        self._place(channel)
        self.tell("CHANNEL_CREATE", channel, channel)
        return channel

    def _text_channel(self, guild_id: str, name: str) -> Json:
        return {
            "id": self.clock.snowflake(),
            "type": 0,
            "guild_id": guild_id,
            "name": name,
            "position": len(self.guilds[guild_id].channels),
            "permission_overwrites": [],
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "last_message_id": None,
            "flags": 0,
        }

    def add_thread(self, parent: Json, options: Json, thread_id: str, maker: str) -> Json:
        """Make a thread below `parent` from the options of a request."""
        now = self.clock.iso()
        channel: Json = {
            "id": thread_id,
            "type": options.get("type", 11),
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
        self._place(channel)
        self.tell("THREAD_CREATE", channel, {**channel, "newly_created": True})
        return channel

    def open_dm(self, user_id: str) -> Json:
        """Find or make the conversation of the bot and a person."""
        known = self.dms.get(user_id)
        if known is not None:
            return self.channels[known]
        channel: Json = {
            "id": self.clock.snowflake(),
            "type": 1,
            "recipients": [self.users[user_id]],
            "last_message_id": None,
            "flags": 0,
        }
        self._place(channel)
        self.dms[user_id] = channel["id"]
        self.tell("CHANNEL_CREATE", channel, channel)
        return channel

    def change_channel(self, channel: Json, changes: Json) -> None:
        """Edit a channel or a thread in place."""
        metadata = changes.pop("thread_metadata", None)
        channel.update(changes)
        if metadata:
            channel["thread_metadata"] = {
                **channel["thread_metadata"],
                **metadata,
                "archive_timestamp": self.clock.iso(),
            }
        event = "THREAD_UPDATE" if channel["type"] in (11, 12) else "CHANNEL_UPDATE"
        self.tell(event, channel, channel)

    def remove_channel(self, channel: Json) -> None:
        """Delete a channel, its threads and all that was written there."""
        for thread in list(self.threads_of(channel["id"])):
            self.remove_channel(thread)
        event = "THREAD_DELETE" if channel["type"] in (11, 12) else "CHANNEL_DELETE"
        self.tell(event, channel, channel)
        del self.channels[channel["id"]]
        self._forget(self.messages.pop(channel["id"]))
        self.guilds[channel["guild_id"]].channels.remove(channel["id"])

    def threads_of(self, channel_id: str) -> Iterator[Json]:
        """Give the threads below a channel."""
        return (c for c in self.channels.values() if c.get("parent_id") == channel_id)

    def channel(self, channel_id: str) -> Json:
        """Find a channel by its id, or raise 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise Refusal(10003) from None

    def user(self, user_id: str) -> Json:
        """Find an account by its id, or raise 10013."""
        try:
            return self.users[user_id]
        except KeyError:
            raise Refusal(10013) from None

    def member_json(self, guild_id: str, user_id: str, *, with_user: bool = True) -> Json:
        """Write a member as Discord does."""
        member = self.guilds[guild_id].members[user_id]
        return {**member, "user": self.users[user_id]} if with_user else member

    def guild_json(self, guild: Guild) -> Json:
        """Write a server as the gateway shows it to a bot that joins, without members' intent."""
        channels = [self.channels[c] for c in guild.channels]
        return {
            "id": guild.id,
            "name": guild.name,
            "owner_id": guild.owner_id,
            "roles": list(guild.roles.values()),
            "members": [self.member_json(guild.id, self.bot_id)],
            "member_count": len(guild.members),
            "channels": [c for c in channels if c["type"] == 0],
            "threads": [c for c in channels if c["type"] in (11, 12)],
            "joined_at": guild.members[self.bot_id]["joined_at"],
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

    def allowed(self, channel: Json, user_id: str) -> int:
        """Give the permission bits of a person in a channel."""
        return permissions_in(self, channel, user_id)

    # --- messages ----------------------------------------------------------------------

    def message(self, channel_id: str, message_id: str) -> Json:
        """Find a message by its id, or raise 10008. Ephemeral ones are found too."""
        self.channel(channel_id)
        try:
            return self.messages[channel_id][message_id]
        except KeyError:
            raise Refusal(10008) from None

    def post(self, message: Json, owner: str | None) -> None:
        """Store a new message and show it; `owner` is the one reader of an ephemeral."""
        channel = self.channels[message["channel_id"]]
        kept = self.messages[channel["id"]]
        kept[message["id"]] = message
        channel["last_message_id"] = message["id"]
        if owner is not None:
            self.owners[message["id"]] = owner
        if "message_count" in channel:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        self.tell("MESSAGE_CREATE", channel, message, owner)
        if self.history_limit is not None and len(kept) > self.history_limit:
            oldest = next(iter(kept))
            self._forget({oldest: kept.pop(oldest)})

    def replace(self, message: Json) -> None:
        """Put an edited message in the place of the old one. Messages are never changed."""
        old = self.messages[message["channel_id"]][message["id"]]
        self.messages[message["channel_id"]][message["id"]] = message
        kept = {a["id"] for a in message["attachments"]}
        for attachment in old["attachments"]:
            if attachment["id"] not in kept:
                del self.blobs[attachment["id"]]
        channel = self.channels[message["channel_id"]]
        self.tell("MESSAGE_UPDATE", channel, message, self.owners.get(message["id"]))

    def remove(self, message: Json) -> None:
        """Delete a message."""
        channel = self.channels[message["channel_id"]]
        del self.messages[channel["id"]][message["id"]]
        data = {"id": message["id"], "channel_id": channel["id"]}
        self.tell("MESSAGE_DELETE", channel, data, self.owners.get(message["id"]))
        self._forget({message["id"]: message})

    def visible(self, channel_id: str, user_id: str | None, newest: int) -> list[Json]:
        """Give the last messages that a person (None: the bot) sees, oldest first."""
        found: list[Json] = []
        for message in reversed(self.messages[channel_id].values()):
            if self.owners.get(message["id"], user_id) == user_id:
                found.append(message)
                if len(found) == newest:
                    break
        found.reverse()
        return found

    def _place(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel
        self.messages[channel["id"]] = {}
        if "guild_id" in channel:
            self.guilds[channel["guild_id"]].channels.append(channel["id"])

    def _forget(self, messages: dict[str, Json]) -> None:
        for message_id, message in messages.items():
            self.owners.pop(message_id, None)
            for attachment in message["attachments"]:
                del self.blobs[attachment["id"]]


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
