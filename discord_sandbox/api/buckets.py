"""Rate limits per route and per bot, with Discord's headers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from discord_sandbox.state.clock import SandboxClock

#: Discord's header on a 429; without it a client assumes a Cloudflare ban.
VIA = "1.1 google"
_SWEEP_ABOVE = 4_096


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `requests` in `seconds`."""

    requests: int
    seconds: float


GLOBAL = Limit(50, 1.0)


@dataclass(slots=True)
class _Bucket:
    left: int
    resets: float


class Buckets:
    """The rate limit buckets, counted in sandbox seconds; headers give the bot's real seconds.

    `in_all`: the limit of the bot's requests together.
    """

    def __init__(self, clock: SandboxClock, in_all: Limit = GLOBAL, *, enforced: bool) -> None:
        self.clock = clock
        self.in_all = in_all
        self.enforced = enforced
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def take(self, route: str, major: str, limit: Limit) -> tuple[dict[str, str], float | None]:
        """Count a request; return its headers and, over the limit, the seconds to wait."""
        if not self.enforced:
            return {}, None
        now = self.clock.now()
        bucket = self._bucket((route, major), limit, now)
        over = bucket.left == 0
        bucket.left = max(0, bucket.left - 1)
        wait = (bucket.resets - now) / self.clock.rate
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{now + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": _name(route),
        }
        if over:
            headers |= {
                "X-RateLimit-Scope": "user",
                "Retry-After": str(int(wait) + 1),
                "Via": VIA,
            }
        return headers, wait if over else None

    def spend(self, key: str, major: str, limit: Limit) -> float | None:
        """Count an action against a limit; if exceeded, return the seconds to wait."""
        if not self.enforced:
            return None
        now = self.clock.now()
        bucket = self._bucket((key, major), limit, now)
        if bucket.left == 0:
            return (bucket.resets - now) / self.clock.rate
        bucket.left -= 1
        return None

    def _bucket(self, key: tuple[str, str], limit: Limit, now: float) -> _Bucket:
        bucket = self._buckets.get(key)
        if bucket is None or now >= bucket.resets:
            if len(self._buckets) > _SWEEP_ABOVE:
                self._buckets = {k: b for k, b in self._buckets.items() if b.resets > now}
            bucket = self._buckets[key] = _Bucket(limit.requests, now + limit.seconds)
        return bucket


@cache
def _name(route: str) -> str:
    return blake2b(route.encode(), digest_size=16).hexdigest()
