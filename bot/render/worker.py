"""Render pictures in worker processes, each picture once."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import ParamSpec, TypeVar

from bot.render.avatars import Avatars, shrink_avatar
from bot.render.drawing import Drawing, Film, seats_of
from bot.render.ground import ground
from bot.render.ivory import domino
from bot.render.picture import render_picture, render_still
from bot.render.places import hand_places
from bot.render.values import Colors, Size
from texas42.engine import Tile

_LOG = logging.getLogger(__name__)
MOST_CACHED = 256
"""How many finished pictures are cached, some 30 KB each."""
P = ParamSpec("P")
T = TypeVar("T")
Wanted = tuple[Drawing, frozenset[str]]


class Priority(IntEnum):
    """Whose picture is rendered first: a user's who has just pressed, or who is in turn."""

    PRESSED = 0
    IN_TURN = 1
    WATCHING = 2


class _Turns:
    """A counting semaphore with priorities; in order of arrival among waiters of the same one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def take(self, priority: Priority) -> None:
        """Wait for a slot; the caller must release it. A cancelled caller holds none."""
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._numbers), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it got a slot while being cancelled
                self.give_on()
            raise

    def give_on(self) -> None:
        """Release a slot to the next waiter."""
        while self._waiting:
            *_, place = heappop(self._waiting)
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


class Renderer:
    """A pool of worker processes that render; a worker that dies is replaced."""

    def __init__(self, workers: int = 1, most_cached: int = MOST_CACHED) -> None:
        self._workers = workers
        self._most_cached = most_cached
        self._pool = _new_pool(workers)
        self._turns = _Turns(workers)
        self._begun: set[asyncio.Future[bytes]] = set()
        self._film_pool: ProcessPoolExecutor | None = None  # started for the first animation
        self._free_for_film = asyncio.Semaphore(1)
        self._finished: OrderedDict[Wanted, bytes] = OrderedDict()
        self.rendered = 0
        """How many pictures the workers have rendered."""
        self.stills: dict[Size, bytes] = {}
        """The bare table in each size, once the workers are warm."""

    async def start(self) -> None:
        """Start the workers and wait until they are warm."""
        await asyncio.gather(*(self._run(os.getpid) for _ in range(self._workers)))
        for size in Size:
            self.stills[size] = await self._run(render_still, size)

    async def render(
        self,
        picture: Drawing,
        avatars: Avatars | None = None,
        *,
        priority: Priority = Priority.WATCHING,
    ) -> bytes:
        """Render a picture as a WebP file.

        A picture cancelled while queued is not rendered; one in progress is finished and cached.
        """
        sent = {}
        if avatars:
            shown = (seat.avatar for seat in seats_of(picture))
            sent = {name: avatars[name] for name in shown if name in avatars}
        if isinstance(picture, Film):
            return await self._render_film(picture, sent)
        wanted = (picture, frozenset(sent))
        if wanted in self._finished:
            return self._take_finished(wanted)
        return await self._in_turn(self._render(wanted, sent), priority)

    async def _render(self, wanted: Wanted, sent: Avatars) -> bytes:
        if wanted in self._finished:  # it was rendered while this one waited
            return self._take_finished(wanted)
        file = await self._run(render_picture, wanted[0], sent)
        self.rendered += 1
        self._finished[wanted] = file
        while len(self._finished) > self._most_cached:
            self._finished.popitem(last=False)
        return file

    async def _render_film(self, film: Film, avatars: Avatars) -> bytes:
        """Render an animation on a separate worker: it takes seconds, and panels must not wait."""
        async with self._free_for_film:
            pool = self._film_pool = self._film_pool or _new_pool(1)
            try:
                return await asyncio.wrap_future(pool.submit(render_picture, film, avatars))
            except BrokenProcessPool:
                self._film_pool = None
                raise

    async def shrink_avatar(self, image: bytes) -> bytes:
        """Shrink an image to an avatar; ValueError if it is not an image."""
        return await self._in_turn(self._run(shrink_avatar, image), Priority.WATCHING)

    def forget_avatar(self, name: str) -> None:
        """Evict every cached picture that shows this avatar."""
        for wanted in [wanted for wanted in self._finished if name in wanted[1]]:
            del self._finished[wanted]

    async def close(self) -> None:
        """Stop the workers."""
        for pool in filter(None, (self._pool, self._film_pool)):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _take_finished(self, wanted: Wanted) -> bytes:
        self._finished.move_to_end(wanted)
        return self._finished[wanted]

    async def _in_turn(self, work: Coroutine[object, object, bytes], priority: Priority) -> bytes:
        """Run a job on a worker when its turn comes; once started it finishes even if cancelled."""
        try:
            await self._turns.take(priority)
        except asyncio.CancelledError:
            work.close()
            raise
        begun = asyncio.ensure_future(work)
        self._begun.add(begun)
        begun.add_done_callback(self._on_done)
        return await asyncio.shield(begun)

    def _on_done(self, begun: asyncio.Future[bytes]) -> None:
        self._begun.discard(begun)
        self._turns.give_on()

    async def _run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job on a worker; if the worker died, retry once in a new pool."""
        pool = self._pool
        try:
            return await asyncio.wrap_future(pool.submit(call, *args, **kwargs))
        except BrokenProcessPool:
            _LOG.warning("a render worker died; starting a new one")
            if self._pool is pool:  # otherwise another caller has replaced it
                pool.shutdown(wait=False)
                self._pool = _new_pool(self._workers)
            return await asyncio.wrap_future(self._pool.submit(call, *args, **kwargs))


def _new_pool(workers: int) -> ProcessPoolExecutor:
    # a forked worker would inherit the loop's sockets and locks
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin)


def _begin() -> None:
    """Initialize a worker: watch the parent, and preload common sprites."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops its workers itself
    threading.Thread(target=_end_with_parent, daemon=True).start()
    side = hand_places(7, with_shelf=False).side
    for high in range(7):
        for low in range(high + 1):
            domino(Tile(high, low), side)
    for size, tray in ((Size.BOARD, 0), (Size.PANEL, hand_places(7, with_shelf=False).tray)):
        ground(size, tray, Colors.STANDARD)


def _end_with_parent() -> None:
    """Exit when the parent ends, even if it is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
