"""REST routes of channels: messages, direct messages, threads."""

from __future__ import annotations

from discord_sandbox.api.buckets import Buckets, Limit
from discord_sandbox.api.message_writer import MessageWriter
from discord_sandbox.api.rest import ApiCall, Reply, Route
from discord_sandbox.api.spam_guard import SpamGuard
from discord_sandbox.checks.form import (
    Form,
    anything,
    boolean,
    listing,
    mapping,
    one_of,
    require,
    shape,
    snowflake,
    text,
    whole,
)
from discord_sandbox.checks.message_bodies import NEW_MESSAGE
from discord_sandbox.checks.message_flags import HAS_THREAD
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.checks.stored_form import with_text_id
from discord_sandbox.state.channel_types import (
    DIRECT,
    FORUMS,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STARTS,
    THREADS,
    VOICED,
    WITHOUT_MESSAGES,
)
from discord_sandbox.state.clock import snowflake_time
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.permissions import Permission

_WRITE = Limit(5, 5.0)
_RENAMES = Limit(2, 600.0)
_OLD_EDITS = Limit(3, 6.0)
_OLD_SECONDS = 3_600.0
_NEWS_EDITS = Limit(3, 3_600.0)
_archive_after = one_of(60, 1_440, 4_320, 10_080)
_recipient = shape({"recipient_id": snowflake}, ("recipient_id",))
_thread = shape(
    {
        "name": text(1, 100),
        "auto_archive_duration": _archive_after,
        "rate_limit_per_user": whole(0, 21_600),
        "type": one_of(*THREADS),
        "invitable": boolean,
    },
    ("name",),
)
_post = shape(
    {
        "name": text(1, 100),
        "auto_archive_duration": _archive_after,
        "rate_limit_per_user": whole(0, 21_600),
        "message": mapping,
        "applied_tags": listing(snowflake, 0, 5),
    },
    ("name", "message"),
)
_thread_edit = shape(
    {
        "name": text(1, 100),
        "archived": boolean,
        "locked": boolean,
        "invitable": boolean,
        "auto_archive_duration": _archive_after,
        "rate_limit_per_user": whole(0, 21_600),
        "flags": whole(0, 1 << 20),
    }
)
_overwrite = shape({"id": snowflake, "type": one_of(0, 1), "allow": anything, "deny": anything})
_channel_edit = shape(
    {
        "name": text(1, 100),
        "topic": text(0, 1_024),
        "nsfw": boolean,
        "rate_limit_per_user": whole(0, 21_600),
        "position": whole(0, 1 << 20),
        "permission_overwrites": listing(_overwrite, 0, 500),
    }
)


