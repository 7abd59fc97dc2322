"""kill -9 at random moments of a live game, again and again: nothing is lost or doubled.

    python -m pytest -s -m long tests/e2e/test_kills.py

`FORTYTWO_KILLS` sets another number of kills, and `FORTYTWO_SEED` other moments, so that parallel
runs add up. The short form is `test_restart.py`.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.store import open_store
from bot.store.schema import acts
from bot.tables.loaded import rebuild
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from tests.e2e.conftest import Stage
from tests.store.databases import postgres, url
from tests.store.test_crash import settle
from tests.support.patience import PatientSandbox
from tests.support.play import Player, open_table, seat
from tests.support.program import Program
from tests.support.screens import Json, can, is_board, is_private, presses, seq_of, table_of

__all__ = ["postgres", "url"]
KILLS = {"sqlite": 1000, "postgresql": 300}
RATE = 3.0  # Discord remembers a nonce for only a few minutes: a start must be faster
MOST_SECONDS = 2.5  # of play, or of a start, before a kill
AT_THE_START = 0.15  # of the kills
GOES_ON = 8  # acts within which the computer has acted too
LOOK_SECONDS = 0.02
PATIENCE = 150.0


@dataclass
class Loop:
    """A game that is killed again and again, and the answers its people received.

    `told`: the actor by sequence number, for each act that was answered.
    """

    stage: Stage
    players: list[Player]
    table: str
    told: dict[int, int] = field(default_factory=dict)
    seqs: int = 0
    started: int = 0
    figures: Counter[str] = field(default_factory=Counter)

    # Play ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play in the background; nobody presses Ready, so the timer starts each hand."""
        tasks = [asyncio.create_task(self._play(player)) for player in self.players]
        try:
            yield
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, player: Player) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            result = (player.panel() if player.at == "dm" else player.board()) or {}
            found = player.acts() or list(presses(result, "rematch"))
            with suppress(ImpossibleAction):  # the message has changed in the meantime
                if found:
                    press = player.choose(player, found)
                    outcome = await player.click(press)
                    shown = outcome.message
                    if press.verb != "rematch" and shown is not None and seq_of(shown) > press.seq:
                        self.told[press.seq] = int(player.person.id)  # the game has moved on

    # Invariants ----------------------------------------------------------------------------

    async def check_acts(self, url: str) -> None:
        """Compare the saved acts with the acknowledged ones."""
        store = await open_store(url)
        try:
            await settle(store)
            query = select(acts.c.seq, acts.c.user_id).where(acts.c.table_id == self.table)
            rows = await store.database.read(lambda c: list(c.execute(query.order_by(acts.c.seq))))
            stored = await store.tables.load(self.table)
        finally:
            await store.close()
        seqs = [row.seq for row in rows]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) >= self.seqs
        by = {row.seq: row.user_id for row in rows}
        lost = {seq: user for seq, user in self.told.items() if by.get(seq) != user}
        assert lost == {}
        assert stored is not None
        rebuild(stored, None)  # raises if an act was illegal
        self.figures["told"] = len(self.told)
        self.figures["saved"] = self.seqs = len(seqs)

    async def goes_on(self) -> None:
        """Wait until the game has advanced."""
        first = self._newest()
        await until(lambda: self._newest() >= first + GOES_ON, self._story)

    def _newest(self) -> int:
        board = self.players[0].board()
        return 0 if board is None else seq_of(board)

    async def check_screens(self) -> None:
        """Wait until there is one board, and one message in each place for each person."""
        await until(lambda: self._doubles() == {}, self._story)

    def _doubles(self) -> dict[str, int]:
        first = self.players[0].person
        counts = {"boards": len(self._live(first, self.stage.channel, private=False))}
        for player in self.players:
            person = player.person
            direct = person.messages(person.dm or "") if person.dm else []
            # a refusal is not a hand, though its `Try again` names the table
            hands = [m for m in direct if table_of(m) == self.table and not is_private(m)]
            counts[f"{person.name}'s DMs"] = len(hands)
            panels = self._live(person, self.stage.channel, private=True)
            counts[f"{person.name}'s panels"] = max(1, len(panels))
        return {name: count for name, count in counts.items() if count != 1}

    def _live(self, person: SimulatedUser, channel: str, *, private: bool) -> list[Json]:
        """List this start's messages on which the table's hand can be requested or played.

        A board outlives a start; a panel at the table does not, since Discord allows no more edits.
        """
        verbs = ("call", "contract", "play", "more") if private else ("hand", "ready", "rematch")
        return [
            message
            for message in person.messages(channel)
            if is_private(message) is private
            and table_of(message) == self.table
            and any(presses(message, *verbs))
            and not (private and int(message["id"]) < self.started)
        ]

    def _story(self) -> str:
        shown = self.players[0].person.messages(self.stage.channel)
        ids = [(m["id"], [c.get("custom_id") for c in walk(m["components"])]) for m in shown[-6:]]
        return f"{self._doubles()} {self.figures} {ids}\n" + "".join(self.stage.program.lines[-40:])


async def until(holds: Callable[[], bool], story: Callable[[], str]) -> None:
    """Wait for a condition; on timeout, fail with the story."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 - it is a state of many messages
                await asyncio.sleep(LOOK_SECONDS)
    except TimeoutError:
        raise AssertionError(story()) from None


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
        stage = Stage(sandbox, program, "")
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
