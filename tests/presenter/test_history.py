"""A player's list of games, and the hands of a game to replay."""

from dataclasses import replace

from bot.presenter.people.history import GAMES_ON_PAGE, game_hands, history_screen
from bot.presenter.words.autocomplete import past_hand
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from tests.screens.states.past import GAME, HAND

from .tabling import buttons_of, ids_of, pages_of, selects_of, text_of

CONTEXT = RenderContext()


def test_a_lesson_hand_is_listed_as_one():
    assert past_hand(HAND, CONTEXT).startswith("Table 3, game 2, hand 4: ")
    assert past_hand(replace(HAND, game_no=1), CONTEXT).startswith("Table 3, hand 4: ")
    lesson = replace(HAND, game_no=0, number=1)
    assert past_hand(lesson, CONTEXT).startswith("Table 3, lesson hand: ")


def test_hand_that_a_renege_ended_is_listed_as_one():
    assert past_hand(HAND, CONTEXT).endswith(": 31, made")
    won = replace(HAND, ended="renege")
    assert past_hand(won, CONTEXT).endswith(": 31, won by a renege")
    lost = replace(won, made=False)
    assert past_hand(lost, CONTEXT).endswith(": 31, lost by a renege")


def test_history_shows_games_from_the_players_side():
    text = text_of(history_screen([GAME], 1, None, CONTEXT))
    assert "**Won 7–3** · Texas 42" in text
    assert "-# <t:1000:d> · Table 3 · against Ana and Cy" in text
    lost = text_of(
        history_screen([replace(GAME, seat=2, names=("Ana", "", "", ""))], 1, None, CONTEXT)
    )
    assert "**Lost 3–7** · Texas 42" in lost
    assert "with Ana" in lost
    assert "against" not in lost


def test_select_of_games_is_from_the_players_side():
    (games, _) = selects_of(history_screen([GAME], 1, None, CONTEXT))
    assert [option.label for option in games.options] == ["Texas 42, table 3: won, 7–3"]


def test_page_buttons_are_enabled_only_if_there_is_a_page():
    last = history_screen([GAME] * GAMES_ON_PAGE, 2, "42", CONTEXT)
    buttons = [(button.component_id, button.disabled) for button in buttons_of(last)]
    assert [(each.seq, each.arg, off) for each, off in buttons] == [
        (1, "42", False),
        (3, "42", True),
    ]
    more = history_screen([GAME] * (GAMES_ON_PAGE + 1), 1, None, CONTEXT)
    assert [button.disabled for button in buttons_of(more)] == [True, False]
    assert text_of(more).count("**Won") == GAMES_ON_PAGE


def test_empty_history_says_so():
    message = history_screen([], 1, "88", CONTEXT)
    assert text_of(message).startswith("## Your games\nNo finished games here yet.")
    (select,) = selects_of(message)
    assert [option.value for option in select.options if option.default] == ["88"]


def test_every_hand_of_a_long_game_can_be_selected():
    hands = [replace(HAND, hand_no=number) for number in range(1, 61)]
    pages = pages_of(game_hands, hands, CONTEXT)
    selects = [select for page in pages for select in selects_of(page)]
    offered = [option.value for select in selects for option in select.options]
    assert offered == [str(number) for number in range(1, 61)]
    assert {select.component_id.verb for select in selects} == {Verb.REPLAY_HAND}
    for page in pages:
        check(page)
        assert ids_of(page, Verb.RECORD) == {"2": True}


def test_hand_is_listed_with_its_bid_and_outcome():
    text = text_of(
        game_hands(
            [HAND, replace(HAND, bid="2m", made=False), replace(HAND, bid=None, made=None)], CONTEXT
        )
    )
    assert "Hand 4: 31, made" in text
    assert "Hand 4: 2 marks, set" in text
    assert "Hand 4: everyone passed" in text


def test_full_history_page_keeps_the_limits():
    long = replace(GAME, names=("*" * 32,) * 4, total=(-1000, 1000))
    for page in (1, 2, 3):
        check(history_screen([replace(long, game_no=n) for n in range(9)], page, None, CONTEXT))
