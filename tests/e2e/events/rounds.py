"""An event's screens and rounds, as the people of a server see them."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.play import Player
from tests.support.screens import Json, Press, presses, text_of

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
