"""Hands with one fault of Discord's after another: the game goes on, and nothing comes twice.

FORTYTWO_HANDS=100 python -m pytest -m long tests/e2e/failures/test_random_faults.py
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.ai import RulesPlayer
from bot.engine import format_action
from bot.sandbox.client.simulated_user import SimulatedUser
from bot.tables.model import Status

from .stage import Json, Stage

ALWAYS = 10**6
HANDS = 100
MOST_TRIES = 3
RECOVERY_SECONDS = 10.0
SENDING, EDITING = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
ANSWERING, OPENING = "POST /interactions/*/*/callback", "POST /channels/*/threads"
REFUSED: tuple[dict[str, Any], ...] = (
    {"status": 400, "code": 987654, "message": "nobody foresaw this"},
    {"code": 50035},
    {"code": 40004},
    {"code": 200000},
)
BROKEN: tuple[dict[str, Any], ...] = (
    {"status": 503},
    {"reset": True},
    {"reset": True, "after": True},
    {"status": 429, "retry_after": 60.0},
    {"status": 429, "retry_after": 0.05},
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
    (ANSWERING, {"reset": True, "after": True}, 1),
    (SENDING, {"code": 10008}, 1),  # the nonce of a deleted message
)


async def _hands_with_faults(stage: Stage, hands: int, seed: int) -> None:
    chance = Random(seed)
    people = stage.people[:4]
    table = await stage.begun(*people[1:])
    for _ in range(hands):
        since = len(stage.sandbox.log)
        await _play_with_a_fault(stage, table, people, chance)
        _nothing_hopeless_is_repeated(stage, since)
        await _is_whole(stage, table, people)
        await stage.later(60.0)  # a board that is deleted twice in a minute stays away
        for person in people:
            await stage.tables.ready(table, int(person.id))
        await stage.quiet()
    assert stage.bot.router.failed == 0


async def _play_with_a_fault(
    stage: Stage, table: str, people: list[SimulatedUser], chance: Random
) -> None:
    """Play a hand; a fault begins somewhere in it, and ends with it."""
    pattern, fault, times = chance.choice(FAULTS)
    wait = chance.randrange(12)
    while (view := await stage.view(table)).status is Status.PLAYING:
        if wait == 0:
            stage.sandbox.add_fault(pattern, times=times, **fault)
            if chance.random() < 0.3:  # what is deleted has a nonce that Discord knows
                stage.sandbox.delete_message(stage.public(table)[-1])
            if chance.random() < 0.3:
                refusal = chance.choice(NO_THREAD)
                stage.sandbox.add_fault(OPENING, **refusal)
                eve = stage.people[4]
                await eve.command("table open", stage.sandbox.channels["general"], where="thread")
                for live in await stage.tables.tables_of(int(eve.id)):
                    await stage.tables.leave(live.table_id, int(eve.id))
        wait -= 1
        assert view.view is not None
        await _act(stage, table)
        if "retry_after" not in fault and chance.random() < 0.4:
            await stage.quiet()  # whatever is tried again has its time
        if chance.random() < 0.2:
            await chance.choice(people).command("hand", stage.channel)
    stage.sandbox.faults.clear()
    _pass_time(stage, fault.get("retry_after", 0.0))  # Discord asked the bot to wait so long
    await stage.later(RECOVERY_SECONDS)
    await stage.panel(people[0])  # what Discord refused for good is tried again at the next press
    await stage.quiet()


def _pass_time(stage: Stage, seconds: float) -> None:
    stage.sandbox.clock.date.move(seconds)
    stage.clock.move(seconds)


async def _act(stage: Stage, table: str) -> None:
    """Let the seat in turn play by rule, through the service: saved is saved."""
    person = await stage.in_turn_now(table)
    seen = (await stage.tables.panel(table, int(person.id))).view
    assert seen is not None
    words = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
    await stage.tables.act(table, int(person.id), words, phase=seen.phase)


def _nothing_hopeless_is_repeated(stage: Stage, since: int) -> None:
    """Hold each request that Discord refused for good against the most tries there may be."""
    refused = Counter(
        (request.method, request.path, request.raw)
        for request in list(stage.sandbox.log)[since:]
        if request.status is not None and 400 <= request.status < 500 and request.status != 429
    )
    assert max(refused.values(), default=0) <= MOST_TRIES


async def _is_whole(stage: Stage, table: str, people: list[SimulatedUser]) -> None:
    """See that the newest state is on the last board, nothing is there twice, and one DM each."""
    view = await stage.view(table)
    await stage.settled()
    boards = [str(message["components"]) for message in stage.public(table)]
    assert f":{table}:{view.seq}" in boards[-1], "the newest state is not shown"
    assert len({*boards}) == len(boards), "something was posted twice"
    for person in people:
        assert person.dm is not None
        assert len(_of_table(person.messages(person.dm), table)) == 1


def _of_table(messages: list[Json], table: str) -> list[Json]:
    return [message for message in messages if f":{table}:" in str(message["components"])]


@pytest.mark.timeout(600)
async def test_two_hands_with_random_faults(stage: Stage) -> None:
    await _hands_with_faults(stage, 2, seed=1)


@pytest.mark.long
@pytest.mark.timeout(5000)
async def test_a_hundred_hands_with_random_faults(stage: Stage) -> None:
    await _hands_with_faults(stage, int(os.environ.get("FORTYTWO_HANDS", HANDS)), seed=2)
