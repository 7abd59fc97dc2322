"""An event of three tables over two rounds, with a restart and a player who leaves."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.live_stage import RATE, LiveStage
from tests.support.patience import PATIENCE, PatientSandbox
from tests.support.play import Player
from tests.support.program import Program
from tests.support.screens import Json, Press, presses, text_of

PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
CLOSED_EVENT = {"event", "now", "open", "daily"}
ROUND_OVER = "The round is over."


def event_screen(person: SimulatedUser, channel: str) -> Json | None:
    """Return the event's newest public screen."""
    for message in reversed(person.messages(channel)):
        if not message["flags"] & 64 and text_of(message).startswith("## Event"):
            return message
    return None


def words(person: SimulatedUser, channel: str) -> str:
    shown = event_screen(person, channel)
    return "" if shown is None else text_of(shown)


async def shows(person: SimulatedUser, channel: str, text: str) -> Json:
    """Wait until the event's screen contains a text."""
    await person.wait_for(lambda _: text in words(person, channel), channel, timeout=PATIENCE)
    shown = event_screen(person, channel)
    assert shown is not None
    return shown


def seating(screen: str) -> dict[int, tuple[frozenset[str], ...]]:
    """Return the two pairs at each table, from the screen of a running round."""
    line = re.compile(
        r"\*\*Table (\d)\*\* <#\d+>\n(\w+) and (\w+) \*\*\d+\*\* : \*\*\d+\*\* (\w+) and (\w+)"
    )
    return {
        int(found[1]): (frozenset(found.group(2, 3)), frozenset(found.group(4, 5)))
        for found in line.finditer(screen.replace(" (computer)", ""))
    }


def winners(screen: str) -> dict[int, frozenset[str]]:
    """Return the winners of each table, from the screen of a finished round."""
    line = re.compile(r"\*\*Table (\d)\*\* <#\d+>\n\*\*(\w+) and (\w+)\*\* beat")
    found = line.finditer(screen.replace(" (computer)", ""))
    return {int(one[1]): frozenset(one.group(2, 3)) for one in found}


def threads(screen: str) -> dict[int, str]:
    return {int(n): c for n, c in re.findall(r"\*\*Table (\d)\*\* <#(\d+)>", screen)}


def round_of(screen: str) -> str:
    found = re.search(r"Round \d+", screen)
    return "" if found is None else found[0]


def event_words(person: SimulatedUser) -> str:
    """Return the text of the event's screen."""
    return next(filter(None, (words(person, channel) for channel in person.state.channels)), "")


async def play_round(
    people: Mapping[str, SimulatedUser], screen: str, *, stop_after: int | None = None
) -> None:
    """Play everyone's game to its end, or this many of their acts.

    The event's screen shows whether a game is over. A table's own board does not: the last round's
    board may still be there when the next round begins.
    """

    async def play(player: Player, table: int) -> None:
        def over() -> bool:
            shown = event_words(player.person)
            return table in winners(shown) or round_of(shown) != round_of(screen)

        while not over():
            if stop_after is not None and len(player.acted) >= stop_after:
                return
            if player.acts():
                await player.act()
            elif (ready := player._ready()) is not None:
                player.readied.add(ready.custom_id)
                await player.click(ready)
            else:
                await player.wait(lambda _: over() or bool(player.acts() or player._ready()))

    places = threads(screen)
    async with asyncio.TaskGroup() as group:
        for table, pairs in seating(screen).items():
            for name in (name for pair in pairs for name in pair if name in people):
                randomness = random.Random(f"{name} {table}")
                player = Player(people[name], places[table], at="dm", randomness=randomness)
                group.create_task(play(player, table))


MANAGED = ("event-start", "event-next", "event-close")


async def press(person: SimulatedUser, channel: str, verb: str) -> None:
    """Press a button of the event's screen, waiting for it to appear after an act.

    What only the host can press is on the page behind Manage.
    """

    def button() -> Press | None:
        shown = event_screen(person, channel)
        wanted = "event-manage" if verb in MANAGED else verb
        return None if shown is None else next(presses(shown, wanted), None)

    await person.wait_for(lambda _: button() is not None, channel, timeout=PATIENCE)
    found = button()
    assert found is not None
    outcome = await person.click(found.message, found.custom_id)
    assert outcome.ok
    if verb in MANAGED:
        assert outcome.message is not None
        page = person.message(outcome.message) or outcome.message
        (found,) = presses(page, verb)
        assert (await person.click(page, found.custom_id)).ok


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
