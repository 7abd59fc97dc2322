"""A store that records what is deleted from it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.store.errors import StoreFailure


class Kept:
    """A fake store with these numbers of old tables, events and servers."""

    def __init__(
        self,
        *,
        tables: int = 0,
        events: int = 0,
        reports: int = 0,
        days: int = 0,
        servers: Sequence[int] = (),
    ) -> None:
        self.old = {"tables": tables, "events": events, "left": 0, "reports": reports, "days": days}
        self.old |= {"undelivered": 0, "shared": 0, "pings": 0, "alerts": 0, "alerted": 0}
        self.old["wrong codes"] = 0
        self.here = list(servers)
        self.left: list[tuple[int, float]] = []
        self.asked: list[tuple[str, float]] = []
        self.swept: list[tuple[int, int]] = []
        self.misdated = 0
        self.fails = 0
        self.error: Exception = StoreFailure("no disk")

    async def _batch(self, kind: str, before: float, limit: int) -> int:
        self.asked.append((kind, before))
        if self.fails:
            self.fails -= 1
            raise self.error
        done = min(limit, self.old[kind])
        self.old[kind] -= done
        return done

    async def date_anew(self, now: float, limit: int) -> int:
        self.dated_at = now
        self.misdated = max(0, self.misdated - limit)
        return self.misdated

    async def sweep_tables(self, before: float, limit: int) -> int:
        return await self._batch("tables", before, limit)

    async def sweep_events(self, before: float, limit: int) -> int:
        return await self._batch("events", before, limit)

    async def unswept_days(self, before: float) -> Sequence[date]:
        self.asked.append(("days", before))
        return [date(2026, 11, 1 + number) for number in range(self.old["days"])]

    async def sweep_day(self, day: date, after: int, limit: int) -> int | None:
        self.swept.append((day.day, after))
        if after == 2 * limit:
            self.old["days"] -= 1
            return None
        return after + limit

    async def sweep_reports(self, before: float, limit: int) -> int:
        return await self._batch("reports", before, limit)

    async def sweep_undelivered(self, before: float, limit: int) -> int:
        return await self._batch("undelivered", before, limit)

    async def sweep_pings(self, before: float, limit: int) -> int:
        return await self._batch("pings", before, limit)

    async def sweep_trials(self, before: float, limit: int) -> int:
        return 0

    async def sweep_alerts(self, before: float, limit: int) -> int:
        return await self._batch("alerts", before, limit)

    async def sweep_alerted(self, before: float, limit: int) -> int:
        return await self._batch("alerted", before, limit)

    async def sweep_wrong_codes(self, before: float, limit: int) -> int:
        return await self._batch("wrong codes", before, limit)

    async def sweep_shared(self, before: float, limit: int) -> int:
        return await self._batch("shared", before, limit)

    async def forget_servers(self, before: float, limit: int) -> int:
        return await self._batch("left", before, limit)

    async def servers_here(self) -> Sequence[int]:
        if self.fails:
            self.fails -= 1
            raise self.error
        return self.here

    async def server_here(self, guild_id: int) -> None:
        self.here.append(guild_id)

    async def server_left(self, guild_id: int, at: float) -> None:
        self.here.remove(guild_id)
        self.left.append((guild_id, at))
