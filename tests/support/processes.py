"""The bot as several processes on one PostgreSQL, two of them also for the end-to-end tests.

    FORTYTWO_PROCESSES=2 python -m pytest tests/e2e

With `FORTYTWO_KILL_SECONDS` one of them is killed about that often, and restarted after a while.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from discord_sandbox.server import Sandbox
from tests.store.databases import SERVER, database
from tests.support.patience import KILL_SECONDS
from tests.support.program import Program

TWO = os.environ.get("FORTYTWO_PROCESSES") == "2"
DOWN_SECONDS = 9.0
"""The longest absence of a killed process; the other one stands in for most of it."""


class Processes:
    """Two programs or more on one sandbox, with the interface of `Program`.

    `server` gets the server's events, `dms` those of DMs, and more of them get none. `before`: as
    in `run_command`.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        url: str,
        settings: dict[str, str] | None = None,
        *,
        number: int = 2,
        before: str = "",
    ) -> None:
        guild = int(sandbox.guild_id) >> 22
        count = next(n for n in range(number, 100) if guild % n)  # DMs belong to shard 0
        common = {"AI_WORKERS": "1", **(settings or {}), "DATABASE_URL": url}
        rest = [n for n in range(count) if n != guild % count]
        others = ("dms", *(f"other {n}" for n in range(1, number - 1)))
        shards = {"server": [guild % count]}
        shards |= {name: rest[n :: len(others)] for n, name in enumerate(others)}
        self.programs: dict[str, Program] = {}
        for name, own in shards.items():
            (folder / name).mkdir()
            ids = ",".join(map(str, own))
            ours = {**common, "SHARD_COUNT": str(count), "SHARD_IDS": ids}
            self.programs[name] = Program(sandbox, folder / name, ours, before=before)
        self._randomness = random.Random(42)
        self._ended = asyncio.Event()
        self._killer: asyncio.Task[None] | None = None
        self._kills = 0

    @property
    def lines(self) -> list[str]:
        return [line for each in self.programs.values() for line in [*each.lines[-30:], "---\n"]]

    @property
    def log(self) -> str:
        return "---\n".join(each.log for each in self.programs.values())

    @property
    def trouble(self) -> list[str]:
        return [line for each in self.programs.values() for line in each.trouble]

    def line(self, fits: Callable[[str], bool]) -> asyncio.Future[str]:
        """Return a future of the next matching line of the server's log."""
        return self.programs["server"].line(fits)

    async def start(self) -> None:
        """Start all, and the task that kills one of them at intervals."""
        await asyncio.gather(*(each.start() for each in self.programs.values()))
        if KILL_SECONDS:
            self._ended.clear()
            self._killer = asyncio.create_task(self._kill_now_and_then(), name="killer")

    async def stop(self) -> int:
        """Stop all; return the worse exit status."""
        await self._let_live()
        print(f"killed {self._kills} times")
        return max([await each.stop() for each in self.programs.values()], key=abs)

    async def kill(self) -> None:
        """Kill all (`kill -9`)."""
        await self._let_live()
        for each in self.programs.values():
            await each.kill()

    async def _let_live(self) -> None:
        killer = self._killer
        self._killer = None
        self._ended.set()
        if killer is not None:
            await killer

    async def _kill_now_and_then(self) -> None:
        while not await self._ends_within(KILL_SECONDS * self._randomness.uniform(0.5, 1.5)):
            program = self._randomness.choice(list(self.programs.values()))
            await program.kill()
            self._kills += 1
            await self._ends_within(self._randomness.uniform(0.0, DOWN_SECONDS))
            await program.start()

    async def _ends_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), seconds)
        return self._ended.is_set()


@asynccontextmanager
async def programs(
    sandbox: Sandbox, folder: Path, settings: dict[str, str]
) -> AsyncIterator[Program | Processes]:
    """Build the bot as one process or two, not started yet; kill them afterwards."""
    if not TWO:
        alone = Program(sandbox, folder, settings)
        try:
            yield alone
        finally:
            await alone.kill()
        return
    with database() as name:
        both = Processes(sandbox, folder, f"{SERVER}{name}", settings)
        try:
            yield both
        finally:
            await both.kill()
