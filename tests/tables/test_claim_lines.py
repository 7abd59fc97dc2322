"""Finding a line of legal plays that gives a claimer every trick left."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.claims.rules import leads, winning_line
from tests.ai.positions import shaken
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Game, Phase, PlayTile, apply, new_game, view_for
from texas42.library import load_rules

pytestmark = pytest.mark.slow

SMALL = 3


def can_take_all(game: Game, seat: int) -> bool:
    """Check by brute force whether some line of play gives a seat every trick left."""
    deal = game.deal
    if deal is None or deal.phase is Phase.OVER:
        return True
    for action in game.legal_actions():
        if isinstance(action, PlayTile) and action.declared is None:
            after = apply(game, action).game
            assert after.deal is not None
            ended = len(after.deal.tricks) > len(deal.tricks)
            if ended and after.deal.tricks[-1].winner != seat:
                continue
            if can_take_all(after, seat):
                return True
    return False


def positions_before_lead(game_id: str, options: dict[str, object], hands: int) -> list[Game]:
    """Collect positions before a lead with at most SMALL tiles in a hand."""
    table = load_rules(game_id, options)
    rng = Random(3)
    found = []
    for hand in range(hands):
        game = apply(new_game(table), shaken(table, hand % table.game.seats, rng)).game
        while game.deal is not None and (seat := game.deal.to_act) is not None:
            if leads(game, seat) and 1 < len(game.deal.hands[seat]) <= SMALL:
                found.append(game)
            game = apply(game, RulesPlayer().choose(view_for(game, seat), 1.0)).game
    return found


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("42", {"early_stop": "none"}),
        ("84x6", {}),
        ("88", {}),
        ("moon", {}),
    ],
)
def test_winning_line_is_found_exactly_when_one_exists(
    game_id: str, options: dict[str, object]
) -> None:
    found = {True: 0, False: 0}
    for game in positions_before_lead(game_id, options, 12):
        assert game.deal is not None
        assert game.deal.to_act is not None
        line = winning_line(game, game.deal.to_act)
        assert (line is not None) is can_take_all(game, game.deal.to_act)
        found[line is not None] += 1
    assert all(found.values())


def test_winning_line_is_legal_and_takes_every_trick() -> None:
    found = 0
    for game in positions_before_lead("42", {"early_stop": "none"}, 20):
        assert game.deal is not None
        seat = game.deal.to_act
        taken = len(game.deal.tricks)
        assert seat is not None
        line = winning_line(game, seat)
        if line is None:
            continue
        found += 1
        for play in line:
            assert play in game.legal_actions()
            game = apply(game, play).game
            assert game.deal is not None
        assert game.deal.phase is Phase.OVER
        assert {trick.winner for trick in game.deal.tricks[taken:]} == {seat}
    assert found
