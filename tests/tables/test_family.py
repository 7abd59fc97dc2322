"""Computer players finish a game of every preset, and its record has the same result."""

from __future__ import annotations

import json

import pytest

from bot.tables.model import Status
from bot.tables.views import TableView
from tests.support.house import ANA, House
from tests.support.matrix import mostly_long, slow_except
from texas42.library import games, presets
from texas42.records.record import parse_record
from texas42.records.referee import judge

KINDS = [(spec.id, preset.name) for spec in games() for preset in presets(spec.id)]
FIRST = {game: (game, preset) for game, preset in reversed(KINDS)}
MOST_HANDS = 150


async def whole_game(house: House, table: str) -> TableView:
    """Play until the game has a winner."""
    for _ in range(MOST_HANDS):
        view = await house.play_hand(table)
        if view.winner is not None:
            return view
        await house.tables.ready(table, ANA)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("game", "preset"),
    slow_except(mostly_long(KINDS, FIRST["42"], FIRST["moon"], FIRST["moon4"]), "42", "moon"),
)
async def test_record_of_a_whole_game_has_the_same_scores(
    house: House, game: str, preset: str
) -> None:
    table = await house.start_game(ANA, game=game, preset=preset)
    end = await whole_game(house, table)
    _, text = await house.tables.archive.record(table, end.game_no)
    judged = judge(parse_record(text))
    hands = judged["hands"]
    assert isinstance(hands, list)
    rows = await house.store.results.hands(table, end.game_no)
    assert [hand["score"] for hand in hands] == [list(row.score) for row in rows]
    assert [hand["points"] for hand in hands] == [list(row.points) for row in rows]
    assert [hand["made"] for hand in hands] == [row.made for row in rows]
    assert [hand["ended"] for hand in hands] == [row.ended for row in rows]
    assert hands[-1]["total"] == list(end.total)
    assert (judged["winner"], judged["to_act"]) == (end.winner, None)
    assert json.loads(text)["game"] == game
    stored = await house.store.results.last_game(table, end.game_no)
    assert stored is not None
    assert (stored.winner, stored.total) == (end.winner, end.total)
    assert (end.status is Status.FINISHED) is (end.rules.game.best_of == 1 or max(end.wins) == 2)
