"""Tables that keep their finished hands to those who played, as everybody else sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.tables.views import TableView, without_hands
from tests.screens.registry import Look
from texas42.engine import Game, Phase

from .tables import At, ends, over, rare_endings, standing_still

KINDS = ("42-house-set-set-s", "played-out", "laid-down")
RARE = ("ending", "match", "match-game", "closed", "event", "alone", "rated", "one-left")


def keeping(table: TableView) -> TableView:
    """Return the public view of a table that keeps its finished hands."""
    view = table.view
    if view is not None and view.phase is Phase.OVER:
        view = without_hands(view)
    return replace(table, keeps_hands=True, view=view)


def kept(look: Look) -> Iterator[At]:
    """Yield tables whose hand is over, and kept: for other games and points it is the same."""
    for name, table, game in ends(look):
        if name.startswith(KINDS):
            yield name, keeping(table), game
    for name, table, game in (over(look, "42"), *rare_endings(look)):
        if name in RARE:
            yield name, keeping(table), game
    for name, table, game in standing_still(look):
        if _is_over(game):
            yield name, keeping(table), game


def _is_over(game: Game) -> bool:
    return game.deal is not None and game.deal.phase is Phase.OVER
