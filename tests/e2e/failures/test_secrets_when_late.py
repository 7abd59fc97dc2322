"""Late answers with private panels stay private in every game."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.tables.views import Progress
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.matrix import mostly_long
from tests.support.stage import Json, Stage, button, buttons, text
from texas42.library import games

GAMES = [spec.id for spec in games()]
PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida")
EPHEMERAL = 64
OWN = re.compile(
    r"\b[Yy]our? (dominoes|bid|turn|can play|tiles)"
)  # words that appear only on a panel


@pytest.fixture
def people() -> tuple[str, ...]:
    return PEOPLE


@pytest.fixture
def slow(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay the bot before it can show a hand."""
    look = stage.tables.look

    async def looked(table_id: str, user_id: int) -> Progress:
        await asyncio.sleep(0.05)
        return await look(table_id, user_id)

    monkeypatch.setattr(stage.tables, "look", looked)


async def _late_hand(stage: Stage, person: SimulatedUser, table: str) -> None:
    """Press "My hand" on the board, and answer after a deferral."""
    board = await stage.board(table)
    with stage.watch.late():
        outcome = await person.click(board, button(board, "hand"))
        await stage.wait_for_screens()
    assert (outcome.ok, outcome.type) == (True, 6)


def _public(stage: Stage) -> list[str]:
    """Record every public message from now on, in every state."""
    seen: list[str] = []

    def look(kind: str, message: Json) -> None:
        if kind != "message_delete" and not message["flags"] & EPHEMERAL:
            seen.append(text(message))

    stage.sandbox.hub.watch(stage.channel, stage.people[-1].id, look)
    return seen


@pytest.mark.parametrize("game", mostly_long(GAMES, "42", "88"))
async def test_hand_shown_late_stays_private(stage: Stage, slow: None, game: str) -> None:
    seats = next(spec.seats for spec in games() if spec.id == game)
    table = await stage.start_game(*stage.people[1:seats], game=game)
    shown = _public(stage)
    boards = {message["id"] for message in stage.public(table)}
    for _ in range(2):  # the second panel replaces the first
        for person in stage.people[:seats]:
            await _late_hand(stage, person, table)
            await stage.wait_until_quiet()
    for _ in range(seats - 1):  # everyone has a turn, so every panel is edited
        person = await stage.in_turn(table)
        panel = await stage.panel(person)
        assert OWN.search(text(panel))
        verb = next(v for v in ("call", "contract", "exchange", "play") if buttons(panel, v))
        assert (await person.click(panel, button(panel, verb))).ok
        await stage.wait_until_quiet()
    assert shown
    assert not [words for words in shown if OWN.search(words)]
    assert boards <= {message["id"] for message in stage.public(table)}
