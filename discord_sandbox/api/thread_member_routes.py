"""REST routes of the members of threads."""

from __future__ import annotations

from discord_sandbox.api.rest import ApiCall, Route
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.state.channel_types import PRIVATE_THREAD, THREADS
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.permissions import Permission

ME = "@me"


class ThreadMemberRoutes:
    """Handlers for requests about members of threads; each checks the bot's permissions."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state

    def routes(self) -> dict[str, Route]:
        """Return the handlers by route."""
        return {
            "PUT /channels/{}/thread-members/{}": Route(self.add),
            "DELETE /channels/{}/thread-members/{}": Route(self.remove),
        }

    def add(self, _call: ApiCall, thread_id: str, user_id: str) -> None:
        """`PUT`: add somebody who may see the thread's channel; again changes nothing."""
        thread = self._thread(thread_id)
        added = self._user(user_id)
        if user_id != ME and not self._may(thread, Permission.SEND_MESSAGES_IN_THREADS):
            raise Refusal(50013)
        parent = self.state.channel(thread["parent_id"])
        if not self.state.permissions(parent, added) & Permission.VIEW_CHANNEL:
            raise Refusal(50001)
        if not self.state.thread_members.has(thread_id, added):
            self.state.thread_members.add(thread_id, added)
            self.state.notify("THREAD_CREATE", thread, thread, owner=added)

    def remove(self, _call: ApiCall, thread_id: str, user_id: str) -> None:
        """`DELETE`: remove the bot itself, or others as a moderator or a private thread's maker."""
        thread = self._thread(thread_id)
        removed = self._user(user_id)
        is_own = thread["type"] == PRIVATE_THREAD and thread["owner_id"] == self.state.bot_id
        allowed = user_id == ME or is_own or self._may(thread, Permission.MANAGE_THREADS)
        if not allowed:
            raise Refusal(50013)
        if self.state.thread_members.has(thread_id, removed):
            self.state.notify("THREAD_DELETE", thread, thread, owner=removed)
            self.state.thread_members.remove(thread_id, removed)

    def _user(self, user_id: str) -> str:
        return self.state.bot_id if user_id == ME else str(self.state.user(user_id)["id"])

    def _thread(self, channel_id: str) -> Json:
        """Find an active thread that the bot may see."""
        thread = self.state.channel(channel_id)
        if not self._may(thread, Permission.VIEW_CHANNEL):
            raise Refusal(50001)
        if thread["type"] not in THREADS:
            raise Refusal(50024)
        if thread["thread_metadata"]["archived"]:
            raise Refusal(50083)
        return thread

    def _may(self, channel: Json, permission: Permission) -> bool:
        return bool(self.state.permissions(channel, self.state.bot_id) & permission)
