"""A table's rules in words."""

import pytest

from bot.presenter.rules.checklist import detailed_lines, short_lines
from bot.presenter.rules.help import help_screen
from bot.presenter.rules.screen import changes_line, rules_line, rules_screen
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from texas42.library import load_rules, presets

from .tabling import rules_of, table_of, whole_text

WORDS = Words()


def read(game, options):
    """Write everything that a table's pages explain, a line each."""
    rules = load_rules(game, options)
    return [*short_lines(rules, WORDS), *detailed_lines(rules, WORDS)]


def test_changed_rules_are_sentences():
    rules = load_rules("42", {"renege": "forfeit", "nello": "any"})
    assert changes_line(rules, WORDS) == (
        "**House rules:** Nel-o is open to any bid of a mark or more. A renege loses the hand."
    )
    assert changes_line(load_rules("42"), WORDS) == ""


def test_rules_announce_a_match():
    line = rules_line(load_rules("moon4"), WORDS)
    assert "best of 3 games" in line
    assert "- 2 games win the match." in read("moon4", {})


@pytest.mark.parametrize(
    ("game_id", "shares"),
    [
        ("42", "7 dominoes each; partners across."),
        ("88", "9 dominoes each; 2 sides of 3."),
        ("84x8", "7 dominoes each; 2 sides of 4."),
        ("moon", "7 dominoes each; no partners."),
    ],
)
def test_rules_start_with_the_deal_and_who_plays_with_whom(game_id, shares):
    assert read(game_id, {})[0] == f"**Deal.** {shares}"


@pytest.mark.parametrize("game_id", ["42", "88", "moon"])
def test_rules_explain_what_only_goes_wrong_with_real_dominoes(game_id):
    shown = whole_text(rules_screen, table_of(rules_of(game_id)), RenderContext())
    for said in ("a play out of turn", "A bid out of turn", "knocked over", "Here the buttons"):
        assert said in shown


def test_the_big_game_names_its_inventor():
    credit = "-# Invented by Howard Fosdick."
    assert credit in whole_text(rules_screen, table_of(rules_of("big-game")), RenderContext())
    assert "Invented" not in whole_text(rules_screen, table_of(rules_of("88")), RenderContext())
    assert all("Howard Fosdick" in preset.story for preset in presets("big-game"))
    assert "Invented by Howard Fosdick." in whole_text(help_screen, RenderContext(), "games")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "puremco"}, "With doubles as trump, a player without doubles follows"),
        ({"preset": "puremco", "nello": "any"}, "With doubles as trump or a suit of their own, a"),
        ({"doubles_follow_pip": True, "nt_doubles": ["own"]}, "or a suit of their own, a player"),
        ({"doubles_follow_pip": True, "trumps": ["3"]}, ""),
    ],
)
def test_rules_tell_in_which_contracts_a_double_is_followed_by_its_number(options, said):
    told = [line for line in read("42", options) if "the number of the double led" in line]
    assert len(told) == bool(said)
    assert all(said in line for line in told)
