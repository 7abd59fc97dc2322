"""Screens that survive restarts: boards, replay, coach, settings, personal data."""

from __future__ import annotations

import pytest

from bot.sandbox.checks.components import walk
from bot.sandbox.client.simulated_user import SimulatedUser
from tests.e2e.conftest import Stage
from tests.support.play import begin, play_game
from tests.support.screens import Json, Press, is_private, presses, text_of


@pytest.fixture
def rate() -> float:
    """Whole games would take too long under Discord's rate limits."""
    return 10.0


async def show_again(stage: Stage, person: SimulatedUser, command: str, **options: str) -> Json:
    """Restart the bot and run a command, whose answer is ephemeral."""
    await stage.crash()
    outcome = await person.command(command, stage.channel, **options)
    assert outcome.ok
    assert outcome.message is not None
    assert is_private(outcome.message)
    return outcome.message


async def press_again(stage: Stage, person: SimulatedUser, press: Press) -> Json:
    """Restart the bot and press a button from before."""
    await stage.crash()
    outcome = await person.click(press.message, press.custom_id, list(press.values))
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


async def test_screens_after_a_game_survive_a_restart(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    await play_game(await begin(stage.people, stage.channel, options="target=1"))

    leaders = text_of(await show_again(stage, bo, "leaderboard"))
    assert all(person.name in leaders for person in stage.people)
    assert leaders.count("1 won of 1") == 2
    profile = await show_again(stage, ana, "profile")
    assert "1 game played" in text_of(profile)

    games = await show_again(stage, ana, "history")
    assert "1–0" in text_of(games) or "0–1" in text_of(games)
    hands = await press_again(stage, ana, first(games, "game-hands"))
    replay = await press_again(stage, ana, first(hands, "replay-hand"))
    assert "Step 0 of" in text_of(replay)
    games = await show_again(stage, ana, "history")
    hands = await press_again(stage, ana, first(games, "game-hands"))
    lessons = await press_again(stage, ana, first(hands, "coach"))
    assert "at Table 1" in text_of(lessons) or "Looking through" in text_of(lessons)

    settings = await show_again(stage, ana, "settings")
    await press_again(stage, ana, first(settings, "settings", "confirm/on"))
    changed = await show_again(stage, ana, "settings")
    assert "confirm/on" in chosen(changed)
    assert "confirm/on" not in chosen(settings)

    kept = await show_again(stage, ana, "privacy")
    assert "1 finished game" in text_of(kept)
    sure = await press_again(stage, ana, first(kept, "privacy", "delete"))
    gone = await press_again(stage, ana, first(sure, "privacy", "yes"))
    assert "I've forgotten you" in text_of(gone)
    assert "I keep nothing about you" in text_of(await show_again(stage, ana, "privacy"))
    left = text_of(await show_again(stage, bo, "leaderboard"))
    assert ana.name not in left
    assert bo.name in left
