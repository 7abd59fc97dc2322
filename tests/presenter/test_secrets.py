"""Screens never depend on hidden tiles."""

import random

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.answers import last_trick, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.notices import (
    dm_comes_later,
    hands_dealt,
    nudge,
    takeover_asked,
    takeover_offer,
)
from bot.presenter.words.render_context import RenderContext
from tests.presenter.tabling import redeal_hidden
from texas42.engine import Phase
from texas42.library import games

from .tabling import panel_of, rules_of, states, table_of

CONTEXT = RenderContext()
TABLES = [(game.id, None) for game in games()] + [("42", "house")]


def public_messages(game):
    """List all public messages about a state."""
    table = table_of(game.rules, game)
    return [
        table_screen(table, CONTEXT),
        last_trick(table, CONTEXT),
        table_status(table, CONTEXT),
        nudge(table, CONTEXT),
        takeover_offer(table, CONTEXT),
        takeover_asked(table, CONTEXT),
        hands_dealt(table, [1000], CONTEXT),
        dm_comes_later(table, [1000], CONTEXT, (1000,)),
        hand_panel(panel_of(table, game, None), CONTEXT),
    ]


@pytest.mark.parametrize(("game_id", "preset"), TABLES)
def test_public_messages_do_not_depend_on_hidden_tiles(game_id, preset):
    rules = rules_of(game_id, preset)
    rng = random.Random(11)
    for game in states(rules, 3, hands=1):
        if game.deal.phase is not Phase.OVER:
            assert public_messages(redeal_hidden(game, None, rng)) == public_messages(game)


@pytest.mark.parametrize(("game_id", "preset"), TABLES)
def test_panel_does_not_depend_on_hidden_tiles(game_id, preset):
    rules = rules_of(game_id, preset)
    rng = random.Random(12)
    for game in states(rules, 4, hands=1):
        if game.deal.phase is Phase.OVER:
            continue
        for seat in range(rules.game.seats):
            mixed = redeal_hidden(game, seat, rng)
            one = hand_panel(panel_of(table_of(rules, game), game, seat), CONTEXT)
            other = hand_panel(panel_of(table_of(rules, mixed), mixed, seat), CONTEXT)
            assert one == other
