"""A host keeps finished hands to those who played: each way to them, for others and for players."""

from __future__ import annotations

import json

import pytest

from bot.presenter.words.ids import Verb
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, button, buttons, press, text

from .onlookers import Draftsman, Onlookers, tiles_in_text

KEPT = "Only the people who played this hand can see it."
SHOWING = (
    ("replay", "1", "0:po"),
    ("open-replay", "1", "9:po"),
    ("replay-hand", "0", "1"),
    ("review", "0", "1"),
    ("all-plays", "1", "1"),
    ("more", "0", "1"),
    ("more", "0", "1/2"),
    ("record", "0", "1"),
    ("proof", "0", "1"),
    ("proof", "0", "1/more"),
    ("ask-hand", "1", "play-9"),
)
"""Ids of buttons that show the first hand: verb, number and argument."""


async def kept_table(stage: Stage, *guests: SimulatedUser) -> str:
    """Play a hand with these people at a table whose host keeps hands."""
    table = await stage.lobby(*guests)
    menu = (await press(stage.people[0], await stage.board(table), "menu")).message
    kept = (await press(stage.people[0], menu, "keep-hands", "on")).message
    assert "Only the people who play a hand can see it afterward." in text(kept)
    assert (await stage.people[0].command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    await stage.play_hand(table)
    return table


async def forged(stage: Stage, person: SimulatedUser, table: str, way: tuple[str, ...]) -> str:
    verb, seq, arg = way
    return text((await stage.forge(person, f"42:{verb}:{table}:{seq}:{arg}")).message)


async def test_others_are_refused_each_way_to_a_kept_hand_also_after_a_restart(
    unlit: Stage,
) -> None:
    stage = unlit
    ana, bo, *_, eve = stage.people[:5]
    async with stage.running():
        table = await kept_table(stage, bo)
        for way in SHOWING:
            assert await forged(stage, eve, table, way) == KEPT, way
    async with stage.running():
        for way in SHOWING:
            assert await forged(stage, eve, table, way) == KEPT, way
            judged = way[0] in ("review", "all-plays", "ask-hand")  # waits for the strong players
            for player in () if judged else (ana, bo):
                assert await forged(stage, player, table, way) != KEPT, way
        replayed = await eve.command("replay", stage.channel, hand=f"{table}/1")
        assert text(replayed.message) == KEPT
        recorded = await eve.command("table record", stage.channel)
        assert text(recorded.message) == KEPT
        assert (await ana.command("table record", stage.channel)).message["attachments"]


async def test_kept_hand_is_on_no_public_message(draftsman: Draftsman, unlit: Stage) -> None:
    async with unlit.running():
        await look_at_a_kept_hand(unlit, draftsman)


async def look_at_a_kept_hand(stage: Stage, draftsman: Draftsman) -> None:
    bo = stage.people[1]
    eve = stage.people[4]
    eyes = Onlookers(stage, draftsman)
    table = await kept_table(stage, bo)
    eyes.drain()
    assert (await eve.command("table show", stage.channel)).ok
    assert (await eve.command("last", stage.channel)).ok
    assert (await eve.command("hand", stage.channel)).ok
    await stage.forge(eve, f"42:more:{table}:0")
    await stage.forge(eve, f"42:last:{table}:0")
    await stage.wait_until_quiet()
    board = await stage.board(table)
    shown = json.dumps(board["components"])
    assert not {f"42:{verb}:" for verb in ("review", "replay", "more") if f"42:{verb}:" in shown}
    seen = [each for each in eyes.drain() if each.user_id == eve.id]
    eyes.close()
    assert [each for each in seen if each.where == "picture"]
    assert [(each.where, each.text) for each in seen if each.tiles] == []


async def test_players_see_their_kept_hand_on_their_panel_and_cant_show_it_around(
    stage: Stage, bo: SimulatedUser
) -> None:
    table = await kept_table(stage, bo)
    panel = await stage.panel(bo)
    more = (await press(bo, panel, "more")).message
    assert tiles_in_text(text(more))
    replayed = (await press(bo, more, "replay")).message
    assert not buttons(replayed, "share")
    refusals = [
        text((await stage.forge(bo, f"42:{verb}:{table}:1:{arg}")).message)
        for verb, arg in (("share", "9:po"), ("ask-table-hand", "play-9"))
    ]
    refusals.append(text((await stage.forge(bo, f"42:share:{table}:1")).message))
    assert {each.split(",")[0] for each in refusals} == {
        "This table keeps its hands to the people who played them"
    }
    last = (await bo.command("last", stage.channel)).message
    assert tiles_in_text(text(last))


async def test_kept_hands_stay_kept_and_a_stale_button_says_so(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await kept_table(stage, bo)
    menu = (await stage.forge(ana, f"42:menu:{table}:0")).message
    assert not buttons(menu, "keep-hands")
    stale = (await stage.forge(ana, f"42:keep-hands:{table}:0:off")).message
    assert "stay with the people who played them" in text(stale)
    refused = (await stage.forge(bo, f"42:keep-hands:{table}:0:off")).message
    assert "Only the host" in text(refused)
    assert (await stage.view(table)).keeps_hands


async def test_old_buttons_of_a_hand_stop_as_its_host_keeps_it(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    card = await stage.board(table)
    assert KEPT not in text((await press(eve, card, "replay")).message)
    await stage.forge(ana, f"42:keep-hands:{table}:0:on")
    await stage.wait_until_quiet()
    pressed = await stage.forge(eve, button(card, "replay"))
    assert text(pressed.message) == KEPT
    assert not buttons(await stage.board(table), "replay")


def test_each_verb_that_shows_a_finished_hand_is_tried() -> None:
    tried = {Verb(verb) for verb, _, _ in SHOWING}
    others = {Verb.SHARE, Verb.ASK_TABLE_HAND}  # above; those show it to a whole channel
    assert {Verb.REPLAY, Verb.OPEN_REPLAY, Verb.REPLAY_HAND, Verb.ASK_HAND} <= tried | others


pytestmark = pytest.mark.slow
