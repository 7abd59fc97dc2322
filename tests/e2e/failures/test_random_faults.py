"""Hands under random faults, sometimes two on one message: nothing is lost or doubled.

FORTYTWO_HANDS=100 python -m pytest -m long tests/e2e/failures/test_random_faults.py
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete

from bot.store.sent.schema_posted import posted
from bot.tables.model import Status
from discord_sandbox.api.rest import Fault
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, buttons

ALWAYS = 10**6
HANDS = 100
ACTS_OF_A_HAND = 33  # four calls, a contract, 28 plays
MOST_TRIES = 3
A_MINUTE = 61.0  # a board deleted twice in a minute stays away
SENDING = "POST /channels/*/messages"
EDITING = "PATCH /channels/*/messages/*"
ANSWERING = "POST /interactions/*/*/callback"
OPENING = "POST /channels/*/threads"
UNFORESEEN: dict[str, Any] = {"status": 400, "code": 987654, "message": "nobody foresaw this"}
REFUSED: tuple[dict[str, Any], ...] = (
    UNFORESEEN,
    {"code": 50035},
    {"code": 40004},
    {"code": 200000},
)
LOST: dict[str, Any] = {"reset": True, "after": True}  # carried out, but the response is lost
BROKEN: tuple[dict[str, Any], ...] = (
    LOST,
    {"status": 503},
    {"reset": True},
    {"status": 429, "retry_after": 0.05},
    {"status": 429, "retry_after": 60.0},
)
NO_THREAD: tuple[dict[str, Any], ...] = (
    {"code": 160006},
    {"code": 50024},
    {"status": 429, "retry_after": 90.0},
)
FAULTS = (
    *((SENDING, fault, ALWAYS) for fault in REFUSED),
    *((EDITING, fault, ALWAYS) for fault in REFUSED),
    *((SENDING, fault, 2) for fault in BROKEN),
    *((EDITING, fault, 3) for fault in BROKEN),
    (ANSWERING, LOST, 1),
    (SENDING, {"code": 10008}, 1),  # the nonce of a deleted message
)


class Hands:
    """Four people who play hands at a table while faults hit the bot's requests."""

    def __init__(self, stage: Stage, table: str, seed: int) -> None:
        """Four people who play hands at a table while faults hit the bot's requests."""
        self.stage = stage
        self.table = table
        self.people = stage.people[:4]
        self.randomness = Random(seed)
        self.sending = f"POST /channels/{stage.channel}/messages"

    async def play(self) -> None:
        """Play a hand; each fault begins before a random act and ends before the next one."""
        since = len(self.stage.sandbox.log)
        faults = [
            self.random_fault,
            self.lose_two_answers,
            self.delete_an_unconfirmed_board,
            self.forget_the_board,
            self.refuse_the_same_edit,
        ]
        self.randomness.shuffle(faults)
        moments = sorted(self.randomness.sample(range(ACTS_OF_A_HAND), len(faults)))
        planned = dict(zip(moments, faults, strict=True))
        acts = 0
        while (await self.stage.view(self.table)).status is Status.PLAYING:
            if acts in planned:
                await self.suffer(planned[acts])
            await self.act()
            acts += 1
            if self.randomness.random() < 0.2:
                await self.randomness.choice(self.people).command("hand", self.stage.channel)
        await self.stage.wait_until_quiet()
        self.check_tries(since)
        await self.check_screens()

    async def suffer(self, fault: Callable[[], Awaitable[None]]) -> None:
        """Run one fault from arming to recovery."""
        await fault()
        self.stage.sandbox.faults.clear()
        await self.stage.later(A_MINUTE)
        # the next press retries what Discord refused for good
        await self.stage.panel(self.people[0])
        await self.stage.wait_until_quiet()
        assert len(self.boards()) == 1, f"{len(self.boards())} boards after {fault.__name__}"

    # Faults ------------------------------------------------------------------------------

    async def random_fault(self) -> None:
        """Arm any fault for an act, perhaps with a deleted board and a thread that cannot open."""
        pattern, fault, times = self.randomness.choice(FAULTS)
        self.stage.sandbox.add_fault(pattern, times=times, **fault)
        if self.randomness.random() < 0.5:
            self.delete_board()
        if self.randomness.random() < 0.5:
            await self.open_no_thread()
        await self.act()
        if "retry_after" in fault:
            await self.stage.later(fault["retry_after"])
        await self.stage.wait_until_quiet()

    async def lose_two_answers(self) -> None:
        """Repost the board; its response is lost, and the retry fails too."""
        faults = [
            self.stage.sandbox.add_fault(self.sending, **LOST),
            self.stage.sandbox.add_fault(self.sending, **self.randomness.choice(BROKEN[:4])),
        ]
        self.delete_board()
        await self.met(faults[1])

    async def delete_an_unconfirmed_board(self) -> None:
        """Delete the board, and then its replacement before the bot knows that it was posted."""
        fault = self.stage.sandbox.add_fault(self.sending, **LOST)
        refused = self.stage.sandbox.add_fault(self.sending, status=503)
        self.delete_board()
        await self.met(fault)
        self.delete_board()
        await self.met(refused)

    async def forget_the_board(self) -> None:
        """Repost the board after the store has lost its row, and with it the last nonce."""
        database = self.stage.store.real.database
        await database.write(lambda connection: connection.execute(delete(posted)))
        host = self.people[0]
        left = [len(self.boards())]
        stop = host.hub.watch(
            self.stage.channel, host.id, lambda _kind, _message: left.append(len(self.boards()))
        )
        await host.command("table show", self.stage.channel)
        await self.stage.wait_until_quiet()
        stop()
        assert 0 not in left, "the only board was taken for the new one, and deleted"

    async def refuse_the_same_edit(self) -> None:
        """Refuse an edit with an unknown error until the bot gives up."""
        fault = self.stage.sandbox.add_fault(EDITING, times=ALWAYS, **UNFORESEEN)
        await self.act()
        await self.stage.wait_until_quiet()
        assert fault.hits > 1, "no edit was tried again"

    # Other events -------------------------------------------------------------------------

    def delete_board(self) -> None:
        self.stage.sandbox.delete_message(self.boards()[-1])

    async def open_no_thread(self) -> None:
        """Open a table as Eve whose thread Discord refuses."""
        self.stage.sandbox.add_fault(OPENING, **self.randomness.choice(NO_THREAD))
        eve = self.stage.people[4]
        general = self.stage.sandbox.channels["general"]
        await eve.command("table open", general, where="thread")
        for live in await self.stage.tables.tables_of(int(eve.id)):
            await self.stage.tables.leave(live.table_id, int(eve.id))

    async def act(self) -> None:
        """Play by rule for the seat whose turn it is, through the service, which saves it."""
        if (await self.stage.view(self.table)).status is not Status.PLAYING:
            return
        person = await self.stage.in_turn_now(self.table)
        await self.stage.act_by_rule(self.table, int(person.id))

    async def met(self, fault: Fault) -> None:
        """Wait until a fault has hit a request; the retry may still be pending."""
        async with asyncio.timeout(PATIENCE):
            while not fault.hits:  # noqa: ASYNC110 - no event to await
                await asyncio.sleep(0.001)

    # Invariants ---------------------------------------------------------------------------

    def boards(self) -> list[Json]:
        """List the messages that show the current hand; pings to players are not among them."""
        shown = self.stage.public(self.table)
        return [m for m in shown if buttons(m, "hand") and not m["content"]]

    def check_tries(self, since: int) -> None:
        """Check that no refused request is tried more often than the limit."""
        refused = Counter(
            (request.method, request.path, request.raw)
            for request in list(self.stage.sandbox.log)[since:]
            if request.status is not None and 400 <= request.status < 500 and request.status != 429
        )
        assert max(refused.values(), default=0) <= MOST_TRIES

    async def check_screens(self) -> None:
        """Check that the last board is current, nothing is posted twice, and there is one DM."""
        view = await self.stage.view(self.table)
        boards = [str(message["components"]) for message in self.stage.public(self.table)]
        assert f":{self.table}:{view.seq}" in boards[-1], "the newest state is not shown"
        assert len({*boards}) == len(boards), "something was posted twice"
        for person in self.people:
            assert person.dm is not None
            assert len(self.of_table(person)) == 1

    def of_table(self, person: SimulatedUser) -> list[Json]:
        messages = person.messages(person.dm or "")
        return [m for m in messages if f":{self.table}:" in str(m["components"])]


async def _play(stage: Stage, hands: int, seed: int) -> None:
    table = await stage.start_game(*stage.people[1:4])
    playing = Hands(stage, table, seed)
    for _ in range(hands):
        await playing.play()
        await stage.next_hand(playing.table)
    assert stage.bot.router.failed == 0


@pytest.mark.timeout(600)
async def test_random_faults_lose_and_double_nothing_in_a_hand(stage: Stage) -> None:
    await _play(stage, 1, seed=1)


@pytest.mark.long
@pytest.mark.timeout(5000)
async def test_random_faults_lose_and_double_nothing_in_a_hundred_hands(stage: Stage) -> None:
    await _play(stage, int(os.environ.get("FORTYTWO_HANDS", HANDS)), seed=2)
