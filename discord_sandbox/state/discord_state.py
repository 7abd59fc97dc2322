"""The sandbox's state: users, servers, channels, messages, files and emojis."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from discord_sandbox.checks.refusal import Json, find
from discord_sandbox.state.access import direct_permissions, guild_permissions
from discord_sandbox.state.channel_types import PRIVATE_THREAD, TEXT, THREADS
from discord_sandbox.state.clock import SandboxClock
from discord_sandbox.state.objects import (
    Blob,
    Guild,
    direct_channel,
    file_ids,
    group_channel,
    guild_channel,
    guild_json,
    new_guild,
    new_member,
    plain_role,
    thread_channel,
    user_json,
)
from discord_sandbox.state.saved_state import Rows, StateFile
from discord_sandbox.state.thread_members import ThreadMembers

ATTACHMENT_LIMIT = 10 * 1024 * 1024
MOST_THREADS = 1_000


class Listener(Protocol):
    """Receives every event: the bot's gateway and the hub of the users' pages."""

    def on_event(self, event: str, channel: Json | None, data: Json, owner: str | None) -> None:
        """Handle an event by its gateway name; only `owner`, if given, may see it."""


class DiscordState:
    """Everything stored. Every change is saved and sent to the listeners."""

    def __init__(
        self,
        clock: SandboxClock,
        history_limit: int | None,
        file: StateFile | None,
        installs: Sequence[int],
    ) -> None:
        self.clock = clock
        self.history_limit = history_limit
        self.file = file
        self.cdn_base = ""
        self.most_threads = self.most_news_threads = MOST_THREADS
        self.listeners: list[Listener] = []
        self.users: dict[str, Json] = {}
        self.closed_dms: set[str] = set()
        self.installs = tuple(installs)
        self.user_installs: set[str] = set()
        self.guilds_without_uploads: set[str] = set()  # servers where Discord refuses files
        self.locales: dict[str, str] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Json] = {}
        self.dms: dict[str, str] = {}
        self.thread_members = ThreadMembers(self.save)
        self.messages: dict[str, dict[str, Json]] = {}
        self.owners: dict[str, str] = {}
        self.blobs: dict[str, Blob] = {}
        self.avatars: dict[str, Blob] = {}
        self.emojis: dict[str, Json] = {}
        self._loaded: Rows = {} if file is None else file.rows
        self.bot_id = ""  # set by `restore`

    def serve_files_at(self, cdn_base: str) -> None:
        """Set the base URL of files, in saved messages too."""
        self.cdn_base = cdn_base
        if self.file is None:
            return
        self.file.cdn_base = cdn_base
        for kept in self.messages.values():
            kept.update({m_id: self.file.resolve(message) for m_id, message in kept.items()})

    def loaded(self, kind: str) -> dict[str, Any]:
        """Return the values of a kind loaded at the start, by key."""
        return self._loaded.get(kind, {})

    def drop_loaded(self, *kinds: str) -> None:
        """Free the loaded values of some kinds after their restore."""
        for kind in kinds:
            self._loaded.pop(kind, None)

    def save(self, kind: str, key: str, value: Any) -> None:
        """Save a value if the state is persisted; None deletes it."""
        if self.file is None:
            return
        if value is None:
            self.file.delete(kind, key)
        else:
            self.file.put(kind, key, value)

    def notify(
        self, event: str, channel: Json | None, data: Json, owner: str | None = None
    ) -> None:
        """Send an event to every listener."""
        for listener in self.listeners:
            listener.on_event(event, channel, data, owner)

    # --- people and places -------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False, locale: str = "en-US") -> Json:
        """Create an account."""
        user = user_json(self.clock.snowflake(), name, bot=bot)
        self.users[user["id"]] = user
        self.locales[user["id"]] = locale
        self._save_user(user["id"])
        return user

    def set_dms_open(self, user_id: str, is_open: bool) -> None:
        """Set whether a user accepts DMs from the bot."""
        if is_open:
            self.closed_dms.discard(user_id)
        else:
            self.closed_dms.add(user_id)
        self._save_user(user_id)

    def set_avatar(self, user_id: str, image: bytes) -> None:
        """Set an account's WebP avatar. It is not saved: set it again at each start."""
        key = hashlib.md5(image, usedforsecurity=False).hexdigest()
        self.avatars[user_id] = Blob(f"{key}.webp", "image/webp", image)
        self.users[user_id]["avatar"] = key
        self._save_user(user_id)

    def _save_user(self, user_id: str) -> None:
        entry = {"user": self.users[user_id], "locale": self.locales[user_id]}
        self.save("user", user_id, {**entry, "dms_open": user_id not in self.closed_dms})

    def add_guild(
        self,
        name: str,
        owner_id: str,
        channels: Sequence[str] = (),
        system: str | None = None,
        *,
        with_bot: bool = True,
    ) -> Guild:
        """Create a server with the bot; `system` names the channel for its welcome message."""
        guild_id = self.clock.snowflake()
        role_id = self.clock.snowflake()
        bot = self.users[self.bot_id]["username"]
        guild = new_guild(guild_id, role_id, bot, name, owner_id)
        self.guilds[guild_id] = guild
        self.add_member(guild_id, owner_id)
        if with_bot:
            self.add_member(guild_id, self.bot_id, [role_id])
        for channel_name in channels:
            channel = guild_channel(self.clock.snowflake(), guild, channel_name, TEXT)
            self._store_channel(channel)
            if channel_name == system:
                guild.system_channel_id = channel["id"]
        self._save_guild(guild)
        if with_bot:
            self.notify("GUILD_CREATE", None, self.guild_json(guild))
        return guild

    def bot_guilds(self) -> Iterator[Guild]:
        """Return the servers that the bot is in."""
        return (guild for guild in self.guilds.values() if self.bot_id in guild.members)

    def add_member(self, guild_id: str, user_id: str, roles: list[str] | None = None) -> None:
        """Add an account to a server."""
        member = new_member(roles or [], self.clock.iso())
        self.guilds[guild_id].members[user_id] = member
        self._save_guild(self.guilds[guild_id])

    def _save_guild(self, guild: Guild) -> None:
        if self.file is not None:  # slow with thousands of members
            self.save("guild", guild.id, asdict(guild))

    def remove_guild(self, guild_id: str) -> None:
        """Remove the bot from a server, which it can no longer see."""
        guild = self.guilds.pop(guild_id)
        self.save("guild", guild_id, None)
        for channel_id in guild.channels:
            self._drop_channel(channel_id)
        self.notify("GUILD_DELETE", None, {"id": guild_id})

    def add_channel(self, guild_id: str, name: str, kind: int = TEXT) -> Json:
        """Create a channel of a type."""
        channel = guild_channel(self.clock.snowflake(), self.guilds[guild_id], name, kind)
        self._store_channel(channel)
        self.notify("CHANNEL_CREATE", channel, channel)
        return channel

    def add_role(self, guild_id: str, name: str, *, mentionable: bool) -> Json:
        """Create a role without permissions."""
        guild = self.guilds[guild_id]
        role = plain_role(self.clock.snowflake(), name, len(guild.roles), mentionable=mentionable)
        guild.roles[role["id"]] = role
        self.notify("GUILD_ROLE_CREATE", None, {"guild_id": guild_id, "role": role})
        return role

    def add_thread(self, parent: Json, options: Json, thread_id: str, maker: str) -> Json:
        """Create a thread of `parent` from a request's options."""
        channel = thread_channel(thread_id, parent, options, maker, self.clock.iso())
        self.thread_members.add(thread_id, maker)
        self._store_channel(channel)
        self.notify("THREAD_CREATE", channel, {**channel, "newly_created": True})
        return channel

    def open_dm(self, user_id: str) -> Json:
        """Return the DM channel of the bot and a user, creating it if needed."""
        known = self.dms.get(user_id)
        if known is not None:
            return self.channels[known]
        channel = direct_channel(self.clock.snowflake(), self.users[user_id])
        self._store_channel(channel)
        self.dms[user_id] = channel["id"]
        self.notify("CHANNEL_CREATE", channel, channel)
        return channel

    def add_group(self, user_ids: Sequence[str]) -> Json:
        """Create a group DM of users, without the bot."""
        users = [self.users[user_id] for user_id in user_ids]
        channel = group_channel(self.clock.snowflake(), users)
        self._store_channel(channel)
        self.notify("CHANNEL_CREATE", channel, channel)
        return channel

    def change_channel(self, channel: Json, changes: Json) -> None:
        """Edit a channel or thread in place."""
        metadata = changes.pop("thread_metadata", None)
        channel.update(changes)
        if metadata:
            channel["thread_metadata"] = {
                **channel["thread_metadata"],
                **metadata,
                "archive_timestamp": self.clock.iso(),
            }
        self.save("channel", channel["id"], channel)
        event = "THREAD_UPDATE" if channel["type"] in THREADS else "CHANNEL_UPDATE"
        self.notify(event, channel, channel)

    def remove_channel(self, channel: Json) -> None:
        """Delete a channel, its threads and their messages."""
        for thread in list(self.threads_of(channel["id"])):
            self.remove_channel(thread)
        event = "THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE"
        self.notify(event, channel, channel)
        self._drop_channel(channel["id"])
        guild = self.guilds[channel["guild_id"]]
        guild.channels.remove(channel["id"])
        self._save_guild(guild)

    def threads_of(self, channel_id: str) -> Iterator[Json]:
        """Return the threads of a channel."""
        return (c for c in self.channels.values() if c.get("parent_id") == channel_id)

    def channel(self, channel_id: str) -> Json:
        """Find a channel by its id, or raise 10003."""
        return find(self.channels, channel_id, 10003)

    def user(self, user_id: str) -> Json:
        """Find an account by its id, or raise 10013."""
        return find(self.users, user_id, 10013)

    def member_json(self, guild_id: str, user_id: str, *, with_user: bool = True) -> Json:
        """Build a member object."""
        member = self.guilds[guild_id].members[user_id]
        return {**member, "user": self.users[user_id]} if with_user else member

    def guild_json(self, guild: Guild) -> Json:
        """Build a server as sent to a bot without the members intent."""
        known = [self.channels[c] for c in guild.channels]
        channels = [
            c for c in known if c["type"] != PRIVATE_THREAD or self.permissions(c, self.bot_id)
        ]
        return guild_json(guild, channels, self.member_json(guild.id, self.bot_id))

    def permissions(self, channel: Json, user_id: str) -> int:
        """Return the permission bits of a user in a channel."""
        guild_id = channel.get("guild_id")
        if guild_id is None:
            return direct_permissions(channel, user_id, self.bot_id)
        bits = guild_permissions(self.guilds[guild_id], self.channels, channel, user_id)
        return self.thread_members.visible_bits(channel, user_id, bits)

    # --- messages ----------------------------------------------------------------------

    def message(self, channel_id: str, message_id: str) -> Json:
        """Find a message by its id, ephemeral or not, or raise 10008."""
        self.channel(channel_id)
        return find(self.messages[channel_id], message_id, 10008)

    def find_message(self, message_id: str) -> Json | None:
        """Find a message in any channel."""
        return next((m[message_id] for m in self.messages.values() if message_id in m), None)

    def post(self, message: Json, owner: str | None) -> None:
        """Store a new message; `owner` is the only reader of an ephemeral one."""
        channel = self.channels[message["channel_id"]]
        kept = self.messages[channel["id"]]
        kept[message["id"]] = message
        channel["last_message_id"] = message["id"]
        if owner is not None:
            self.owners[message["id"]] = owner
        if "message_count" in channel:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        self.save("channel", channel["id"], channel)
        self._save_message(message, owner)
        self.notify("MESSAGE_CREATE", channel, message, owner)
        if self.history_limit is not None and len(kept) > self.history_limit:
            oldest = next(iter(kept))
            self._drop_messages({oldest: kept.pop(oldest)})

    def replace(self, message: Json) -> None:
        """Replace a message with its edited version; messages are never changed in place."""
        old = self.messages[message["channel_id"]][message["id"]]
        self.messages[message["channel_id"]][message["id"]] = message
        for file_id in file_ids(old) - file_ids(message):
            self.remove_file(file_id)
        self._save_message(message, self.owners.get(message["id"]))
        channel = self.channels[message["channel_id"]]
        self.notify("MESSAGE_UPDATE", channel, message, self.owners.get(message["id"]))

    def remove(self, message: Json) -> None:
        """Delete a message."""
        channel = self.channels[message["channel_id"]]
        del self.messages[channel["id"]][message["id"]]
        data = {"id": message["id"], "channel_id": channel["id"]}
        self.notify("MESSAGE_DELETE", channel, data, self.owners.get(message["id"]))
        self._drop_messages({message["id"]: message})

    def visible(self, channel_id: str, user_id: str | None, newest: int) -> list[Json]:
        """Return the newest messages that a user (None: the bot) sees, oldest first."""
        found: list[Json] = []
        for message in reversed(self.messages[channel_id].values()):
            if self.owners.get(message["id"], user_id) == user_id:
                found.append(message)
                if len(found) == newest:
                    break
        found.reverse()
        return found

    def _store_channel(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel
        self.messages[channel["id"]] = {}
        self.save("channel", channel["id"], channel)
        if "guild_id" in channel:
            guild = self.guilds[channel["guild_id"]]
            guild.channels.append(channel["id"])
            self._save_guild(guild)

    def _drop_channel(self, channel_id: str) -> None:
        del self.channels[channel_id]
        self.save("channel", channel_id, None)
        self.thread_members.drop(channel_id)
        self._drop_messages(self.messages.pop(channel_id))

    def _save_message(self, message: Json, owner: str | None) -> None:
        self.save("message", message["id"], {"message": message, "owner": owner})

    def _drop_messages(self, messages: dict[str, Json]) -> None:
        for message_id, message in messages.items():
            self.owners.pop(message_id, None)
            self.save("message", message_id, None)
            for file_id in file_ids(message):
                self.remove_file(file_id)

    # --- files and emojis --------------------------------------------------------------

    def add_file(self, file_id: str, blob: Blob) -> None:
        """Store the file of an attachment or an emoji."""
        self.blobs[file_id] = blob
        self.save("file name", file_id, [blob.filename, blob.content_type])
        if self.file is not None:
            self.file.put_file(file_id, blob.data)

    def remove_file(self, file_id: str) -> None:
        """Delete a stored file."""
        del self.blobs[file_id]
        self.save("file name", file_id, None)
        self.save("file", file_id, None)

    def put_emoji(self, emoji: Json) -> None:
        """Store an emoji of the application."""
        self.emojis[emoji["id"]] = emoji
        self.save("emoji", emoji["id"], emoji)

    def remove_emoji(self, emoji_id: str) -> None:
        """Delete an emoji and its picture."""
        del self.emojis[emoji_id]
        self.save("emoji", emoji_id, None)
        self.remove_file(emoji_id)
