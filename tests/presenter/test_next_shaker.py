"""Who shakes the next game where the winners choose."""

import random
from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant, Status
from tests.presenter.heights import height_of
from tests.screens.states.draws import won
from texas42.engine import ChooseShaker, Game, apply_out_of_turn, legal_out_of_turn

from .tabling import (
    buttons_of,
    deal_next_hand,
    ids_of,
    panel_at,
    rules_of,
    table_of,
    text_of,
)

PICTURES = RenderContext()
SPOKEN = RenderContext(pictures=False)


def panels(game: Game, context: RenderContext, **changes: object):
    next_shaker = game.next_shaker
    return [
        hand_panel(
            replace(
                panel_at(game, seat, next_shaker=next_shaker, **changes),
                out_of_turn=legal_out_of_turn(game, seat),
            ),
            context,
        )
        for seat in range(game.rules.game.seats)
    ]


def board(game: Game, context: RenderContext, **changes: object):
    table = replace(table_of(game.rules, game), next_shaker=game.next_shaker)
    return table_screen(replace(table, **changes), context)


@pytest.mark.parametrize("context", [PICTURES, SPOKEN])
def test_each_winner_has_a_button_for_each_winner(context):
    shown = panels(won(), context)
    assert [set(ids_of(message, Verb.SHAKER)) for message in shown] == [{"0", "2"}, set()] * 2
    for message, labels in zip(
        shown[::2], (["I shake", "Cy shakes"], ["Ana shakes", "I shake"]), strict=True
    ):
        assert [
            b.label for b in buttons_of(message) if b.component_id.verb is Verb.SHAKER
        ] == labels
    for message in shown:
        assert "Who shakes the next game?" in text_of(message)
    for message in (*shown[1::2], board(won(), context)):
        assert "Who shakes the next game? The winners choose: Ana or Cy." in text_of(message)


@pytest.mark.parametrize("context", [PICTURES, SPOKEN])
def test_everybody_sees_who_was_chosen_and_no_button_is_left(context):
    game = apply_out_of_turn(won(), ChooseShaker(2, 0)).game
    shown = panels(game, context)
    assert [ids_of(message, Verb.SHAKER) for message in shown] == [{}] * 4
    assert "You shake the next game." in text_of(shown[0])
    for message in (*shown[1:], board(game, context)):
        assert "Ana shakes the next game." in text_of(message)


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        (won(next_game_shaker="draw"), {}),
        (won(), {"status": Status.FINISHED, "event_id": "e1"}),
        (
            won(),
            {
                "seats": tuple(
                    replace(line, occupant=Occupant.COMPUTER, user_id=None)
                    for line in table_of(won().rules).seats
                )
            },
        ),
        (deal_next_hand(rules_of("42", next_game_shaker="winner-choice"), random.Random(1)), {}),
    ],
)
def test_nothing_is_said_where_no_winner_chooses(game, changes):
    assert "the next game?" not in text_of(board(game, PICTURES, **changes))


def test_a_winner_alone_has_nothing_to_choose():
    game = won("moon", target=3)
    assert [ids_of(message, Verb.SHAKER) for message in panels(game, PICTURES)] == [{}] * 3
    assert "Ana shakes the next game." in text_of(board(game, PICTURES))


def test_the_panel_of_a_winner_fits_a_phone():
    for message in panels(won(), PICTURES):
        assert height_of(message) <= 640, text_of(message)
