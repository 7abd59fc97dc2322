"""The moments of the lesson hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.tables.deals.deals import LESSON
from bot.tables.deals.lesson import SEAT, question_of, scripted, scripted_advice
from bot.tables.results import LESSON_GAME
from bot.tables.views import PanelView
from tests.presenter.tabling import (
    panel_at,
    rules_of,
)
from tests.support.lesson_hand import begin_hand, deal_of, dealt_lesson
from texas42.engine import Game, Phase, apply, parse_action, view_for


def lesson_panel(game: Game) -> PanelView:
    """Build the newcomer's panel at a moment of the lesson."""
    panel = panel_at(game, SEAT)
    assert panel.view is not None
    learns = panel.view.to_act == SEAT
    asked = question_of(panel.view) if learns else None
    better = scripted_advice(panel.view) if learns and asked is None else None
    table = replace(panel.table, game_no=LESSON_GAME, deals=LESSON)
    return replace(panel, table=table, guided=True, question=asked, better=better)


def moments() -> Iterator[Game]:
    """Yield the lesson's moments, as it goes by the script."""
    rules = rules_of("42")
    game = begin_hand(rules, dealt_lesson(rules))
    while deal_of(game).phase is not Phase.OVER:
        yield game
        seat = deal_of(game).to_act
        assert seat is not None
        action = scripted(view_for(game, seat))
        assert action is not None
        game = apply(game, action).game
    yield game


def played(plays: str) -> Game:
    """Play the lesson another way: bid 30 in threes, then these dominoes."""
    rules = rules_of("42")
    game = begin_hand(rules, dealt_lesson(rules))
    for text in f"pass pass pass 30 3 {plays}".split():
        deal = deal_of(game)
        assert deal.to_act is not None
        game = apply(game, parse_action(text, deal.phase, deal.to_act, rules)).game
    return game


def questions() -> list[Game]:
    """List the moments that ask the newcomer."""
    return [game for game in moments() if lesson_panel(game).question is not None]
