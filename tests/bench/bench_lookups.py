"""Measure lookups of live tables beside many finished ones, compared with live tables alone.

Run as a plain script: python tests/bench/bench_lookups.py [FINISHED [LIVE]]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, insert

from bot.store import Store, open_store, schema
from bot.store.rows import seat_row, table_row
from bot.tables.model import Status, Table
from tests.store.samples import GUILD, seats, shake, table

FINISHED = 200_000
LIVE = 1_000
PEOPLE = 5_000
BATCH = 5_000
TIMES = 50

Lookup = Callable[[], Awaitable[object]]


def tables(count: int, status: Status) -> Iterator[Table]:
    """Yield tables of four people each, a hundred per server, ten per channel."""
    for number in range(count):
        people = [(number * 4 + seat) % PEOPLE + 1 for seat in range(4)]
        live = status is not Status.CLOSED
        yield replace(
            table(f"{status.value[0]}{number:07}", seats=seats(people)),
            guild_id=GUILD + number // 100,
            channel_id=number // 10,
            number=number,
            status=status,
            wake_at=float(number) if live else None,
            closed_at=None if live else float(number),
        )


def fill(connection: Connection, count: int, status: Status) -> None:
    """Insert tables with their seats."""
    rows = []
    seated = []
    for each in tables(count, status):
        rows.append(table_row(each))
        seated += [seat_row(each, seat) for seat in range(4)]
        if len(rows) == BATCH:
            connection.execute(insert(schema.tables), rows)
            connection.execute(insert(schema.seats), seated)
            rows = []
            seated = []
    if rows:
        connection.execute(insert(schema.tables), rows)
        connection.execute(insert(schema.seats), seated)


def lookups(store: Store) -> Mapping[str, Lookup]:
    """List the lookups of an autocomplete keystroke, of a command, and of the start."""
    made = iter(range(10**6))

    async def create() -> None:
        await store.tables.create(table(f"fresh{next(made)}", guild_id=GUILD), shake())

    return {
        "tables of a channel": lambda: store.tables.live_tables(channel_id=42),
        "tables of a server": lambda: store.tables.live_tables(guild_id=GUILD + 4),
        "tables of a person": lambda: store.tables.tables_of(4242),
        "a table": lambda: store.tables.load("p0000042"),
        "clocks at the start": store.tables.wakes,
        "opening a table": create,
    }


async def median_time(lookup: Lookup) -> float:
    """Return the median time of some runs in milliseconds."""
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        await lookup()
        taken.append((time.perf_counter() - start) * 1000)
    return median(taken)


async def measure(folder: Path, finished: int, live: int) -> Mapping[str, float]:
    """Time each lookup in a database with this many tables."""
    store = await open_store(f"sqlite:///{folder}/{finished}.sqlite3")
    try:
        for count, status in ((live, Status.PLAYING), (finished, Status.CLOSED)):
            await store.database.write(lambda c, n=count, s=status: fill(c, n, s))
        return {name: await median_time(lookup) for name, lookup in lookups(store).items()}
    finally:
        await store.close()


async def main(finished: int, live: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        alone = await measure(Path(folder), 0, live)
        beside = await measure(Path(folder), finished, live)
    print(f"{live} live tables alone, and beside {finished} finished ones: median in ms, ratio")
    for name, short in alone.items():
        print(f"{name:<24}{short:8.2f}{beside[name]:10.2f}{beside[name] / short:8.1f}")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    asyncio.run(main(*given, *(FINISHED, LIVE)[len(given) :]))
