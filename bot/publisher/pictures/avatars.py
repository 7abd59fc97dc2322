"""Avatars of users for pictures, fetched in the background and cached in memory only.

Nothing waits for one: a picture shows a user's initial until their avatar has arrived.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from types import MappingProxyType

import aiohttp
import discord

from bot.render import Renderer
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
SIDE = 128
MOST_BYTES = 256 * 1024
FETCH_SECONDS = 5.0
AT_A_TIME = 2
MOST_WAITING = 64
MOST_CACHED = 512
CACHED_SECONDS = 24 * 3600.0
"""How long an avatar stays cached after its user was last seen."""
RETRY_SECONDS = 15 * 60.0
"""Time before a failed download is retried."""
FAILURES = (aiohttp.ClientError, OSError, TimeoutError, ValueError, BrokenExecutor)


class Avatars:
    """A cache of the avatars of recent users, as small squares; empty without a renderer.

    `names` maps user ids to avatar names, `images` those names to squares of 96 × 96 pixels with
    three bytes each. Both are live views.
    """

    def __init__(self, renderer: Renderer | None, clock: Clock) -> None:
        self._renderer = renderer
        self._clock = clock
        self._names: dict[int, str] = {}
        self._images: dict[str, bytes] = {}
        self.names: Mapping[int, str] = MappingProxyType(self._names)
        self.images: Mapping[str, bytes] = MappingProxyType(self._images)
        self._seen: OrderedDict[int, float] = OrderedDict()  # by user, the most recent last
        self._failed: OrderedDict[int, tuple[str, float]] = OrderedDict()  # and the next try
        self._wanted: dict[int, str] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._session: aiohttp.ClientSession | None = None  # opened for the first avatar

    def see(self, user: discord.User | discord.Member) -> None:
        """Record that a user is active, and fetch a new avatar in the background."""
        if self._renderer is None:
            return
        now = self._clock.elapsed()
        asset = user.avatar
        while self._seen and (oldest := next(iter(self._seen.items())))[1] < now - CACHED_SECONDS:
            self._drop(oldest[0])
        if asset is None:
            self.forget(user.id)
            return
        name = f"{user.id}/{asset.key}"
        if self._names.get(user.id) == name:
            self._seen[user.id] = now
            self._seen.move_to_end(user.id)
            return
        failed, retry_at = self._failed.get(user.id, ("", now))
        waits = self._wanted.get(user.id) == name or (failed == name and retry_at > now)
        if not waits and len(self._wanted) < MOST_WAITING:
            self._wanted[user.id] = name
            url = asset.replace(size=SIDE, format="webp").url
            task = asyncio.create_task(self._fetch(user.id, name, url, self._renderer))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def forget(self, user_id: int) -> None:
        """Forget a user's avatar, also one that is on its way."""
        self._wanted.pop(user_id, None)
        self._failed.pop(user_id, None)
        self._drop(user_id)

    async def close(self) -> None:
        """Fetch nothing more."""
        self._renderer = None
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _fetch(self, user_id: int, name: str, url: str, renderer: Renderer) -> None:
        try:
            async with self._free:
                async with asyncio.timeout(FETCH_SECONDS):
                    file = await self._download(url)
                image = await renderer.shrink_avatar(file)
        except Exception as error:  # noqa: BLE001 - whatever it is, the initial stays
            if isinstance(error, FAILURES):
                _LOG.info("could not fetch an avatar (%s)", type(error).__name__)
            else:
                _LOG.exception("could not fetch an avatar")
            if self._wanted.get(user_id) == name:
                self._fail(user_id, name)
        else:
            if self._wanted.get(user_id) == name:  # not forgotten or changed meanwhile
                self._keep(user_id, name, image)
        finally:
            if self._wanted.get(user_id) == name:
                del self._wanted[user_id]

    async def _download(self, url: str) -> bytes:
        """Download a file from the CDN; raise ValueError if it is too large or missing."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        file = bytearray()
        async with self._session.get(url, allow_redirects=False) as response:
            if response.status != 200:
                raise ValueError(f"status {response.status}")
            async for chunk in response.content.iter_any():
                file += chunk
                if len(file) > MOST_BYTES:
                    raise ValueError("too large")
        return bytes(file)

    def _keep(self, user_id: int, name: str, image: bytes) -> None:
        self._drop(user_id)
        self._names[user_id] = name
        self._images[name] = image
        self._seen[user_id] = self._clock.elapsed()
        while len(self._seen) > MOST_CACHED:
            self._drop(next(iter(self._seen)))

    def _fail(self, user_id: int, name: str) -> None:
        self._failed[user_id] = name, self._clock.elapsed() + RETRY_SECONDS
        while len(self._failed) > MOST_CACHED:
            self._failed.popitem(last=False)

    def _drop(self, user_id: int) -> None:
        name = self._names.pop(user_id, None)
        if name is None:
            return
        del self._images[name], self._seen[user_id]
        if self._renderer is not None:
            self._renderer.forget_avatar(name)
