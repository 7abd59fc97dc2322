"""Sends events to the open pages of users who may see them, and to watchers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import orjson

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.permissions import Permission

UNREAD_MOST = 99
_FRAMES = {
    "MESSAGE_CREATE": "message_create",
    "MESSAGE_UPDATE": "message_update",
    "MESSAGE_DELETE": "message_delete",
    **dict.fromkeys(("CHANNEL_CREATE", "THREAD_CREATE"), "channel_create"),
    **dict.fromkeys(("CHANNEL_UPDATE", "THREAD_UPDATE"), "channel_update"),
    **dict.fromkeys(("CHANNEL_DELETE", "THREAD_DELETE"), "channel_delete"),
}

Watcher = Callable[[str, Json], None]


class OpenPage(Protocol):
    """An open page of one user."""

    user_id: str

    def send(self, frame: bytes) -> None:
        """Send an encoded frame."""

    def refresh(self) -> None:
        """Send the complete state again."""


class Hub:
    """Listens to the state and notifies pages and watchers."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self.pages: list[OpenPage] = []
        self.notice: str | None = None
        self.read: dict[tuple[str, str], int] = {}
        for key, last in state.loaded("read").items():
            user_id, _, channel_id = key.partition(" ")
            self.read[user_id, channel_id] = last
        self._watchers: dict[str, list[tuple[str, Watcher]]] = {}

    def can_see(self, channel: Json, user_id: str) -> bool:
        """Return True if a user can see a channel."""
        return bool(self.state.permissions(channel, user_id) & Permission.VIEW_CHANNEL)

    def watch(self, channel_id: str, user_id: str, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher(frame name, data)` for each message event that a user sees in a channel.

        Returns a function that stops it. The channel "" means every channel.
        """
        entry = (user_id, watcher)
        self._watchers.setdefault(channel_id, []).append(entry)

        def stop() -> None:
            self._watchers[channel_id].remove(entry)

        return stop

    def on_event(self, event: str, channel: Json | None, data: Json, owner: str | None) -> None:
        """Send an event to the users who may see it."""
        if channel is None:
            for page in list(self.pages):
                page.refresh()
            return
        kind = _FRAMES[event]
        if kind.startswith("message"):
            watchers = [
                *self._watchers.get(channel["id"], ()),
                *self._watchers.get("", ()),
            ]
            for user_id, watcher in watchers:
                if owner in (None, user_id) and self.can_see(channel, user_id):
                    watcher(kind, data)
        encoded: bytes | None = None
        for page in list(self.pages):
            if owner not in (None, page.user_id) or not self.can_see(channel, page.user_id):
                continue
            encoded = encoded or frame(kind, data)
            page.send(encoded)
            if kind == "message_create":
                page.send(
                    frame("unread", {channel["id"]: self.unread(channel["id"], page.user_id)})
                )

    def announce(self, notice: str | None) -> None:
        """Show a progress notice on every page; None removes it."""
        self.notice = notice
        for page in self.pages:
            page.send(frame("notice", notice))

    def mark_read(self, channel_id: str, user_id: str) -> None:
        """Mark a channel as read by a user."""
        last = next(reversed(self.state.messages[channel_id]), "0")
        self.read[user_id, channel_id] = int(last)
        self.state.save("read", f"{user_id} {channel_id}", int(last))
        for page in self.pages:
            if page.user_id == user_id:
                page.send(frame("unread", {channel_id: 0}))

    def unread(self, channel_id: str, user_id: str) -> int:
        """Count the messages of others that a user has not read, at most 99."""
        mark = self.read.get((user_id, channel_id), int(user_id))
        count = 0
        for message in reversed(self.state.messages[channel_id].values()):
            if int(message["id"]) <= mark or count == UNREAD_MOST:
                break
            mine = message["author"]["id"] == user_id
            hidden = self.state.owners.get(message["id"], user_id) != user_id
            count += not (mine or hidden)
        return count

    def initial_state(self, user_id: str, commands: list[Json], title: str) -> Json:
        """Build the first frame of a page: everything its user can see."""
        state = self.state
        guilds: list[Json] = []
        for guild in state.guilds.values():
            if user_id in guild.members:
                channels = [state.channels[c] for c in guild.channels]
                shown = [c for c in channels if self.can_see(c, user_id)]
                guilds.append({"id": guild.id, "name": guild.name, "channels": shown})
        dms = [
            c for c in state.channels.values() if "guild_id" not in c and self.can_see(c, user_id)
        ]
        channels = [c for guild in guilds for c in guild["channels"]] + dms
        return {
            "me": state.users[user_id],
            "users": list(state.users.values()),
            "guilds": guilds,
            "dms": dms,
            "commands": commands,
            "unread": {c["id"]: self.unread(c["id"], user_id) for c in channels},
            "dm_open": user_id not in state.closed_dms,
            "clock_rate": state.clock.rate,
            "now": state.clock.now(),
            "title": title,
            "notice": self.notice,
            "welcome": {"channel": channels[0]["id"] if channels else None},
        }


def frame(kind: str, data: Any) -> bytes:
    """Encode a frame for the page."""
    return orjson.dumps({"t": kind, "d": data})
