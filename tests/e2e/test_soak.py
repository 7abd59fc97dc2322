"""Hundreds of tables for half an hour: every press is answered, and memory stays flat.

    python -m pytest -s -m long tests/e2e/test_soak.py

`FORTYTWO_TABLES` and `FORTYTWO_SECONDS` set other numbers.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from tests.support.patience import PATIENCE, PatientSandbox
from tests.support.play import Player
from tests.support.program import Program
from tests.support.screens import Json, Press, can, is_board, presses

TABLES = 500
IN_A_SERVER = 25  # more at once would be too many for one server
SECONDS = 1800.0
FULL = 5  # every fifth table has four people, the others one and three computers
THINK = (15.0, 45.0)  # seconds before each act of a person
LOOK_SECONDS = 10.0
GROWTH = 1.05  # compared with memory in the second third of the run


class Evening:
    """Tables that are played until told to stop; `figures` counts what happened."""

    def __init__(self, sandbox: PatientSandbox) -> None:
        self.figures: Counter[str] = Counter()
        self.over = False
        self._sandbox = sandbox
        self._randomness = random.Random(42)
        self._servers: list[str] = []

    async def table(self, number: int) -> None:
        """Open a table and let its people play there."""
        names = "NESW" if number % FULL == 0 else "N"
        people = [self._sandbox.add_user(f"P{number}{name}") for name in names]
        if number % IN_A_SERVER == 0:
            self._servers.append(self._sandbox.add_guild(f"Server {number}", people))
        for person in people:
            self._sandbox.state.add_member(self._servers[-1], person.id)
        channel = self._sandbox.add_channel(f"table-{number}", self._servers[-1])
        host, *guests = people
        await self._told(host, "table open", channel)
        for guest in guests:
            await self._told(guest, "table join", channel)
        await self._told(host, "table start", channel, computers="rules")
        for person in people:
            await self._told(person, "hand", channel)
        await host.wait_for(is_board, channel, timeout=PATIENCE)
        self.figures["tables"] += 1
        await asyncio.gather(*(self._play(Player(person, channel, "table")) for person in people))

    async def _told(self, person: SimulatedUser, command: str, channel: str, **more: str) -> None:
        self._count((await person.command(command, channel, **more)).ok)

    async def _play(self, player: Player) -> None:
        """Act whenever possible, after a pause."""
        changed = asyncio.Event()

        def look(_kind: str, _message: Json) -> None:
            changed.set()

        stop = player.person.hub.watch(player.channel, player.person.id, look)
        while not self.over:
            changed.clear()
            if (press := self._next(player)) is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), LOOK_SECONDS)
                continue
            await asyncio.sleep(self._randomness.uniform(*THINK))
            with suppress(ImpossibleAction):  # the message has changed meanwhile
                self._count((await player.click(press)).ok)
                self.figures[press.verb] += 1
        stop()

    def _next(self, player: Player) -> Press | None:
        if acts := player.acts():
            return player.choose(player, acts)
        for message in reversed(player.person.messages(player.channel)):
            if is_board(message) and (can(message, "ready") or can(message, "rematch")):
                return next(presses(message, "ready", "rematch"))
        return None

    def _count(self, answered: bool) -> None:
        self.figures["answered" if answered else "not answered"] += 1


def _memory(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.long
@pytest.mark.timeout(20_000)
async def test_memory_stays_flat_with_many_tables_for_half_an_hour(
    tmp_path: Path,
) -> None:
    tables = int(os.environ.get("FORTYTWO_TABLES", TABLES))
    seconds = float(os.environ.get("FORTYTWO_SECONDS", SECONDS))
    async with PatientSandbox(
        limits=False, new_dms=None, people=("Eve",), history_limit=6, log_limit=10
    ) as sandbox:
        unlimited = {"NEW_DMS_PER_HOUR": "1000000", "NEW_DMS_PER_DAY": "1000000"}
        settings = {"AI_WORKERS": "1", "PACE_SECONDS": "1", **unlimited}
        program = Program(sandbox, tmp_path, settings)
        evening = Evening(sandbox)
        memory = []
        await program.start()
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(tables):
                    group.create_task(evening.table(number))
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    await asyncio.sleep(LOOK_SECONDS)
                    memory.append(_memory(program.pid))
                    print(round(memory[-1]), dict(evening.figures), flush=True)
                evening.over = True
            assert await program.stop() == 0
        finally:
            await program.kill()
        assert program.trouble == []
    assert evening.figures["tables"] == tables
    assert evening.figures["not answered"] == 0
    third = len(memory) // 3
    assert median(memory[-third:]) <= GROWTH * median(memory[third:-third])
