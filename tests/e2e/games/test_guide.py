"""The guided first hand of a new player, started with Play now, and the short game after it."""

from __future__ import annotations

import asyncio

from discord_sandbox.client.simulated_user import ActionResult
from tests.support.live_stage import LiveStage
from tests.support.play import Player
from tests.support.screens import Json, can, presses, text_of


async def play_now(stage: LiveStage) -> Player:
    """Press Play now in the help; return the player at the table."""
    ana = stage.people[0]
    shown = (await ana.command("help", stage.channel)).message
    assert shown is not None
    assert (await ana.click(shown, next(presses(shown, "now")).custom_id)).ok
    return Player(ana, stage.channel, at="table")


def panel(player: Player) -> Json:
    """Return the player's panel at the table."""
    found = player.panel()
    assert found is not None
    return found


async def sees(player: Player, words: str) -> Json:
    """Wait until the player's panel says something, and return it."""
    await player.until(lambda: words in text_of(player.panel() or {}))
    return panel(player)


async def answer_wrongly(player: Player, question: str, verb: str, arg: str, said: str) -> None:
    """Press a wrong answer, for which every button works, and read why it is wrong."""
    asked = await sees(player, question)
    offered = list(presses(asked, verb))
    assert len({each.seq for each in offered}) == 1
    wrong = next(each for each in offered if each.arg == arg)
    assert (await player.click(wrong)).ok
    shown = await sees(player, said)
    assert [each.custom_id for each in presses(shown, verb)] == [each.custom_id for each in offered]


async def press_old(stage: LiveStage, player: Player, custom_id: str) -> ActionResult:
    """Press a button of an earlier turn, on a message that still shows it."""
    button = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id}
    place = stage.sandbox
    message = place.message_writer.create(
        place.state.channel(stage.channel),
        place.state.bot_id,
        {"content": "old", "components": [{"type": 1, "components": [button]}]},
        (),
    )
    return await player.person.click(message, custom_id)


async def test_the_whole_lesson_with_wrong_answers_a_restart_and_old_buttons(
    stage: LiveStage,
) -> None:
    player = await play_now(stage)
    bids = await sees(player, "Hoyt and I will take 30 of 42 points")
    assert not can(bids, "claim")
    assert (await player.press("call", "30")).ok
    await answer_wrongly(player, "What's trump?", "contract", "5", "Fives: only 3.")
    assert (await player.press("contract", "3")).ok
    lead = await sees(player, "Lead the 3-3")
    assert not can(lead, "claim")
    refused = (await player.person.command("claim", stage.channel)).message
    assert "Play it to the end" in text_of(refused or {})
    first = next(each for each in presses(lead, "play") if each.arg == "33")
    twice = await asyncio.gather(player.click(first), player.click(first))
    assert all(outcome.ok for outcome in twice)
    await sees(player, "Lead the 6-3")
    await stage.crash()
    assert (await press_old(stage, player, first.custom_id)).ok
    await sees(player, "earlier turn")
    assert (await player.press("play", "63")).ok
    await sees(player, "The other threes are gone")
    assert (await player.press("play", "21")).ok
    await answer_wrongly(player, "Ones are led.", "play", "31", "the 3-1 is a three, so it's trump")
    assert (await player.press("play", "50")).ok
    await sees(player, "Right: you hold no ones")
    await answer_wrongly(player, "What do you give?", "play", "53", "it would take the trick")
    assert (await player.press("play", "55")).ok
    end = await sees(player, "You made it! 30 bid, 30 taken.")
    assert "your 10 points count for us" in text_of(end)
    assert "That's one mark, and seven win." in text_of(end)


async def test_only_the_first_hand_is_guided_and_the_next_game_is_short(stage: LiveStage) -> None:
    player = await play_now(stage)
    for verb, arg in LESSON:
        assert (await player.press(verb, arg)).ok
    await sees(player, "You made it!")
    await player.press("ready")
    await player.until(lambda: bool(player.acts()))
    shown = await sees(player, "Hint: ")
    assert not can(shown, "know")


LESSON = (
    ("call", "30"),
    ("contract", "3"),
    ("play", "33"),
    ("play", "63"),
    ("play", "21"),
    ("play", "55"),
    ("play", "50"),
)


async def test_guide_stays_off_for_a_player_who_declined_it(stage: LiveStage) -> None:
    player = await play_now(stage)
    await player.until(lambda: can(player.panel() or {}, "know") and bool(player.acts()))
    assert (await player.press("know")).ok
    await player.until(lambda: bool(player.acts()))  # an ordinary hand, without the guide
    assert not can(panel(player), "know")
    assert can(panel(player), "hint")
    asked = (await player.person.command("table close", player.channel)).message
    assert asked is not None
    assert (await player.person.click(asked, next(presses(asked, "close")).custom_id)).ok
    again = await play_now(stage)
    await again.until(lambda: bool(again.acts()))
    assert not can(panel(again), "know")
