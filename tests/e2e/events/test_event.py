"""An event of three tables over two rounds, with a restart and a player who leaves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.events.rounds import (
    ROUND_OVER,
    event_screen,
    play_round,
    press,
    seating,
    shows,
    threads,
    winners,
    words,
)
from tests.support.live_stage import RATE, LiveStage
from tests.support.patience import PATIENCE, PatientSandbox
from tests.support.program import Program
from tests.support.screens import presses, text_of

PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
CLOSED_EVENT = {"event", "now", "open", "daily"}


def follows_rotation(
    before: dict[int, tuple[frozenset[str], ...]],
    won: dict[int, frozenset[str]],
    after: dict[int, tuple[frozenset[str], ...]],
) -> bool:
    """Check that winners moved up and losers stayed, and the reverse at table one (000:201)."""
    lost = {table: next(p for p in pairs if p != won[table]) for table, pairs in before.items()}
    last = max(before)
    wanted = {1: {won[1], won[2]}, last: {lost[last], lost[1]}}
    for table in range(2, last):
        wanted[table] = {lost[table], won[table + 1]}
    return {table: set(pairs) for table, pairs in after.items()} == wanted


async def test_event_of_three_tables_over_two_rounds(tmp_path: Path) -> None:
    async with PatientSandbox(people=PEOPLE, clock_rate=RATE) as sandbox:
        program = Program(sandbox, tmp_path, {"SHAKE_SEED": "event"})
        stage = LiveStage(sandbox, program, seed="event")
        await program.start()
        try:
            await _event(stage)
        except BaseException:
            print(program.log)
            raise
        finally:
            status = await program.stop()
        assert status == 0
        stage.check()


async def _event(stage: LiveStage) -> None:
    people = {person.name: person for person in stage.people}
    channel = stage.channel
    ana = people["Ana"]
    bo = people["Bo"]
    gus = people["Gus"]
    opened = await ana.command("event open", channel, options="target=1")
    assert opened.ok
    await _everybody_joins(stage.people[1:], channel)
    assert (await bo.command("event join", channel, partner=people["Hal"].id)).ok
    await shows(ana, channel, "Bo and Hal")
    await press(ana, channel, "event-start")
    first = text_of(await shows(ana, channel, "Round 1"))
    tables = seating(first)
    assert sorted(name for pairs in tables.values() for p in pairs for name in p) == sorted(PEOPLE)
    assert any(frozenset(("Bo", "Hal")) in pairs for pairs in tables.values())

    await play_round(people, first, stop_after=1)
    await stage.crash()
    assert seating(words(ana, channel)) == tables
    assert (await gus.command("event leave", channel)).ok
    await shows(ana, channel, "1 place")
    left = {name: person for name, person in people.items() if person is not gus}
    after_leaving = text_of(await shows(ana, channel, "Round 1"))
    await play_round(left, after_leaving)
    over = text_of(await shows(ana, channel, ROUND_OVER))
    assert len(winners(over)) == 3
    assert "Standings" in over

    await press(ana, channel, "event-next")
    second = text_of(await shows(ana, channel, "Round 2"))
    assert threads(second) == threads(first)
    assert follows_rotation(seating(after_leaving), winners(over), seating(second))
    assert (await gus.command("event join", channel)).ok
    await shows(ana, channel, "Gus")
    second = text_of(await shows(ana, channel, "Round 2"))
    await play_round(people, second)
    await shows(ana, channel, ROUND_OVER)
    status = await bo.command("event status", channel)
    assert status.message is not None
    assert text_of(status.message).count(" of 2 ·") == 6
    await press(ana, channel, "event-close")
    final = text_of(await shows(ana, channel, "the event"))
    assert re.search(r"### .+ win the event", final)
    assert {press.verb for press in presses(event_screen(ana, channel) or {})} == CLOSED_EVENT


async def _everybody_joins(people: Sequence[SimulatedUser], channel: str) -> None:
    for person in people:
        await person.wait_for(
            lambda _, p=person: event_screen(p, channel) is not None, channel, timeout=PATIENCE
        )
        await press(person, channel, "event-join")
