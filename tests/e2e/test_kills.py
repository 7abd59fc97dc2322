"""kill -9 at random moments of a live game, again and again: nothing is lost or doubled.

    python -m pytest -s -m long tests/e2e/test_kills.py

`FORTYTWO_KILLS` sets another number of kills, and `FORTYTWO_SEED` other moments, so that parallel
runs add up. The short form is `test_restart.py`.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.e2e.killed_game import Loop
from tests.store.databases import postgres, url
from tests.support.live_stage import LiveStage
from tests.support.patience import PatientSandbox
from tests.support.play import open_table, seat
from tests.support.program import Program
from tests.support.screens import can, is_board, table_of

__all__ = ["postgres", "url"]
KILLS = {"sqlite": 1000, "postgresql": 300}
RATE = 3.0  # Discord remembers a nonce for only a few minutes: a start must be faster
MOST_SECONDS = 2.5  # of play, or of a start, before a kill
AT_THE_START = 0.15  # of the kills


async def killed(loop: Loop, url: str, randomness: random.Random) -> None:
    """Kill the program once during play or start-up, check the disk, and start it again."""
    program = loop.stage.program
    async with loop.playing():
        await asyncio.sleep(randomness.random() * MOST_SECONDS)
        await program.kill()
    await loop.check_acts(url)
    if randomness.random() < AT_THE_START:
        starting = asyncio.create_task(program.start())
        await asyncio.sleep(randomness.random() * MOST_SECONDS)
        await program.kill()
        await asyncio.gather(starting, return_exceptions=True)
        await program.kill()  # a process may exist by now
        loop.figures["killed at the start"] += 1
        await loop.check_acts(url)
    loop.started = int(loop.stage.sandbox.state.clock.snowflake())
    await program.start()
    async with loop.playing():
        if randomness.random() < 0.5:
            await loop.players[0].my_hand()
        await loop.goes_on()
    await loop.check_screens()
    loop.figures["kills"] += 1


@pytest.mark.long
@pytest.mark.timeout(100_000)
async def test_kill_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, url: str) -> None:
    kind = url.partition(":")[0]
    kills = int(os.environ.get("FORTYTWO_KILLS", KILLS[kind]))
    randomness = random.Random(int(os.environ.get("FORTYTWO_SEED", "42")))
    async with PatientSandbox(clock_rate=RATE, people=("Ana", "Bo", "Cy")) as sandbox:
        settings = {"DATABASE_URL": url, "AI_WORKERS": "1"}
        program = Program(sandbox, tmp_path, settings)
        stage = LiveStage(sandbox, program, "")
        try:
            await program.start()
            players = await seat(stage.people, await open_table(stage.people[0], stage.channel))
            host = players[0].person
            assert (await host.command("table start", stage.channel, computers="rules")).ok
            board = await players[0].wait(lambda m: is_board(m) and can(m, "hand"), stage.channel)
            loop = Loop(stage, players, table_of(board))
            while loop.figures["kills"] < kills:
                await killed(loop, url, randomness)
                print(dict(loop.figures), flush=True)
        finally:
            await program.kill()
            (tmp_path / "log").write_text(program.log)
        assert program.trouble == []
        # A killed process forgets its rate limits and its last deletions.
        assert [each for each in sandbox.refusals if each.status not in {404, 429}] == []
