"""What upkeep needs from outside: the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class RetentionStore(Protocol):
    """Deletes what is old, a small batch at a time. Raises `StoreFailure`."""

    async def sweep_tables(self, before: float, limit: int) -> int:
        """Empty some tables that ended before a time; return how many."""
        ...

    async def sweep_events(self, before: float, limit: int) -> int:
        """Delete some events that ended before a time; return how many."""
        ...

    async def forget_servers(self, before: float, limit: int) -> int:
        """Delete something of a server that the bot left before a time; return how much."""
        ...

    async def servers_here(self) -> Sequence[int]:
        """Return the servers that the bot is in, as far as the store knows."""
        ...

    async def server_here(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        ...

    async def server_left(self, guild_id: int, at: float) -> None:
        """Note that the bot is no longer in a server, unless that is known."""
        ...