class ChannelRoutes:
    """Handlers for requests in channels; each checks the bot's permissions there."""

    def __init__(
        self, state: DiscordState, messages: MessageWriter, buckets: Buckets, spam_guard: SpamGuard
    ) -> None:
        self.state = state
        self.messages = messages
        self.buckets = buckets
        self.spam_guard = spam_guard

    def routes(self) -> dict[str, Route]:
        """Return the handlers by route."""
        return {
            "POST /users/@me/channels": Route(self.open_dm),
            "GET /channels/{}": Route(lambda _call, channel_id: self._visible_channel(channel_id)),
            "PATCH /channels/{}": Route(self.edit_channel),
            "DELETE /channels/{}": Route(self.delete_channel),
            "POST /channels/{}/typing": Route(self.typing),
            "GET /channels/{}/messages": Route(self.list_messages, _WRITE),
            "POST /channels/{}/messages": Route(self.write, _WRITE),
            "GET /channels/{}/messages/{}": Route(self.read),
            "PATCH /channels/{}/messages/{}": Route(self.edit, _WRITE),
            "DELETE /channels/{}/messages/{}": Route(self.delete, _WRITE),
            "POST /channels/{}/threads": Route(self.start_thread),
            "POST /channels/{}/messages/{}/threads": Route(self.start_thread),
        }

    # --- messages ----------------------------------------------------------------------

    def open_dm(self, call: ApiCall) -> Json:
        """`POST /users/@me/channels`."""
        require(_recipient, call.json())
        user_id = str(call.body["recipient_id"])
        if user_id not in self.state.users or user_id == self.state.bot_id:
            raise Refusal(50033)
        if user_id not in self.state.dms:
            self.spam_guard.count_new_dm()
        return self.state.open_dm(user_id)

    def typing(self, _call: ApiCall, channel_id: str) -> None:
        """`POST /channels/{channel}/typing`."""
        self._require_writable(self._readable_channel(channel_id))

    def list_messages(self, call: ApiCall, channel_id: str) -> list[Json]:
        """`GET /channels/{channel}/messages`, newest first; none without Read Message History."""
        channel = self._readable_channel(channel_id)
        if not self._may(channel, Permission.READ_MESSAGE_HISTORY):
            return []
        limit = int(call.query.get("limit", 50))
        found = self.state.visible(channel_id, None, len(self.state.messages[channel_id]) + 1)
        if "before" in call.query:
            found = [m for m in found if int(m["id"]) < int(call.query["before"])]
        if "after" in call.query:
            found = [m for m in found if int(m["id"]) > int(call.query["after"])][:limit]
        return found[-limit:][::-1]

    def write(self, call: ApiCall, channel_id: str) -> Json:
        """`POST /channels/{channel}/messages`."""
        channel = self._readable_channel(channel_id)
        body = call.json()
        self._require_writable(channel)
        if call.uploads:
            self._require(channel, Permission.ATTACH_FILES)
        extra: Json = {}
        reference = body.get("message_reference")
        if isinstance(reference, dict):
            self._require(channel, Permission.READ_MESSAGE_HISTORY)
            target = str(reference.get("message_id"))
            known = self.state.messages[channel_id].get(target)
            if known is None and reference.get("fail_if_not_exists", True):
                form = Form()
                form.complain(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
                form.raise_complaints()
            extra = {
                "type": 19,
                "message_reference": {"channel_id": channel_id, "message_id": target},
                "referenced_message": known,
            }
        message = self.messages.create(
            channel,
            self.state.bot_id,
            body,
            call.uploads,
            extra=extra,
            known=NEW_MESSAGE,
        )
        self._wake(channel)
        return message

    def read(self, _call: ApiCall, channel_id: str, message_id: str) -> Json:
        """`GET /channels/{channel}/messages/{message}`."""
        self._require(self._readable_channel(channel_id), Permission.READ_MESSAGE_HISTORY)
        return self._public_message(channel_id, message_id)

    def edit(self, call: ApiCall, channel_id: str, message_id: str) -> Json:
        """`PATCH /channels/{channel}/messages/{message}`."""
        channel = self._readable_channel(channel_id)
        message = self._public_message(channel_id, message_id)
        if message["author"]["id"] != self.state.bot_id:
            raise Refusal(50005)
        if channel["type"] in THREADS:
            self._require_open(channel)
        if call.uploads:
            self._require(channel, Permission.ATTACH_FILES)
        if self.state.clock.now() - snowflake_time(message_id) > _OLD_SECONDS:
            wait = self.buckets.spend("old edits", channel_id, _OLD_EDITS)
            if wait is not None:
                raise Refusal(30046, retry_after=wait)
        if channel["type"] == NEWS:
            wait = self.buckets.spend("news edits", message_id, _NEWS_EDITS)
            if wait is not None:  # only the body tells the time (discord-api-docs, issue 6109)
                raise Refusal(20022, retry_after=wait, header=0.0)
        return self.messages.edit(message, call.json(), call.uploads)

    def delete(self, _call: ApiCall, channel_id: str, message_id: str) -> None:
        """`DELETE /channels/{channel}/messages/{message}`."""
        channel = self._readable_channel(channel_id)
        message = self._public_message(channel_id, message_id)
        if message["author"]["id"] != self.state.bot_id:
            self._require(channel, Permission.MANAGE_MESSAGES)
        if channel["type"] in THREADS and self._is_locked(channel):
            self._require_active(channel)
        self.state.remove(message)

    # --- channels and threads ----------------------------------------------------------

    def edit_channel(self, call: ApiCall, channel_id: str) -> Json:
        """`PATCH /channels/{channel}`."""
        channel = self._visible_channel(channel_id)
        body = call.json()
        thread = channel["type"] in THREADS
        require(_thread_edit if thread else _channel_edit, body)
        if not thread:
            self._require(channel, Permission.MANAGE_CHANNELS)
        else:
            self._may_edit_thread(channel, body)
        if "name" in body or "topic" in body:
            wait = self.buckets.spend("rename", channel_id, _RENAMES)
            if wait is not None:
                raise Refusal(20028, retry_after=wait)
        metadata_names = ("archived", "locked", "invitable", "auto_archive_duration")
        metadata = {n: body[n] for n in metadata_names if n in body}
        changes = {n: v for n, v in body.items() if n not in metadata_names}
        if "permission_overwrites" in changes:
            overwrites = changes["permission_overwrites"]
            changes["permission_overwrites"] = [with_text_id(each) for each in overwrites]
        self.state.change_channel(channel, {**changes, "thread_metadata": metadata})
        return channel

    def delete_channel(self, _call: ApiCall, channel_id: str) -> Json:
        """`DELETE /channels/{channel}`."""
        channel = self._visible_channel(channel_id)
        if channel["type"] == DIRECT:
            raise Refusal(50024)
        thread = channel["type"] in THREADS
        self._require(channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
        self.state.remove_channel(channel)
        return channel

    def start_thread(self, call: ApiCall, channel_id: str, message_id: str | None = None) -> Reply:
        """`POST …/threads`, from a message or without one."""
        channel = self._visible_channel(channel_id)
        body = call.json()
        if message_id is None and channel["type"] in FORUMS:
            return self._start_post(channel, body)
        require(_thread, body)
        possible = STARTS.get(channel["type"], ())
        kind = body.get("type") or PRIVATE_THREAD if message_id is None else next(iter(possible), 0)
        if kind not in possible:
            raise Refusal(50024)
        private = kind == PRIVATE_THREAD
        self._require(
            channel,
            Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS,
        )
        options = {**body, "type": kind}
        if message_id is None:
            return Reply(201, self._add_thread(channel, options, self.state.clock.snowflake()))
        message = self._public_message(channel_id, message_id)
        if message_id in self.state.channels:
            raise Refusal(160004)
        thread = self._add_thread(channel, options, message_id)
        self.state.replace({**message, "flags": message["flags"] | HAS_THREAD, "thread": thread})
        return Reply(201, thread)

    def _start_post(self, channel: Json, body: Json) -> Reply:
        """Start a forum post: a thread with a first message, which needs SEND_MESSAGES."""
        require(_post, body)
        self._require(channel, Permission.SEND_MESSAGES)
        options = {**body, "type": PUBLIC_THREAD}
        thread_id = self.state.clock.snowflake()
        thread = self._add_thread(channel, options, thread_id)
        first = body["message"]
        message = self.messages.create(thread, self.state.bot_id, first, (), path=("message",))
        return Reply(201, {**thread, "message": message})

    def _add_thread(self, channel: Json, options: Json, thread_id: str) -> Json:
        """Create a thread, or raise 160006 or 160007 at the limit of active threads."""
        state = self.state
        kind = options["type"]
        active = self._active_threads(channel["guild_id"])
        if kind == NEWS_THREAD and active.count(kind) >= state.most_news_threads:
            raise Refusal(160007)
        if len(active) >= state.most_threads:
            raise Refusal(160006)
        return state.add_thread(channel, options, thread_id, state.bot_id)

    def _active_threads(self, guild_id: str) -> list[int]:
        """Return the types of a server's active threads."""
        threads = [self.state.channels[c] for c in self.state.guilds[guild_id].channels]
        return [
            thread["type"]
            for thread in threads
            if thread["type"] in THREADS and not thread["thread_metadata"]["archived"]
        ]

    # --- permission checks -------------------------------------------------------------

    def _may(self, channel: Json, permission: Permission) -> bool:
        return bool(self.state.permissions(channel, self.state.bot_id) & permission)

    def _visible_channel(self, channel_id: str) -> Json:
        channel = self.state.channel(channel_id)
        if not self._may(channel, Permission.VIEW_CHANNEL):
            raise Refusal(50001)
        return channel

    def _readable_channel(self, channel_id: str) -> Json:
        """Find a channel whose messages the bot may read; a voice chat also needs CONNECT."""
        channel = self._visible_channel(channel_id)
        if channel["type"] in VOICED and not self._may(channel, Permission.CONNECT):
            raise Refusal(50001)
        return channel

    def _require(self, channel: Json, permission: Permission) -> None:
        if not self._may(channel, permission):
            raise Refusal(50013)

    def _public_message(self, channel_id: str, message_id: str) -> Json:
        """Find a message; ephemeral ones do not exist for these routes."""
        message = self.state.message(channel_id, message_id)
        if message_id in self.state.owners:
            raise Refusal(10008)
        return message

    def _has_messaged(self, channel: Json) -> bool:
        messages = self.state.messages[channel["id"]].values()
        return any(message["author"]["id"] == self.state.bot_id for message in messages)

    def _require_writable(self, channel: Json) -> None:
        if channel["type"] in WITHOUT_MESSAGES:
            raise Refusal(50008)
        if channel["type"] == DIRECT:
            user_id = channel["recipients"][0]["id"]
            if not any(user_id in guild.members for guild in self.state.guilds.values()):
                raise Refusal(50278)
            if user_id in self.state.closed_dms:
                raise Refusal(50007)
            if not self._has_messaged(channel):
                self.spam_guard.require_not_quarantined()
        elif channel["type"] in THREADS:
            self._require(channel, Permission.SEND_MESSAGES_IN_THREADS)
            if self._is_locked(channel):
                self._require_open(channel)
        else:
            self._require(channel, Permission.SEND_MESSAGES)

    def _is_locked(self, thread: Json) -> bool:
        """Return True if a thread is locked and the bot lacks MANAGE_THREADS."""
        locked: bool = thread["thread_metadata"]["locked"]
        return locked and not self._may(thread, Permission.MANAGE_THREADS)

    def _require_active(self, thread: Json) -> None:
        if thread["thread_metadata"]["archived"]:
            raise Refusal(50083)

    def _require_open(self, thread: Json) -> None:
        """Refuse to change a message of a thread that is archived or locked."""
        self._require_active(thread)
        if self._is_locked(thread):
            raise Refusal(160005)

    def _wake(self, channel: Json) -> None:
        if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
            self.state.change_channel(channel, {"thread_metadata": {"archived": False}})

    def _may_edit_thread(self, channel: Json, body: Json) -> None:
        if self._may(channel, Permission.MANAGE_THREADS):
            return
        locked = channel["thread_metadata"]["locked"]
        if channel["owner_id"] != self.state.bot_id or locked or body.get("locked") is not None:
            raise Refusal(50013)
        if channel["thread_metadata"]["archived"] and body.get("archived") is not False:
            raise Refusal(50083)
