"""Measure start, `/hand` and memory with thousands of servers, sleeping and finished tables.

    python tests/bench/bench_growth.py [--servers 2000] [--live 10000] [--finished 200000]

One person starts a game against three computers and leaves; the game is copied to all servers. The
first start posts a screen for each copy, the second finds them up to date. Boards are text only:
another bench measures drawing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, Table, insert, select

from bot.store import open_store, schema
from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.bench.bench_lookups import fill
from tests.bench.support.child import environment
from tests.bench.support.load import machine, quiet
from tests.support.patience import TexasSandbox

READY = b"ready: "
ASKED = 300
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
SETTLED_SECONDS = 10.0
COPIED = (schema.tables, schema.seats, schema.shakes, schema.acts)
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a copied table, which one person has left."""

    guild: str
    number: int
    channel: str
    person: SimulatedUser


class Running:
    """A bot that is ready, in its own process."""

    def __init__(self, process: asyncio.subprocess.Process, seconds: float) -> None:
        self._process = process
        self.seconds = seconds

    @property
    def megabytes(self) -> float:
        """Return its memory use without its child processes."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1])
        return pages * PAGE / 2**20

    @property
    def cpu(self) -> float:
        """Return its processor time in seconds."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text("ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def run_bot(sandbox: Sandbox, folder: Path, **settings: str) -> AsyncIterator[Running]:
    """Start the bot, wait until it reports ready, and stop it at the end."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env=environment(sandbox, folder, RENDER_WORKERS="0", AI_WORKERS="1", **settings),
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    async for line in process.stderr:
        if READY in line:
            break
    else:
        raise SystemExit("the bot did not start")
    bot = Running(process, time.perf_counter() - began)
    log = asyncio.create_task(_drain(process))
    try:
        yield bot
    finally:
        process.terminate()
        await process.wait()
        await log


async def _drain(process: asyncio.subprocess.Process) -> None:
    assert process.stderr is not None
    async for line in process.stderr:
        if b"ERROR" in line or b"WARNING" in line:
            sys.stdout.write(f"    {line.decode().rstrip()}\n")


def places(sandbox: Sandbox, servers: int, live: int) -> Sequence[Place]:
    """Create the servers other than the first; return the places for their tables."""
    owner = sandbox.people[0]
    found = []
    guilds = [sandbox.add_guild(f"Server {number}", [owner]) for number in range(servers)]
    for number in range(live):
        table_no, server = divmod(number, len(guilds))
        guild = guilds[server]
        person = sandbox.add_user(f"P{number}")
        sandbox.state.add_member(guild, person.id)
        channel = sandbox.add_channel(f"table-{table_no + 1}", guild)
        found.append(Place(guild, table_no + 1, channel, person))
    return found


def copy(connection: Connection, places: Sequence[Place], first: int) -> None:
    """Copy the only table to all places, with a person at each."""
    live = select(schema.tables.c.table_id).where(schema.tables.c.status != Status.CLOSED)
    only = connection.scalars(live).one()
    known = {table.name: _rows(connection, table, only) for table in COPIED}
    for table in COPIED:
        rows = [
            row
            for number, place in enumerate(places)
            for row in _copy_row(known[table.name], number, place, first)
        ]
        if rows:  # no act yet if the person bids first
            connection.execute(insert(table), rows)


def _rows(connection: Connection, table: Table, table_id: str) -> list[Row]:
    found = connection.execute(select(table).where(table.c.table_id == table_id))
    return [dict(row) for row in found.mappings()]


def _copy_row(rows: Sequence[Row], number: int, place: Place, person: int) -> Iterator[Row]:
    for row in rows:
        changed = {**row, "table_id": f"live{number:06}"}
        if "guild_id" in row:
            changed |= {"guild_id": int(place.guild), "number": place.number}
            changed |= {"channel_id": int(place.channel), "home_channel_id": int(place.channel)}
        for column in ("user_id", "host_id"):
            if row.get(column) == person:
                changed[column] = int(place.person.id)
        yield changed


async def left_alone(sandbox: Sandbox, folder: Path, **settings: str) -> None:
    """Start the game that is copied, and play until it is the person's turn."""
    person = sandbox.people[0]
    channel = sandbox.channel_id
    async with run_bot(sandbox, folder, **settings):
        await person.command("table open", channel)
        await person.command("table start", channel, computers="rules")
        await quiet(sandbox, SETTLED_SECONDS)


async def hands(places: Sequence[Place]) -> str:
    """Request hands one after another across the servers; return the times."""
    taken = []
    failed = 0
    for place in places[:: max(1, len(places) // ASKED)][:ASKED]:
        began = time.perf_counter()
        outcome = await place.person.command("hand", place.channel)
        taken.append((time.perf_counter() - began) * 1000)
        failed += not outcome.ok
    cuts = quantiles(taken, n=100, method="inclusive")
    return f"p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, {len(taken)} asked, {failed} failed"


async def look(name: str, sandbox: Sandbox, folder: Path, places: Sequence[Place]) -> None:
    """Start the bot; print how long that takes, its work and its memory."""
    asked = len(sandbox.log)
    async with run_bot(sandbox, folder) as bot:
        print(f"{name}: ready after {bot.seconds:.1f} s, {bot.cpu:.1f} s of processor")
        if places:
            print(f"    /hand at once: {await hands(places)}")
        busy = time.perf_counter(), bot.cpu
        await quiet(sandbox, SETTLED_SECONDS)
        seconds = time.perf_counter() - busy[0] - SETTLED_SECONDS
        print(
            f"    at rest after {max(0.0, seconds):.0f} s and {bot.cpu - busy[1]:.1f} s of "
            f"processor, {len(sandbox.log) - asked} requests in all; {bot.megabytes:.0f} MB"
        )
        if places:
            print(f"    /hand at rest: {await hands(places[1:])}; {bot.megabytes:.0f} MB")


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with TexasSandbox(limits=False, new_dms=None, history_limit=4) as sandbox:
            await left_alone(sandbox, folder)
            first = int(sandbox.people[0].id)
            found = places(sandbox, options.servers, options.live)
            store = await open_store(f"sqlite:///{folder}/fortytwo.sqlite3")
            await look(f"{options.servers} servers, one table", sandbox, folder, ())
            await store.database.write(lambda c: fill(c, options.finished, Status.CLOSED))
            await look(f"{options.finished} finished tables", sandbox, folder, ())
            await store.database.write(lambda c: copy(c, found, first))
            await store.close()
            for start in ("first", "second"):
                await look(f"{options.live} live tables, {start} start", sandbox, folder, found)
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--servers", type=int, default=2_000)
    parser.add_argument("--live", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=200_000)
    asyncio.run(main(parser.parse_args()))
