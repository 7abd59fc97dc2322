"""Two processes on one PostgreSQL: if one is killed, the other continues without loss or copies.

    python -m pytest -s -m long tests/e2e/test_processes.py

`FORTYTWO_KILLS` sets another number of kills in the long form, and `FORTYTWO_SEED` other moments.
"""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.killed_game import Loop
from tests.store.databases import postgres, url
from tests.support.live_stage import LiveStage
from tests.support.matrix import mostly_long
from tests.support.own_postgres import own_postgres
from tests.support.patience import PatientSandbox
from tests.support.play import can, is_board, open_table, seat, table_of
from tests.support.processes import Processes

__all__ = ["postgres", "url"]
pytestmark = pytest.mark.postgres
on_postgres = pytest.mark.parametrize("url", ["postgres"], indirect=True)
KILLS = 300
NOT_SAVED = ": not saved: "
RATE = 6.0  # a hand starts after three seconds; a start is faster than Discord forgets a nonce


@asynccontextmanager
async def at_a_table(
    folder: Path, url: str, *, said: str = "nothing"
) -> AsyncIterator[tuple[Loop, Processes]]:
    """Yield a game of three people and a computer; afterwards check everything.

    `said`: the errors that the log may contain.
    """
    async with PatientSandbox(clock_rate=RATE, people=("Ana", "Bo", "Cy")) as sandbox:
        processes = Processes(sandbox, folder, url)
        stage = LiveStage(sandbox, processes, "")
        try:
            for program in processes.programs.values():
                await program.start()
            players = await seat(stage.people, await open_table(stage.people[0], stage.channel))
            host = players[0].person
            assert (await host.command("table start", stage.channel, computers="rules")).ok
            board = await players[0].wait(lambda m: is_board(m) and can(m, "hand"), stage.channel)
            yield Loop(stage, players, table_of(board)), processes
        finally:
            for program in processes.programs.values():
                await program.kill()
        assert [line for line in processes.trouble if said not in line] == []
        assert "another process uses DISCORD_TOKEN" not in processes.log
        assert [each for each in sandbox.refusals if each.status not in {404, 429}] == []


async def killed(loop: Loop, processes: Processes, url: str, name: str) -> None:
    """Kill a process mid-hand, continue without it, and then with it again."""
    program = processes.programs[name]
    async with loop.playing():
        await loop.goes_on()
        await program.kill()
    await loop.check_acts(url)
    if name == "server":
        loop.started = int(loop.stage.sandbox.state.clock.snowflake())
    for player in loop.players:
        player.at = "dm" if name == "server" else "table"
    async with loop.playing():  # the game may be over: request the next one
        if name == "dms":
            for player in loop.players:
                await player.my_hand()
        await loop.goes_on()
    await loop.check_screens()
    await program.start()
    for player in loop.players:
        player.at = "both"
    async with loop.playing():
        await loop.goes_on()
    await loop.check_screens()
    await loop.check_acts(url)
    loop.figures[f"{name} killed"] += 1


@on_postgres
@pytest.mark.parametrize("name", mostly_long(["server", "dms"], "server"))
async def test_other_process_continues_the_hand_if_one_is_killed(
    tmp_path: Path, url: str, name: str
) -> None:
    async with at_a_table(tmp_path, url) as (loop, processes):
        await killed(loop, processes, url, name)


@pytest.mark.parametrize("how", mostly_long(["fast", "immediate"], "immediate"))
async def test_hand_continues_after_a_database_restart(tmp_path: Path, how: str) -> None:
    with own_postgres() as server:
        async with at_a_table(tmp_path, server.url, said=NOT_SAVED) as (loop, _):
            async with loop.playing():
                await loop.goes_on()
                await server.restart(how, down_seconds=1.0)
                await loop.goes_on()
            await loop.check_screens()
            await loop.check_acts(server.url)


@on_postgres
@pytest.mark.long
@pytest.mark.timeout(100_000)
async def test_repeated_kills_of_two_processes_lose_and_double_nothing(
    tmp_path: Path, url: str
) -> None:
    randomness = random.Random(int(os.environ.get("FORTYTWO_SEED", "42")))
    async with at_a_table(tmp_path, url) as (loop, processes):
        for _ in range(int(os.environ.get("FORTYTWO_KILLS", KILLS))):
            await killed(loop, processes, url, randomness.choice(["server", "dms"]))
            print(dict(loop.figures), flush=True)
