"""Tables and panels of random games keep Discord's limits, even with the longest names."""

import random
from dataclasses import replace
from itertools import cycle

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.answers import last_trick, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from tests.presenter.tabling import IN_EVERY_RUN, LONG, TABLES
from tests.screens.golden import EMOJI
from tests.screens.samples.panel import steps_of
from tests.support.matrix import mostly_long, slow_except
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Phase
from texas42.library import games

from .tabling import (
    panel_of,
    rules_of,
    seat_lines,
    states,
    table_of,
)

CONTEXT = RenderContext(tile_emoji=EMOJI)
IN_WORDS = RenderContext(tile_emoji=EMOJI, pictures=False)
LINK = "https://discord.com/channels/1234567890123456789/1234567890123456789"
IN_EVERY_RUN |= {("42", "straight-points"), ("42", "house")}
TABLES += [
    ("42", "house", {"nt_doubles": ["high", "low", "own", "own-reversed"], "renege": "forfeit"}),
    ("42", "house", {"small_end_first_lead": True, "open_max_marks": 60, "raise_marks": "plus2"}),
    ("42", "puremco", {"nello": "any", "plunge": True, "game_bid": True, "low_no": True}),
    ("88", "marks", {"renege": "forfeit"}),
    ("80", "standard", {"trump_in_bid": True}),
    ("84x8", "standard", {"trump_in_bid": True}),
    ("moon", "standard", {"moon_widow": "blind_swap", "moon_made": "tricks"}),
    ("moon4", "standard", {"bid_21": True}),
]


def check_panel(panel):
    check(more_screen(panel, CONTEXT, LINK))
    check_steps(panel)


def check_steps(panel, chosen=""):
    check(hand_panel(panel, IN_WORDS, chosen=chosen, link=LINK))
    message = hand_panel(panel, CONTEXT, chosen=chosen, link=LINK)
    check(message)
    for step in steps_of(message):
        assert step != chosen
        check_steps(panel, step)


@pytest.mark.parametrize("seed", mostly_long(range(3), 0))
@pytest.mark.parametrize(("game_id", "preset", "options"), slow_except(TABLES, "moon"), ids=str)
def test_table_screens_keep_the_limits(game_id, preset, options, seed):
    rules = rules_of(game_id, preset, **options)
    seats = seat_lines(rules, LONG)
    rng = random.Random(seed)
    for number, game in enumerate(states(rules, seed, hands=2)):
        if game.deal.phase is Phase.PLAY and rng.random() < 0.7:
            continue
        table = table_of(rules, game, seats=seats)
        for message in (
            table_screen(table, CONTEXT),
            last_trick(table, CONTEXT),
            table_status(table, CONTEXT),
            table_screen(table, IN_WORDS),
        ):
            check(message)
        if game.deal.phase is Phase.OVER:
            check(more_of_hand(table, CONTEXT))
        for seat in {None, game.deal.to_act, number % rules.game.seats}:
            check_panel(panel_of(table, game, seat))


@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "42", "moon"))
def test_guided_panels_keep_the_limits(game_id):
    rules = rules_of(game_id)
    seats = seat_lines(rules, LONG)
    reasons = cycle(ReasonKind)
    seen = set()
    for number, game in enumerate(states(rules, 3, hands=1)):
        for seat in {game.deal.to_act or 0, number % rules.game.seats}:
            panel = panel_of(table_of(rules, game, seats=seats), game, seat)
            legal = panel.view.legal
            better = Advice(legal[-1], Reason(next(reasons))) if legal else None
            check_panel(replace(panel, guided=True, better=better))
            seen.add(panel.view.phase)
    assert {Phase.CALL, Phase.PLAY, Phase.OVER} <= seen


def test_tile_buttons_are_short_with_at_most_four_in_a_row():
    from bot.presenter.words.spec import Button, Row

    from .tabling import parts_of

    rules = rules_of("big-game")
    for game in states(rules, 2, hands=1):
        if game.deal.phase is not Phase.PLAY:
            continue
        message = hand_panel(panel_of(table_of(rules, game), game, game.deal.to_act), CONTEXT)
        for part in parts_of(message):
            if isinstance(part, Row) and any(
                isinstance(item, Button) and item.component_id.verb is Verb.PLAY
                for item in part.items
            ):
                assert len(part.items) <= 4
                assert all(len(getattr(i, "label", "")) <= 12 for i in part.items)
