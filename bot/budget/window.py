"""How many requests may be sent in a stretch of time."""

from __future__ import annotations

import math
from collections import deque


class Window:
    """At most a number of requests in any `seconds`, however long each is on its way.

    A request counts from when it is sent until `seconds` after its response. So whatever their
    delays, no more than that number reach Discord within these seconds.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ended: deque[float] = deque()

    def note_end(self, now: float) -> None:
        """Note that a response has come."""
        self._ended.append(now)

    def rest(self, now: float, under_way: int, most: int) -> float:
        """Return the seconds until another may be sent; infinity if a response must come first."""
        while self._ended and self._ended[0] + self.seconds <= now:
            self._ended.popleft()
        over = len(self._ended) + under_way + 1 - most
        if over <= 0:
            return 0.0
        return math.inf if over > len(self._ended) else self._ended[over - 1] + self.seconds - now
