"""A shard that resumes its session while it can, and identifies in its turn otherwise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard, ShardInfo

RESUMABLE_SECONDS = 300.0
"""How long a lost session is tried; then the address that came with it may be what is gone."""

WaitForTurn = Callable[[int], Awaitable[None]]
"""Returns when the shard of this id may identify."""


def keep_session(shard: ShardInfo, wait_for_turn: WaitForTurn) -> None:
    """Let a shard get its session back after any loss of its connection.

    discord.py itself identifies anew after the first attempt to connect that fails, and there is
    no setting for the class that it makes its shards of.
    """
    kept = shard._parent  # noqa: SLF001 - what `ShardInfo` offers can't replace its methods
    kept.__class__ = KeptShard
    if isinstance(kept, KeptShard):
        kept.wait_for_turn = wait_for_turn


class KeptShard(Shard):
    """A shard that spends an IDENTIFY only on a session that Discord has ended."""

    wait_for_turn: WaitForTurn
    _lost_at: float | None = None
    _identifying: asyncio.Task[None] | None = None

    def launch(self) -> None:
        """Read the new connection."""
        self._lost_at = None
        super().launch()

    async def close(self) -> None:
        """Disconnect, and stop waiting for a turn."""
        if self._identifying is not None:
            self._identifying.cancel()
        await super().close()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again as Discord asks."""
        await self._connect(resume=exc.resume)

    async def reconnect(self) -> None:
        """Connect again after an attempt that failed."""
        await self._connect(resume=True)

    async def _connect(self, *, resume: bool) -> None:
        now = time.monotonic()
        if self._lost_at is None:
            self._lost_at = now
        if resume and self.ws.session_id and now - self._lost_at < RESUMABLE_SECONDS:
            await super().reidentify(ReconnectWebSocket(self.id, resume=True))
        elif self._identifying is None or self._identifying.done():
            # other shards resume meanwhile: discord.py connects one after the other
            self._identifying = asyncio.create_task(self._identify())

    async def _identify(self) -> None:
        try:
            await self.wait_for_turn(self.id)
        except Exception as error:  # noqa: BLE001 - discord.py ends the program with it
            self._queue_put(EventItem(EventType.terminate, self, error))
            return
        await super().reidentify(ReconnectWebSocket(self.id, resume=False))
