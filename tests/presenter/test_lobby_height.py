"""A lobby is at most 480 points high on a phone, and still says who sits where."""

from dataclasses import replace

import pytest

from bot.presenter.table.lobby import lobby
from bot.presenter.words.names import shown_name
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.tables.model import Occupant
from tests.presenter.heights import AROUND_LOBBY, height_of
from tests.render.samples import NAMES
from tests.screens.registry import Look
from tests.screens.states.tables import holding, lobby_at
from tests.support.matrix import slow_except
from texas42.engine import new_game
from texas42.library import games

from .tabling import parts_of, rules_of, sample, text_of

MOST = 480
CONTEXT = RenderContext()
WORDS = replace(CONTEXT, pictures=False)


def _picture(message):
    (picture,) = [part for part in parts_of(message) if isinstance(part, Picture)]
    return picture


def _lobbies(look, game):
    """Yield lobbies of a game: with an open seat, with people in all seats, and with held ones."""
    table = lobby_at(look, game)
    seats = game.rules.game.seats
    full = replace(table, seats=look.seats(game.rules))
    yield "open", table
    yield "full", full
    yield "held", holding(look, game, *range(1, seats))
    yield "some held", holding(look, game, 1)
    yield "kept", replace(table, keeps_hands=True)


@pytest.mark.parametrize("names", ["usual", "long"])
@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "42", "moon"))
def test_lobby_is_at_most_480_points_high(game_id, names):
    game = new_game(rules_of(game_id))
    for name, table in _lobbies(Look(CONTEXT, NAMES[names]), game):
        shown = lobby(table, CONTEXT)
        assert height_of(shown, AROUND_LOBBY) <= MOST, (name, text_of(shown))


def test_beside_the_picture_a_lobby_says_only_until_when_seats_are_held():
    look = Look(CONTEXT, NAMES["long"])
    bo, cy = map(shown_name, look.names[1:3])
    table = holding(look, sample(0), 1, 2)
    shown = text_of(lobby(table, CONTEXT))
    assert "3 open seats. 2 held until <t:" in shown
    assert bo not in shown
    everybody = holding(look, sample(0), 1, 2, 3)
    assert "3 open seats. Held until <t:" in text_of(lobby(everybody, CONTEXT))
    picture = _picture(lobby(table, CONTEXT))
    assert [seat.name for seat in picture.drawing.seats[1:3]] == [
        *("held for Bartholomew", "held for Wilhelmina")
    ]
    for told in (picture.alt, text_of(lobby(table, WORDS))):
        assert f"held for {bo}" in told
        assert f"held for {cy}" in told
    assert f"Held for {bo} and {cy} until <t:" in text_of(lobby(table, WORDS))


def test_name_that_the_picture_cannot_draw_is_beside_it():
    look = Look(CONTEXT, ("Ana", "雪の女王", "Cy", "Di"))
    shown = text_of(lobby(holding(look, sample(0), 1, 2), CONTEXT))
    assert "Held for 雪の女王 and Cy until <t:" in shown


def test_a_lobby_with_room_says_all_of_its_terms():
    look = Look(CONTEXT)
    table = lobby_at(look, sample(0))
    computers = [replace(line, occupant=Occupant.COMPUTER, user_id=None) for line in table.seats]
    alone = replace(table, seats=(table.seats[0], *computers[1:]))
    for context in (CONTEXT, WORDS):
        shown = text_of(lobby(alone, context))
        assert "By sitting down you agree to get your dominoes by DM. No table talk!" in shown
        assert "Closes <t:" in shown


def test_in_words_a_lobby_gives_the_reasons_that_have_no_room_beside_a_picture():
    table = lobby_at(Look(CONTEXT), sample(0))
    spoken = text_of(lobby(table, WORDS))
    shown = text_of(lobby(table, CONTEXT))
    assert "Hints are on. A game with a hint isn't rated and is on no leaderboard." in spoken
    assert "Hints are on, but they make a game unrated." in shown
