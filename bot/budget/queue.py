"""The one queue of this process's requests to Discord, by importance.

Discord allows a bot 50 requests a second in all, answers to interactions and the edits and
follow-ups by their tokens apart (documentation: Topics, Rate Limits, "Global Rate Limit"). The
processes of a bot use nine tenths of that, each the share of its shards.

A piece of work that will send something takes its `turn` first, and then reads the state that it
shows: so whatever waits shows the newest state when its turn comes. `admit` is called where a
request is sent (see `gate`), so that no call goes around the queue; it uses the place of the
running work's turn, or waits for one.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.values.clock import Clock

from .kinds import BACKGROUND, Kind
from .turns import Turn, current_turn, taking
from .window import Window

USED = 0.9
"""The part of Discord's limit that the bot uses, over `LONG_SECONDS`."""
LONG_SECONDS = 4.0
SHORT_SECONDS = 1.0
LEAST_SHARE = 0.01
HOLD_SECONDS = 2.0
"""How long a place waits for its request: what is slow to draw must not stop the others."""
OLDEST_EVERY = 10
"""One place in this many is for what has waited longest, whatever it is for."""


@dataclass(order=True, slots=True)
class _Waiting:
    """Something that waits for a place; what has waited longer comes first."""

    since: float
    number: int
    kind: Kind = field(compare=False)
    place: asyncio.Future[None] = field(compare=False)


