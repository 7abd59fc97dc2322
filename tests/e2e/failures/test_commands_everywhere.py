"""Every command in every kind of place of a server: it works, or its answer says where it does.

    python -m pytest -s tests/e2e/failures/test_commands_everywhere.py

prints the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from cogs.invitations import INVITE_TO_MY_TABLE
from discord_sandbox.api.commands import GROUP, SUBCOMMAND
from discord_sandbox.checks.refusal import Json
from tests.e2e.failures.evening import PLACES, Evening, add_place
from tests.support.stage import Stage

WORKS = {
    "help": "## How a hand of 42 goes",
    "daily": "Same deal for all, one try each.",
    "settings": "## Your settings",
    "privacy": "## What I keep about you",
    "profile": "## Ana",
    "leaderboard": "## Leaderboard",
    "history": "## Your games",
    "bid-this": "### What would you bid?",
    "block": "### You've blocked Bo",
    "join": "No open table has that code.",
    "report": "The people who run this bot will read your report.",
    "admin setup": "## Set up 42",
    "admin settings": "## Settings of this server",
    "admin rules": "## House rules of this server",
    "admin diagnose": "**Everything works.**",
    "table plan": "It's planned for <t:",
    "event open": "You're in! The event is in <#",
    "event join": "You're in! The event is in <#",
    "event status": "## Event · Texas 42",
    "event start": "An event needs at least 4 people, and 2 have joined.",
    "event next": "The event hasn't started.",
    "event move": "The event moved to <#",
    "event leave": "You left the event in <#",
    "event close": "> is over.",
    "table open": "is open in <#{place}>.",
    "table join": "You're in seat 2.",
    "table status": "in <#{place}>: 0 seats are open.",
    "table show": "Ana, Bo, Cy and Di",
    "table rules": "**Deal.** 7 dominoes each; partners across.",
    "table pace": "Relaxed pace",
    "table start": "**Your dominoes:**",
    "hand": "**Your dominoes:**",
    "bid": "You have the high bid: 31.",
    "exchange": "You can name blanks, ones, twos,",  # in 42 there is nothing to exchange
    "trump": "You lead. Lead any domino.",
    "play": ", led · ",
    "last": "win trick 1 with",
    "hint": "**Hint: ",
    "claim": "### Lay down?",
    "replay": "-# Table 1 · Hand 1 · The shake",
    "table record": "The record of game 1 at Table 1.",
    "table again": "is open in <#{place}>.",
    "table leave": "This table is closed.",
    "table move": "3 seats are open.",
    "table close": "This table is closed.",
}
"""What each command says where it works."""
ELSEWHERE = "can't have any. Pick a text channel."
WITHOUT_THREADS = ("post", "voice", "stage")
"""The places in which there can't be events, whose tables get threads."""


def expected(command: str, place: str) -> str:
    """Return what a command says in a kind of place."""
    if command.startswith("event ") and place in WITHOUT_THREADS:
        return ELSEWHERE
    return WORKS[command]


def names_of(command: Json) -> Iterator[str]:
    """Yield the names of a command's subcommands, or its own."""
    nested = [each for each in command["options"] if each["type"] in (SUBCOMMAND, GROUP)]
    for each in nested:
        yield from (f"{command['name']} {name}" for name in names_of({"options": [], **each}))
    if not nested:
        yield command["name"]


def as_table(said: Mapping[tuple[str, str], str]) -> str:
    """Write what was found as a table in Markdown."""
    rows = ["command", "---", *(f"`/{command}`" for command in WORKS)]
    for place in PLACES:
        marks = ["says where" if ELSEWHERE in said[name, place] else "works" for name in WORKS]
        for number, cell in enumerate((place, "---", *marks)):
            rows[number] += f" | {cell}"
    return "\n".join(f"| {row} |" for row in rows)


@pytest.mark.timeout(300)
async def test_every_command_works_or_says_where_it_does_in_every_kind_of_channel(
    stage: Stage,
) -> None:
    said: dict[tuple[str, str], str] = {}
    for number, kind in enumerate(PLACES):
        place = add_place(stage, kind)
        evening = Evening(stage, place, stage.channel, stage.people[number % 2])
        async for command, answer in evening.answers():
            wanted = expected(command, kind).format(place=place)
            assert wanted in answer, f"/{command} in {kind}: {answer!r}"
            said[command, kind] = answer
    registered = {name for each in stage.sandbox.commands.all() for name in names_of(each)}
    assert registered - {INVITE_TO_MY_TABLE} == set(WORKS)  # that one is about a person
    assert said.keys() == {(name, place) for name in WORKS for place in PLACES}
    assert stage.bot.router.failed == 0
    assert not stage.sandbox.refusals
    print(as_table(said))
