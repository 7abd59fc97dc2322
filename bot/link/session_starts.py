"""How often this bot may still connect today, and whose turn it is to connect.

Discord lets a bot identify about a thousand times a day. Once more, and it ends all sessions of the
bot and resets its token ("Gateway", Session Start Limit). A shard that resumes its session does not
identify.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bot.link.patience import Patience
from bot.link.troubles import LINK_ERRORS, date, describe_error
from bot.runtime.loops import Loop
from bot.store.errors import StoreFailure
from bot.store.host.session_starts import SessionStartStore
from bot.values.session_starts import StartLimit

_LOG = logging.getLogger(__name__)
PACE_SECONDS = 5.25
"""How far apart shards of one bucket connect. They may identify in five seconds' distance, but not
each connects as fast."""
LAST = 100
"""A shard that lost its session leaves a hundredth: other processes may identify meanwhile."""
FRESH_SECONDS = 10.0
READ_EVERY_SECONDS = 600.0

Ask = Callable[[], Awaitable[tuple[int, str, Any]]]
"""Requests `GET /gateway/bot`: the recommended number of shards, an address, and the limits."""


class SessionStarts:
    """Keeps the bot below Discord's limit, and its shards at Discord's pace.

    `wanted`: how many shards this process starts; None for as many as Discord recommends.
    `is_shared`: True if other processes run some of the bot's shards.
    """

    def __init__(
        self,
        store: SessionStartStore,
        patience: Patience,
        wanted: int | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        self._store = store
        self._patience = patience
        self._clock = patience.clock
        self._wanted = wanted
        self._is_shared = is_shared
        self._ask: Ask | None = None
        self._read_at = 0.0
        self._free_at: dict[int, float] = {}
        self._is_low = False
        self.limit: StartLimit | None = None
        """What Discord said last, less the sessions started since; None before the login."""
        self.loop = Loop("session starts", self._look, self._clock, expected=LINK_ERRORS)

    async def wait_to_start(self, ask: Ask) -> None:
        """Return once Discord lets all shards start and the reserve remains; else wait for that.

        Raises the errors of `ask`, which is used from now on.
        """
        self._ask = ask
        recommended, limit = await self._read()
        while not limit.allows(shards := self._wanted or recommended):
            await self._patience.wait_until(
                f"{_describe(limit)}; waiting, as {_shards(shards)} would leave fewer than "
                f"{limit.reserve} to shards that lose their session",
                limit.resets_at,
            )
            recommended, limit = await self._read()

    async def wait_for_turn(self, shard_id: int) -> None:
        """Return when a shard may identify: now, in its turn, or after the limit's reset."""
        while (limit := await self._newest()).left <= limit.total // LAST:
            await self._patience.wait_until(
                f"{_describe(limit)}; shard {shard_id} waits", limit.resets_at
            )
        self.limit = replace(limit, left=limit.left - 1)
        await self._save()
        await self._wait_for_pace(shard_id % limit.concurrency)

    def note_identify(self, shard_id: int) -> None:
        """Let the next shard of the bucket wait from now on: this one may have connected slowly."""
        if self.limit is not None:
            bucket = shard_id % self.limit.concurrency
            self._free_at[bucket] = max(
                self._free_at.get(bucket, 0.0), self._clock.elapsed() + PACE_SECONDS
            )

    async def _look(self) -> float:
        """Keep the figures fresh, and warn once when they get low."""
        _, limit = await self._read()
        is_low = not limit.allows(self._wanted or 1)
        if is_low and not self._is_low:
            _LOG.warning("%s; a start waits. What keeps restarting the bot?", _describe(limit))
        self._is_low = is_low
        return READ_EVERY_SECONDS

    async def _read(self) -> tuple[int, StartLimit]:
        if self._ask is None:
            raise RuntimeError("wait_to_start comes first")
        recommended, _, told = await self._ask()
        self._read_at = self._clock.elapsed()
        self.limit = StartLimit(
            total=told["total"],
            left=told["remaining"],
            resets_at=self._clock.now() + told["reset_after"] / 1_000,
            concurrency=max(1, told["max_concurrency"]),
        )
        await self._save()
        return recommended, self.limit

    async def _newest(self) -> StartLimit:
        """Return a fresh limit, or the last known one while Discord gives none."""
        limit = self.limit
        if limit is None or self._clock.elapsed() - self._read_at > FRESH_SECONDS:
            try:
                _, limit = await self._read()
            except LINK_ERRORS as error:
                if limit is None:
                    raise
                _LOG.info("could not read the session start limit: %s", describe_error(error))
        return limit

    async def _wait_for_pace(self, bucket: int) -> None:
        now = self._clock.elapsed()
        free_at = max(now, self._free_at.get(bucket, now))
        self._free_at[bucket] = free_at + PACE_SECONDS
        wait = free_at - now
        if self._is_shared:
            try:
                wait = max(wait, await self._store.take_turn(bucket, PACE_SECONDS))
            except StoreFailure as error:
                _LOG.warning("could not ask for the other processes' turns: %s", error)
        if wait > 0:
            await self._clock.sleep(wait)

    async def _save(self) -> None:
        """Save the limit for the command `status`."""
        if self.limit is not None:
            try:
                await self._store.note_limit(self.limit)
            except StoreFailure as error:
                _LOG.warning("could not save the session start limit: %s", error)


def _describe(limit: StartLimit) -> str:
    return (
        f"Discord lets the bot start {limit.left} of {limit.total} sessions more until "
        f"{date(limit.resets_at)}"
    )


def _shards(number: int) -> str:
    return "1 shard" if number == 1 else f"{number} shards"