class RequestQueue:
    """Lets requests to Discord go by importance, and no more of them than Discord allows.

    `per_second`: Discord's limit for the bot. `share`: this process's part of it. Times are those
    of `clock`, in real seconds. `on_request` is called with each request's kind and how many
    seconds it waited.
    """

    def __init__(
        self,
        clock: Clock,
        per_second: float = 50.0,
        share: Callable[[], float] = lambda: 1.0,
        on_request: Callable[[str, float], None] = lambda _kind, _waited: None,
    ) -> None:
        self._clock = clock
        self._per_second = per_second
        self._share = share
        self._on_request = on_request
        self._waiting: dict[Kind, list[_Waiting]] = {kind: [] for kind in Kind}
        self._known: dict[Hashable, _Waiting] = {}
        self._numbers = itertools.count()
        self._granted = 0
        self._unused: deque[Turn] = deque()  # turns whose request is still to come, oldest first
        self._under_way = 0  # places in use, until the response
        self._short = Window(SHORT_SECONDS)
        self._long = Window(LONG_SECONDS)
        self._stopped_until = -math.inf
        self._timer: asyncio.Task[None] | None = None
        self._background_waits = False

    # Turns -----------------------------------------------------------------------------------

    @asynccontextmanager
    async def turn(self, kind: Kind, key: Hashable | None = None) -> AsyncIterator[float]:
        """Wait for a place, keep it for the first request of the block, and yield the wait.

        Inside of other work's turn, that one's kind counts, and a place of it that is not used yet
        is used. A block that sends nothing gives its place back. `key`: for `raise_to`.
        """
        outer = current_turn()
        if outer is not None and outer.has_place:
            yield 0.0
            return
        since = self._clock.elapsed()
        turn = Turn(kind if outer is None else outer.kind, since)
        await self._wait(turn, key)
        turn.has_place = True
        self._unused.append(turn)
        try:
            with taking(turn):
                yield turn.granted - since
        finally:
            if turn.has_place:
                turn.has_place = False
                self._give_back()

    def raise_to(self, key: Hashable, kind: Kind) -> None:
        """Move what waits under a key ahead, if it has become more important."""
        waiting = self._known.get(key)
        if waiting is not None and kind < waiting.kind and not waiting.place.done():
            waiting.kind = kind
            heapq.heappush(self._waiting[kind], waiting)
            self._grant()

    # Requests --------------------------------------------------------------------------------

    async def admit(self, kind: Kind | None = None) -> None:
        """Let a request go: with the place of the running work's turn, or once there is one.

        `kind`: what it is for, whatever work sends it. Call `end` once its response has come.
        """
        turn = current_turn()
        if kind is not None or turn is None:
            turn = Turn(Kind.REST if kind is None else kind)
        if turn.has_place:
            turn.has_place = False
        else:
            if turn.since is None or turn.granted:
                turn.since = self._clock.elapsed()
            await self._wait(turn, None)
        if turn.since is not None:
            self._on_request(turn.kind.word, turn.granted - turn.since)

    def end(self) -> None:
        """Note that the response to a request has come, or that none will."""
        self._under_way -= 1
        now = self._clock.elapsed()
        self._short.note_end(now)
        self._long.note_end(now)
        self._grant()

    def stop_for(self, seconds: float) -> None:
        """Let nothing go for some seconds: Discord has said that the bot is over its limit."""
        self._stopped_until = max(self._stopped_until, self._clock.elapsed() + seconds)

    def hold_background(self, *, held: bool) -> None:
        """Let what nobody waits for go no more, or go again."""
        if held is not self._background_waits:
            self._background_waits = held
            self._grant()

    def waiting(self, kind: Kind) -> int:
        """Return how many wait of a kind."""
        return sum(1 for each in self._waiting[kind] if _is_first(each, kind))

    async def close(self) -> None:
        """Stop the timer; nothing that waits will go."""
        if self._timer is not None:
            self._timer.cancel()
            await asyncio.gather(self._timer, return_exceptions=True)

    # Places ----------------------------------------------------------------------------------

    async def _wait(self, turn: Turn, key: Hashable | None) -> None:
        """Wait for a place."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        since = self._clock.elapsed() if turn.since is None else turn.since
        waiting = _Waiting(since, next(self._numbers), turn.kind, place)
        heapq.heappush(self._waiting[turn.kind], waiting)
        if key is not None:
            self._known[key] = waiting
        self._grant()
        try:
            if not place.done():
                await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._give_back()
            raise
        finally:
            place.cancel()
            if key is not None and self._known.get(key) is waiting:
                del self._known[key]
        turn.kind = waiting.kind
        turn.granted = self._clock.elapsed()

    def _give_back(self) -> None:
        """Pass on a place that nothing was sent with."""
        self._under_way -= 1
        self._grant()

    def _grant(self) -> None:
        """Give the free places to what waits."""
        while (waiting := self._first()) is not None:
            rest = self._rest()
            if rest > 0.0:
                self._look_in(rest)
                return
            self._granted += 1
            self._under_way += 1
            waiting.place.set_result(None)

    def _first(self) -> _Waiting | None:
        """Return what is to go next."""
        firsts = []
        for kind, heap in self._waiting.items():
            while heap and not _is_first(heap[0], kind):
                heapq.heappop(heap)
            if heap and not (self._background_waits and kind in BACKGROUND):
                firsts.append(heap[0])
        if not firsts:
            return None
        is_for_the_oldest = self._granted % OLDEST_EVERY == OLDEST_EVERY - 1
        return min(firsts) if is_for_the_oldest else firsts[0]

    def _rest(self) -> float:
        """Return the seconds until there is a place; infinity if a response must come first."""
        now = self._clock.elapsed()
        self._take_unused_back(now)
        share = max(self._share(), LEAST_SHARE) * self._per_second
        rest = max(
            self._short.rest(now, self._under_way, _most(share * SHORT_SECONDS)),
            self._long.rest(now, self._under_way, _most(share * LONG_SECONDS * USED)),
            self._stopped_until - now,
        )
        if self._unused:  # its place may become free before
            rest = min(rest, self._unused[0].granted + HOLD_SECONDS - now)
        return rest

    def _take_unused_back(self, now: float) -> None:
        """Take back the places whose request is slow to come; it waits again then."""
        while self._unused:
            turn = self._unused[0]
            if turn.has_place:
                if turn.granted + HOLD_SECONDS > now:
                    return
                turn.has_place = False
                turn.granted = 0.0
                self._under_way -= 1
            self._unused.popleft()

    def _look_in(self, seconds: float) -> None:
        """Look again after some seconds, unless a look is due or only a response can help."""
        if self._timer is None and seconds < math.inf:
            self._timer = asyncio.create_task(self._look_after(seconds), name="request queue")

    async def _look_after(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._timer = None
        self._grant()


def _is_first(waiting: _Waiting, kind: Kind) -> bool:
    """Return False for an entry that has gone, or has become more important."""
    return waiting.kind is kind and not waiting.place.done()


def _most(requests: float) -> int:
    """Return how many whole requests fit, at least one."""
    return max(1, math.floor(requests + 1e-9))
