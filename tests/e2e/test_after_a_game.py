"""Screens that survive restarts: boards, replay, coach, settings, personal data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.live_stage import LiveStage
from tests.support.play import begin, play_game
from tests.support.screens import Json, Press, is_private, presses, text_of


@pytest.fixture
def rate() -> float:
    """Whole games would take too long under Discord's rate limits."""
    return 10.0


async def show(stage: LiveStage, person: SimulatedUser, command: str) -> Json:
    """Run a command, whose answer is ephemeral."""
    outcome = await person.command(command, stage.channel)
    assert outcome.ok
    assert outcome.message is not None
    assert is_private(outcome.message)
    return outcome.message


async def press(person: SimulatedUser, shown: Press) -> Json:
    """Press a button; return what answers it."""
    outcome = await person.click(shown.message, shown.custom_id, list(shown.values))
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


def first(message: Json, verb: str, arg: str | None = None) -> Press:
    """Return the first enabled component of a verb."""
    return next(each for each in presses(message, verb) if arg in (None, each.arg))


def chosen(message: Json) -> list[str]:
    """Return the selected options of a message."""
    selects = (part.get("options") or [] for part in walk(message["components"]))
    return [option["value"] for options in selects for option in options if option.get("default")]


async def test_screens_after_a_game_survive_a_restart(stage: LiveStage) -> None:
    ana, bo = stage.people[:2]
    await play_game(await begin(stage.people, stage.channel, options="target=1"))

    await stage.crash()
    leaders = text_of(await show(stage, bo, "leaderboard"))
    assert all(person.name in leaders for person in stage.people)
    assert leaders.count("1 of 1 won") == 2
    assert "1 game played" in text_of(await show(stage, ana, "profile"))
    games, again = [await show(stage, ana, "history") for _ in range(2)]
    assert "1–0" in text_of(games) or "0–1" in text_of(games)
    settings = await show(stage, ana, "settings")
    assert "confirm/on" not in chosen(settings)
    kept = await show(stage, ana, "privacy")
    assert "1 finished game" in text_of(kept)

    await stage.crash()
    hands, others = [await press(ana, first(each, "game-hands")) for each in (games, again)]
    await press(ana, first(settings, "settings", "confirm/on"))
    sure = await press(ana, first(kept, "privacy", "delete"))

    await stage.crash()
    assert "The shake" in text_of(await press(ana, first(hands, "replay-hand")))
    lessons = await press(ana, first(others, "coach"))
    assert "at Table 1" in text_of(lessons) or "Looking through" in text_of(lessons)
    assert "confirm/on" in chosen(await show(stage, ana, "settings"))
    assert "I've forgotten you" in text_of(await press(ana, first(sure, "privacy", "yes")))

    await stage.crash()
    assert "I keep nothing about you" in text_of(await show(stage, ana, "privacy"))
    left = text_of(await show(stage, bo, "leaderboard"))
    assert ana.name not in left
    assert bo.name in left


async def test_host_changes_the_next_game_and_rematch_is_pressed_anew(stage: LiveStage) -> None:
    ana, bo = stage.people[:2]
    await play_game(await begin(stage.people, stage.channel, options="target=1"))

    def shows(*texts: str) -> Callable[[Json], bool]:
        return lambda m: not is_private(m) and all(text in text_of(m) for text in texts)

    card = await bo.wait_for(shows("Rematch 0/4"), stage.channel)
    assert (await bo.click(card, first(card, "rematch").custom_id)).ok
    card = await ana.wait_for(shows("Rematch 1/4"), stage.channel)

    refused = await press(bo, first(card, "menu"))
    assert not list(presses(refused, "house"))
    menu = await press(ana, first(card, "menu"))
    page = await press(ana, first(menu, "house"))
    page = await press(ana, first(page, "toggle", "nello=on"))
    assert "**House rules:** nel-o, to 1 mark." in text_of(page)
    menu = await press(ana, first(page, "menu"))
    players = await press(ana, first(menu, "players"))
    trade = next(press for press in presses(players, "trade-seats"))
    outcome = await ana.click(trade.message, trade.custom_id, ["1-2"])
    assert outcome.ok
    changed = await bo.wait_for(shows("Rematch 0/4", "Next game:"), stage.channel)
    assert "**Changed for the next game:** nel-o." in text_of(changed)
    for person in stage.people:
        now = person.message(changed) or changed
        assert (await person.click(now, first(now, "rematch").custom_id)).ok
    rules = await press(bo, first(await show(stage, bo, "table rules"), "rules", "2"))
    assert "**House rules:** Nel-o is" in text_of(rules)
