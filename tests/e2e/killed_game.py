"""A game whose bot is killed again and again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.store import open_store
from bot.store.schema import acts
from bot.tables.loaded import rebuild
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from tests.store.databases import settle
from tests.support.live_stage import LiveStage
from tests.support.play import Player
from tests.support.screens import Json, is_private, presses, seq_of, table_of

GOES_ON = 8  # acts within which the computer has acted too
LOOK_SECONDS = 0.02
PATIENCE = 150.0


@dataclass
class Loop:
    """A game that is killed again and again, and the answers its people received.

    `told`: the actor by sequence number, for each act that was answered.
    """

    stage: LiveStage
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
