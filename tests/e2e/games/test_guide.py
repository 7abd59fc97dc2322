"""The guided first hand of a new player, started with Play now."""

from __future__ import annotations

from tests.e2e.conftest import Stage
from tests.support.play import Player
from tests.support.screens import Json, can, presses, text_of


async def play_now(stage: Stage) -> Player:
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


async def act(player: Player) -> None:
    """Make the first act offered other than a pass."""
    await player.until(lambda: bool(player.acts()))
    press = next(each for each in player.acts() if each.arg != "pass")
    player.acted.append((press.seq, press.verb, press.arg))
    assert (await player.click(press)).ok


async def test_only_the_first_hand_is_guided(stage: Stage) -> None:
    player = await play_now(stage)
    while not can(player.panel() or {}, "review"):
        await player.until(lambda: bool(player.acts()) or can(player.panel() or {}, "ready"))
        if player.acts():
            assert can(panel(player), "know")
            await act(player)
    assert "Lessons don't count" in text_of(panel(player))
    await player.press("ready")
    await player.until(lambda: bool(player.acts()))
    assert not can(panel(player), "know")


async def test_guide_stays_off_for_a_player_who_declined_it(stage: Stage) -> None:
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
