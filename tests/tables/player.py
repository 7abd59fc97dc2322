"""Play at several tables as fast as possible until killed.

    python -m tests.tables.player FILE

Prints "table seq" once the service has accepted an act.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from bot.tables.model import Status
from tests.support.clocks import HandClock
from tests.support.house import SLEEPLESS, House

TABLES = 3


async def _play(house: House, table_id: str) -> None:
    while True:
        view = await house.tables.view(table_id)
        if view.status is not Status.PLAYING:
            for line in view.people:
                assert line.user_id is not None
                await house.tables.ready(table_id, line.user_id)
            continue
        user = await house.in_turn(table_id)
        assert user is not None
        seq = (await house.act(table_id, user)).table.seq - 1
        os.write(1, f"{table_id} {seq}\n".encode())  # unbuffered: a kill must not lose it


async def _main(file: Path) -> None:
    house = await House.build(file, HandClock(), SLEEPLESS, seed=os.urandom(8).hex())
    live = [table.table_id for table in await house.tables.live_tables()]
    people = [tuple(range(100 * n + 1, 100 * n + 5)) for n in range(1, TABLES + 1)]
    tables = live or [await house.start_game(*four) for four in people]
    await asyncio.gather(*(_play(house, table_id) for table_id in tables))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
