"""Every kind of request that a table makes fails in every way, and the table continues.

    python -m pytest -m long tests/e2e/failures/test_matrix.py

The messages to users about failures are tested elsewhere: answers, boards, direct messages.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.stage import Stage, button

FAILURES: dict[str, dict[str, Any]] = {
    "429": {"status": 429, "retry_after": 0.05},
    "429 for all routes": {"status": 429, "retry_after": 0.05, "global_": True},
    "500": {"status": 500},
    "502": {"status": 502},
    "503": {"status": 503},
    "504": {"status": 504},
    "reset": {"reset": True},
    "reset on the way back": {"reset": True, "after": True},
    "no answer for long": {"reset": True, "delay": 1.0},
    "403": {"status": 403, "code": 50013},
    "404": {"status": 404, "code": 10008},
}
REQUESTS = (
    "POST /interactions/*/*/callback",
    "PATCH /webhooks/*/*/messages/@original",
    "DELETE /webhooks/*/*/messages/@original",
    "POST /webhooks/*/*",
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "DELETE /channels/*/messages/*",
    "POST /users/@me/channels",
)
MOST_FAILURES = 3  # of the same request in a row
MOST_TRIES = 4
LONG = 30.0  # by then a table has recovered on its own


async def _insists(stage: Stage, doing: Any) -> ActionResult:
    """Act as a user, retrying if Discord reports a failure."""
    for _ in range(MOST_TRIES):
        acting = asyncio.create_task(doing())
        while not acting.done():
            await asyncio.wait({acting}, timeout=0.5)
            if not acting.done() and not stage.bot.router.under_way:
                stage.sandbox.clock.work.move(3.1)
        if (outcome := acting.result()).ok:
            return outcome
        await stage.wait_until_quiet()
    raise AssertionError("nothing was answered")


async def _acts(stage: Stage, table: str) -> None:
    """Pass as the player whose turn it is, retrying on their panel."""
    before = (await stage.view(table)).seq
    person = await stage.in_turn_now(table)

    async def act() -> ActionResult:
        panel = await person.command("hand", stage.channel)
        if not panel.ok or (await stage.view(table)).seq > before:
            return panel
        return await person.click(panel.message, button(panel.message, "call", "pass"))

    await _insists(stage, act)
    await stage.wait_until_quiet()


async def _uses(stage: Stage, table: str, channel: str, host: SimulatedUser) -> None:
    """Pass for everyone, deal new hands, move the board down, and open another table."""
    for _ in range(4):
        await _acts(stage, table)
    await stage.later(LONG)
    watcher = (await stage.others(table))[0]
    await _insists(stage, lambda: watcher.command("table show", stage.channel))
    await stage.wait_until_quiet()
    await _insists(stage, lambda: host.command("table open", channel))
    await _insists(stage, lambda: host.command("table start", channel))
    await stage.wait_until_quiet()


async def _is_whole(stage: Stage, table: str) -> None:
    """Check that the newest state is shown and play can continue."""
    view = await stage.view(table)
    assert (view.status, view.hand_no) == (Status.PLAYING, 2)
    board = await stage.board(table)
    assert f":{table}:{view.seq}" in str(board["components"])
    await _acts(stage, table)
    assert (await stage.view(table)).seq > view.seq


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("request_", REQUESTS)
@pytest.mark.parametrize("failure", FAILURES)
async def test_table_survives_every_failure_of_every_request(
    stage: Stage, failure: str, request_: str
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    eve = stage.people[4]
    fault = stage.sandbox.add_fault(request_, times=MOST_FAILURES, **FAILURES[failure])
    await _uses(stage, table, stage.sandbox.channels["general"], eve)
    stage.sandbox.faults.clear()
    await stage.later(LONG)
    assert fault.hits
    await _is_whole(stage, table)
    assert stage.bot.router.failed == 0
