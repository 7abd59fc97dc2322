"""A stranger who has guessed a private table's id tries every verb and command."""

from __future__ import annotations

import pytest

from bot.presenter.words.ids import Verb
from bot.publisher.rights import ELSEWHERE, OF_EVENTS, OF_MANAGERS, OF_PLANS, OF_VOTES
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.stage import Stage, buttons, press, text

from .onlookers import Draftsman, Onlookers

pytestmark = pytest.mark.slow

NO_SEAT = "You can't sit here without an invitation."
NO_TABLE = "There's no table here."
ABOUT_A_HAND = {
    Verb.REPLAY: "0:po",
    Verb.OPEN_REPLAY: "0:po",
    Verb.REPLAY_HAND: "1",
    Verb.SHARE: "0:po",
    Verb.COACH: "table",
    Verb.ASK_HAND: "play-9",
    Verb.ASK_TABLE_HAND: "play-9",
}
"""Verbs about a finished hand that are pressed anywhere, with an argument."""
AT_A_TABLE = [
    verb
    for verb in Verb
    if verb not in ELSEWHERE | OF_EVENTS | OF_PLANS | OF_VOTES or verb in ABOUT_A_HAND
]
HANDS = {*ABOUT_A_HAND, Verb.MORE, Verb.RECORD, Verb.PROOF, Verb.REVIEW, Verb.ALL_PLAYS}


async def private_game(stage: Stage, host: int = 0) -> str:
    """Start a private game of two people: Ana and Bo, or those from `host` on."""
    first, other = stage.people[host : host + 2]
    assert (await first.command("table open", stage.channel, private=True)).ok
    (row,) = await stage.tables.tables_of(int(first.id))
    await stage.tables.sit(row.table_id, int(other.id), other.name, with_code=True)
    await stage.tables.computers.begin(row.table_id, int(first.id))
    await stage.wait_until_quiet()
    return row.table_id


async def forged(stage: Stage, person: SimulatedUser, table: str, verb: Verb) -> str:
    arg = ABOUT_A_HAND.get(verb, "1")
    return said_by(await stage.forge(person, f"42:{verb}:{table}:1:{arg}"))


def said_by(outcome: ActionResult) -> str:
    return "" if outcome.message is None else text(outcome.message)


async def test_stranger_is_told_nothing_by_any_button(draftsman: Draftsman, unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        ana, *_, eve = stage.people[:5]
        eyes = Onlookers(stage, draftsman)
        table = await private_game(stage)
        for _ in range(2):  # during the first hand, then after it
            eyes.drain()
            told = {verb: await forged(stage, eve, table, verb) for verb in AT_A_TABLE}
            expected = dict.fromkeys(AT_A_TABLE, NO_SEAT)
            unlike = {verb: told[verb] for verb in AT_A_TABLE if told[verb] != expected[verb]}
            assert {verb for verb in unlike if verb in HANDS - set(ABOUT_A_HAND)} == set()
            assert [each for each in unlike.items() if not is_silent(*each)] == []
            await stage.wait_until_quiet()
            assert leaks(eyes, eve, ana) == []
            await stage.play_hand(table)
        for verb in ABOUT_A_HAND:
            assert await forged(stage, eve, table, verb) == NO_SEAT, verb
        eyes.close()


def is_silent(verb: Verb, said: str) -> bool:
    """Return True if a verb's answer reveals nothing: it is about no table, or no such hand."""
    nothing = ("I can't find that hand here.", "That button is from", NO_TABLE, NO_SEAT)
    own = {Verb.SETTINGS, Verb.BLOCKS, Verb.PRIVACY, Verb.HISTORY, Verb.HISTORY_GAME, Verb.DAILY}
    return said.startswith(nothing) or verb in own


def leaks(eyes: Onlookers, stranger: SimulatedUser, host: SimulatedUser) -> list[object]:
    """List what somebody saw of tiles, or of the host."""
    seen = [each for each in eyes.drain() if each.user_id == stranger.id]
    return [(each.where, each.text) for each in seen if each.tiles or host.name in each.text]


async def test_stranger_is_told_nothing_by_commands(draftsman: Draftsman, unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        ana, *_, eve = stage.people[:5]
        eyes = Onlookers(stage, draftsman)
        table = await private_game(stage)
        await stage.play_hand(table)
        eyes.drain()
        assert said_by(await eve.command("replay", stage.channel, hand=f"{table}/1")) == NO_SEAT
        listed = await stage.forge(eve, "42:game-hands:-:1", [f"{table}/1"])
        assert said_by(listed) == NO_SEAT
        for name in ("hand", "last", "hint", "table join", "table record", "table rules"):
            assert said_by(await eve.command(name, stage.channel)) == NO_TABLE, name
        assert "No tables here yet." in said_by(await eve.command("table status", stage.channel))
        await stage.wait_until_quiet()
        assert leaks(eyes, eve, ana) == []
        eyes.close()


async def test_refused_button_about_no_hand_leads_no_stranger_to_the_table(stage: Stage) -> None:
    bo, *_, eve = stage.people[1:5]
    table = await private_game(stage)
    for verb in (Verb.REPLAY, Verb.SHARE, Verb.ASK_HAND):
        told = []
        for person in (bo, eve):
            refused = await stage.forge(person, f"42:{verb}:{table}:1:nonsense")
            told.append(buttons(refused.message, "hand"))
        assert told[0]  # its id says how far the hand is
        assert not told[1]


async def test_players_open_their_private_hands_also_after_they_left(stage: Stage) -> None:
    ana, bo, *_, eve = stage.people[:5]
    table = await private_game(stage)
    await stage.play_hand(table)
    await stage.tables.leave(table, int(bo.id))
    for verb in (Verb.REPLAY, Verb.MORE, Verb.RECORD, Verb.PROOF):
        for person in (ana, bo):
            assert await forged(stage, person, table, verb) != NO_SEAT, verb
        assert await forged(stage, eve, table, verb) == NO_SEAT, verb
    assert (await stage.forge(bo, f"42:sit:{table}:0")).ok  # the seat waits until the next shake
    assert (await stage.view(table)).held_by(int(bo.id)) is not None


async def test_manager_closes_a_private_table(stage: Stage) -> None:
    manager = stage.people[0]
    assert stage.sandbox.state.guilds[stage.sandbox.guild_id].owner_id == manager.id
    table = await private_game(stage, host=1)
    assert said_by(await stage.forge(manager, f"42:hand:{table}:0")) == NO_SEAT
    asked = await stage.forge(manager, f"42:close:{table}:0")
    assert (await press(manager, asked.message, "close", "yes")).ok


def test_verbs_that_managers_use_are_few() -> None:
    assert {Verb.MENU, Verb.CLOSE} == OF_MANAGERS
