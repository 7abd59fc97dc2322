"""Who is a member of which thread: only they, and whoever manages threads, see a private one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import PRIVATE_THREAD
from discord_sandbox.state.permissions import Permission


class ThreadMembers:
    """The members of threads. `save` saves a value of a kind under a key; None deletes it."""

    def __init__(self, save: Callable[[str, str, Any], None]) -> None:
        self._save = save
        self._members: dict[str, set[str]] = {}

    def restore(self, saved: Mapping[str, list[str]]) -> None:
        """Restore what an earlier run saved."""
        self._members = {thread_id: set(members) for thread_id, members in saved.items()}

    def has(self, thread_id: str, user_id: str) -> bool:
        """Return True if a user is a member of a thread."""
        return user_id in self._members.get(thread_id, ())

    def add(self, thread_id: str, user_id: str) -> None:
        """Make a user a member of a thread."""
        self._members.setdefault(thread_id, set()).add(user_id)
        self._save("thread members", thread_id, sorted(self._members[thread_id]))

    def remove(self, thread_id: str, user_id: str) -> None:
        """Remove a member of a thread."""
        self._members.get(thread_id, set()).discard(user_id)
        self._save("thread members", thread_id, sorted(self._members.get(thread_id, ())))

    def drop(self, thread_id: str) -> None:
        """Forget a deleted thread."""
        if self._members.pop(thread_id, None) is not None:
            self._save("thread members", thread_id, None)

    def visible_bits(self, channel: Json, user_id: str, bits: int) -> int:
        """Return a user's permission bits in a channel; 0 in a private thread of others."""
        if channel["type"] != PRIVATE_THREAD or self.has(channel["id"], user_id):
            return bits
        return bits if bits & Permission.MANAGE_THREADS else 0
