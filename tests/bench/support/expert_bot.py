"""The real bot, with tables of strongest-level computer players only."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path
from typing import Any

from bot.runtime.composition import compose_bot
from bot.runtime.interpreter import tune_interpreter
from bot.runtime.services import Services
from bot.runtime.settings import Settings
from bot.tables.model import Occupant, Place, Seat, Status
from tests.bench.support.child import serve

CHANNELS = "BENCH_CHANNELS"  # server and channels of the tables, comma-separated
SOLVER = "BENCH_SOLVER"  # the folder of the compiled code
LOOK_SECONDS = 1.0


class Replaced(logging.Handler):
    """Counts the moves in which the quick player replaced a slow one."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


class Experts:
    """Tables without people: an event's, which never wait for anyone."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._players: Any = services.tables._players
        self._tables.watch(lambda _table: None)
        self._seats = tuple(
            Seat(Occupant.COMPUTER, name=name, level=self._players.levels[0])
            for name in ("Pearl", "Hoyt", "Opal", "Dub")
        )
        self._open: list[str] = []
        self._keeping: asyncio.Task[None] | None = None
        self.replaced = Replaced()
        logging.getLogger("bot.players.service").addHandler(self.replaced)

    def warm(self) -> dict[str, Any]:
        """Warm up the players and report which one serves."""
        self._players.warm_up.start()
        player = self._players._player(self._players.levels[0])
        return {"serving": player.serving, "level": self._players.levels[0]}

    def begin(self) -> None:
        """Open the tables."""
        self._keeping = asyncio.create_task(self._keep())

    def told(self) -> dict[str, Any]:
        """Report the moves that ran out of time, and the current time limit."""
        return {
            "replaced": self.replaced.count,
            "seconds": self._players.seconds_now(),
            "lag": self._players._lag.seconds,
        }

    async def _keep(self) -> None:
        """Keep the tables open, starting the next game whenever one ends."""
        guild, *channels = map(int, os.environ[CHANNELS].split(","))
        for number, channel in enumerate(channels, 100):
            table = await self._tables.event_seats.open_seated(
                event_id="bench",
                place=Place(guild, channel, channel, number),
                host_id=1,
                game="42",
                rules={},
                seats=self._seats,
            )
            self._open.append(table.table_id)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for table_id in self._open:
                table = await self._tables.view(table_id)
                if table.status is Status.FINISHED:
                    await self._tables.event_seats.seat_anew(
                        table_id, self._seats, table.game_no + 1
                    )


async def main() -> None:
    """Serve until standard input closes."""
    settings = Settings(_env_file=None)
    async with compose_bot(settings, Path(os.environ[SOLVER])) as bot:
        experts = Experts(bot.services)
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        await bot.ready.wait()
        tune_interpreter()
        await serve({"warm": experts.warm, "experts": experts.begin, "told": experts.told})
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(main())
