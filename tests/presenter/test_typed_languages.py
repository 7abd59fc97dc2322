"""Typed text is parsed in the player's language and in English."""

import pytest

from bot.presenter.words.bids import call_name
from bot.presenter.words.contracts import contract_name
from bot.presenter.words.typed import read_call, read_contract, read_exchange, read_play
from tests.presenter.tabling import TABLES
from texas42.engine import Phase, format_call, format_contract

from .pseudo import WORDS
from .tabling import act, panel_at, rules_of, sample, states


@pytest.mark.parametrize(("game_id", "preset", "options"), TABLES, ids=str)
def test_every_offered_name_can_be_typed(game_id, preset, options):
    rules = rules_of(game_id, preset, **options)
    for game in states(rules, 3, hands=2):
        if game.deal.phase not in {Phase.CALL, Phase.CONTRACT}:
            continue
        view = panel_at(game).view
        for action in game.legal_actions():
            if game.deal.phase is Phase.CALL:
                shown = call_name(action.call, rules, WORDS)
                assert read_call(shown, view, WORDS) == format_call(action.call, rules), shown
            else:
                shown = contract_name(action.contract, rules, WORDS)
                written = format_contract(action.contract, rules)
                assert read_contract(shown, view, WORDS) == written, shown


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("⟦PASS⟧", "pass"),
        ("pass", "pass"),
        ("2 ⟦marks⟧", "2m"),
        ("2 marks", "2m"),
        ("31", "31"),
        ("⟦thirty⟧ ⟦two⟧", "32"),
        ("31 ⟦points⟧", "31"),
    ],
)
def test_call_is_parsed_in_the_players_language(typed, read):
    assert read_call(typed, panel_at(sample(0)).view, WORDS) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("⟦fives⟧", "5"),
        ("⟦ace⟧", "1"),
        ("aces", "1"),
        ("⟦Follow  me⟧", "follow-me"),
        ("⟦doubles⟧", "doubles"),
    ],
)
def test_trump_is_parsed_in_the_players_language(typed, read):
    assert read_contract(typed, panel_at(sample(4)).view, WORDS) == read


def test_special_contract_is_parsed_in_the_players_language():
    game = sample(0, "house", nello_doubles=["low"])
    for call in ("1m", "pass", "pass", "pass"):
        game = act(game, call)
    view = panel_at(game).view
    assert read_contract("⟦nillo⟧", view, WORDS) == "nello low"
    assert read_contract("⟦sevens⟧", view, WORDS) == "sevens"


def test_exchange_and_play_are_parsed_in_the_players_language():
    assert read_exchange("⟦nothing⟧", "⟦none⟧", WORDS) == "/"
    assert read_exchange("⟦unseen⟧", "3-1", WORDS) == "?/31"
    assert read_play("6-1", panel_at(sample(5)).view, "⟦ones⟧", WORDS) in {"61", "61@1"}
    assert read_play("6-1", None, "⟦ones⟧", WORDS) == "61@1"
    assert read_play("⟦six⟧ ⟦ace⟧", None, "", WORDS) == "61"
    assert read_play("⟦double⟧ ⟦five⟧", None, "", WORDS) == "55"
