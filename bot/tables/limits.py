"""Rate limits of costly requests: the one place that sets them."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bot.values.clock import Clock

from .errors import RequestKind, StillBusy, TooFast


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` requests at once, then one every `seconds`."""

    burst: int
    seconds: float


RATES: Mapping[RequestKind, tuple[Rate, Rate | None]] = {
    RequestKind.PRESS: (Rate(60, 0.1), None),
    RequestKind.COMPLETION: (Rate(20, 0.5), None),
    RequestKind.OPEN: (Rate(6, 60.0), Rate(30, 10.0)),
    RequestKind.INVITE: (Rate(10, 30.0), Rate(60, 5.0)),
    RequestKind.THREAD: (Rate(4, 120.0), Rate(20, 30.0)),
    RequestKind.BOARD: (Rate(5, 20.0), Rate(20, 5.0)),
    RequestKind.HINT: (Rate(12, 4.0), Rate(100, 0.5)),
    RequestKind.CLAIM: (Rate(12, 5.0), Rate(100, 0.5)),
    RequestKind.REVIEW: (Rate(8, 15.0), Rate(40, 3.0)),
    RequestKind.OWN_DATA: (Rate(6, 10.0), None),
    RequestKind.REPLAY: (Rate(20, 0.5), None),
    RequestKind.HISTORY: (Rate(20, 0.5), None),
    RequestKind.RESULTS: (Rate(20, 0.5), None),
    RequestKind.RECORD: (Rate(12, 6.0), Rate(60, 1.0)),
    RequestKind.SHAKE: (Rate(6, 5.0), Rate(60, 1.0)),
    RequestKind.SHARE: (Rate(4, 20.0), Rate(20, 5.0)),
    RequestKind.ASK: (Rate(10, 4.0), Rate(60, 1.0)),
    RequestKind.DIAGNOSE: (Rate(3, 30.0), Rate(6, 15.0)),
}
"""For one person, and for all people of a server together."""
MOST_BUCKETS = 20_000

Key = tuple[RequestKind, str, int]


class RateLimits:
    """Token buckets, one per recently active person and server."""

    def __init__(self, rates: Mapping[RequestKind, tuple[Rate, Rate | None]], clock: Clock) -> None:
        self._rates = rates
        self._clock = clock
        self._running: set[tuple[RequestKind, int]] = set()
        self._full_at: OrderedDict[Key, float] = (
            OrderedDict()
        )  # time at which a bucket is full again

    @contextmanager
    def alone(self, what: RequestKind, user_id: int, guild_id: int | None) -> Iterator[None]:
        """Take a token like `take`, and allow one request of this kind per person at a time.

        Raises StillBusy if one is running, so that no one has two places in a queue.
        """
        running = (what, user_id)
        if running in self._running:
            raise StillBusy
        self.take(what, user_id, guild_id)
        self._running.add(running)
        try:
            yield
        finally:
            self._running.discard(running)

    @contextmanager
    def spending(
        self, what: RequestKind, user_id: int, guild_id: int | None, count: int
    ) -> Iterator[None]:
        """Take tokens like `take`, and give them back if the request fails."""
        self.take(what, user_id, guild_id, count)
        try:
            yield
        except BaseException:
            for key, rate in self._buckets(what, user_id, guild_id):
                if key in self._full_at:
                    self._full_at[key] -= count * rate.seconds
            raise

    def take(self, what: RequestKind, user_id: int, guild_id: int | None, count: int = 1) -> None:
        """Take tokens for this request. Raises TooFast, and takes nothing then.

        A request for more tokens than a bucket holds needs a full one, and is paid off later.
        """
        now = self._clock.elapsed()
        buckets = list(self._buckets(what, user_id, guild_id))
        for key, rate in buckets:
            left = rate.burst - min(count, rate.burst)
            wait = self._full_at.get(key, now) - now - left * rate.seconds
            if wait > 0:
                raise TooFast(math.ceil(wait), everyone=key[1] == "server")
        for key, rate in buckets:
            paid = max(now, self._full_at.get(key, now))
            self._full_at[key] = paid + count * rate.seconds
            self._full_at.move_to_end(key)
        while len(self._full_at) > MOST_BUCKETS:
            self._full_at.popitem(last=False)

    def _buckets(
        self, what: RequestKind, user_id: int, guild_id: int | None
    ) -> Iterator[tuple[Key, Rate]]:
        person, server = self._rates[what]
        yield (what, "person", user_id), person
        if server is not None and guild_id is not None:
            yield (what, "server", guild_id), server
