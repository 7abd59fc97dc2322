"""A blocked person gets, byte for byte, what a stranger gets at a private table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.presenter.words.ids import Verb
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Stage, text

pytestmark = pytest.mark.slow

NO_SEAT = "You can't sit here without an invitation."
OF_ONES_OWN = {Verb.NOW, Verb.OPEN}
"""Verbs that open a table of one's own: the second person to press them meets the first one's."""
OF_HANDS = {
    Verb.REPLAY: "0:po",
    Verb.OPEN_REPLAY: "0:po",
    Verb.SHARE: "0:po",
    Verb.ASK_HAND: "play-9",
    Verb.ASK_TABLE_HAND: "play-9",
    Verb.COACH: "table",
}
"""Arguments of verbs that show a finished hand; the others get the number of a hand or a seat."""
COMMANDS: dict[str, dict[str, Any]] = {
    "bid": {"call": "31"},
    "claim": {},
    "exchange": {"take": "none", "give": "none"},
    "hand": {},
    "hint": {},
    "join": {"code": "hello"},
    "last": {},
    "play": {"tile": "6-4"},
    "table join": {},
    "table leave": {},
    "table move": {},
    "table pace": {"pace": "fast"},
    "table record": {},
    "table rules": {},
    "table show": {},
    "table start": {},
    "table status": {},
    "trump": {"suit": "fives"},
}
"""The commands about the table of a channel."""
OF_EACH = {
    *("id", "timestamp", "edited_timestamp"),
    *("message_reference", "interaction", "interaction_metadata"),
}
"""What differs between two equal messages of Discord."""


def received(person: SimulatedUser, outcome: ActionResult) -> str:
    """Write down everything that somebody got, without their own name and id."""
    form = None if outcome.modal is None else [outcome.modal.title, outcome.modal.components]
    got = json.dumps([outcome.ok, outcome.type, bare(outcome.message), form])
    return re.sub(rf"\b({person.id}|{person.name})\b", "them", got)


def bare(value: Any) -> Any:
    """Return a message without what Discord gives to each."""
    if isinstance(value, dict):
        return {key: bare(each) for key, each in value.items() if key not in OF_EACH}
    return [bare(each) for each in value] if isinstance(value, list) else value


async def unlike(
    stage: Stage, table: str, stranger: SimulatedUser, blocked: dict[SimulatedUser, set[Verb]]
) -> list[tuple[str, str, str]]:
    """Press every button as each; list what blocked people got, and what the stranger did.

    `blocked`: what each of them may press, which isn't tried. No answer may lead to the table.
    """
    found = []
    for verb in Verb:
        if verb in OF_ONES_OWN:
            continue
        custom_id = f"42:{verb}:{table}:1:{OF_HANDS.get(verb, '1')}"
        usual = received(stranger, await stage.forge(stranger, custom_id))
        assert verb is Verb.HABITS or table not in usual, custom_id  # it leads back there
        for person, own in blocked.items():
            if verb in own:
                continue
            got = received(person, await stage.forge(person, custom_id))
            if got != usual:
                found.append((custom_id, usual, got))
    return found


async def private_game(stage: Stage, *seated: SimulatedUser, invited: SimulatedUser) -> str:
    """Start a private game of Ana and those who have its code, to which somebody is invited."""
    ana = stage.people[0]
    assert (await ana.command("table open", stage.channel, private=True)).ok
    (row,) = await stage.tables.tables_of(int(ana.id))
    await stage.store.invitations.invite(row.table_id, [int(invited.id)], int(ana.id), 0.0)
    for person in seated:
        await stage.tables.sit(row.table_id, int(person.id), person.name, with_code=True)
    await stage.tables.computers.begin(row.table_id, int(ana.id))
    await stage.wait_until_quiet()
    return row.table_id


@pytest.mark.parametrize("has_board", [True, False])
async def test_blocked_person_gets_what_a_stranger_gets_by_every_button(
    stage: Stage, has_board: bool
) -> None:
    ana, bo, cy, di, eve = stage.people[:5]
    if not has_board:
        stage.sandbox.deny(stage.channel, Permission.CREATE_PRIVATE_THREADS)
    table = await private_game(stage, bo, di, invited=cy)
    assert ((await stage.view(table)).place is not None) is has_board
    for person in (cy, di):
        await stage.tables.blocks.block(int(ana.id), int(person.id))
    assert await unlike(stage, table, eve, {cy: set()}) == []
    await stage.play_hand(table)
    await stage.tables.leave(table, int(di.id))
    await stage.next_hand(table)
    theirs = {*OF_HANDS, Verb.REPLAY_HAND, Verb.HABITS, Verb.PROFILE}  # what they have played
    assert await unlike(stage, table, eve, {cy: set(), di: theirs}) == []
    replayed = await stage.forge(di, f"42:replay:{table}:1:0:po")
    assert text(replayed.message) != NO_SEAT


async def test_blocked_person_gets_what_a_stranger_gets_by_every_command(stage: Stage) -> None:
    ana, bo, cy, _, eve = stage.people[:5]
    table = await private_game(stage, bo, invited=cy)
    await stage.tables.blocks.block(int(ana.id), int(cy.id))
    await stage.play_hand(table)
    for name, options in COMMANDS.items():
        asked = [await each.command(name, stage.channel, **options) for each in (eve, cy)]
        assert received(eve, asked[0]) == received(cy, asked[1]), name
    replays = [
        received(each, await each.command("replay", stage.channel, hand=f"{table}/1"))
        for each in (eve, cy)
    ]
    assert replays[0] == replays[1]
    assert NO_SEAT in replays[0]
