"""A table's rules in words, with every option."""

import pytest

from bot.presenter.rules.help import help_screen
from bot.presenter.rules.screen import changes_line, rules_line, rules_list, rules_screen
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from texas42.library import games, load_rules, presets

from .tabling import rules_of, table_of, whole_text

WORDS = Words()
MARKS = {"scoring": "marks"}
POINTS = {"scoring": "points"}
NELLO = {"nello": "any"}
SEVENS = {"sevens": True}
POINTS84 = {"preset": "puremco"}
# option: (game, changed value, other options it needs to have an effect)
CHANGES = {
    "preset": ("42", "simple", {}),
    "first_bidder": ("42", "holder10", {}),
    "scoring": ("42", "points", {}),
    "target": ("42", 3, {}),
    "win_by_two": ("42", True, {}),
    "tie_250": ("42", "higher", POINTS),
    "exact_42plus": ("42", False, POINTS),
    "ladder": ("42", "to42", {}),
    "after84": ("42", "any", POINTS84),
    "game_bid": ("42", True, {}),
    "open_max_marks": ("42", 3, {}),
    "raise_marks": ("42", "plus2", {}),
    "max_marks": ("42", 4, {}),
    "all_pass": ("42", "forced31", {}),
    "trumps": ("42", ["3", "5"], {}),
    "nt_doubles": ("42", ["high", "low"], {}),
    "doubles_follow_pip": ("42", True, {}),
    "small_end_first_lead": ("42", True, {}),
    "must_lead_trump": ("42", True, {}),
    "nello": ("42", "forced_only", {}),
    "nello_doubles": ("42", ["low"], NELLO),
    "low_no": ("42", True, {}),
    "plunge": ("42", True, {}),
    "splash": ("42", True, {}),
    "plunge_doubles": ("42", ["high", "low"], {"splash": True}),
    "show_doubles": ("42", True, {"plunge": True}),
    "sevens": ("42", True, {}),
    "sevens_tie": ("42", "bidder_side", SEVENS),
    "sevens_lead": ("42", "forced", SEVENS),
    "early_stop": ("42", "none", {}),
    "stacked_tricks": ("42", False, {}),
    "renege": ("42", "forfeit", {}),
    "next_game_shaker": ("42", "loser", {}),
    "indicating": ("42", False, {}),
    "trump_in_bid": ("80", True, {}),
    "boneyard_exchange": ("88", False, {}),
    "moon_widow": ("moon", "blind_swap", {}),
    "moon_made": ("moon", "tricks", {}),
    "moon_set": ("moon", 21, {}),
    "bid_21": ("moon4", True, {}),
}


def read(game, rules):
    table = load_rules(game, rules)
    return "\n".join([rules_line(table, WORDS), *rules_list(table, WORDS)])


@pytest.mark.parametrize("option", CHANGES)
def test_every_changed_option_shows_in_the_rules(option):
    game, value, beside = CHANGES[option]
    usual = read(game, beside)
    changed = read(game, {**beside, option: value})
    assert usual.split("\n")[1:] != changed.split("\n")[1:]


def test_change_list_has_every_option():
    known = {"preset", "target"}
    for game in games():
        for preset in presets(game.id):
            known |= preset.options.keys()
    assert known == CHANGES.keys()


def test_changed_rules_are_sentences():
    rules = load_rules("42", {"renege": "forfeit", "nello": "any"})
    assert changes_line(rules, WORDS) == (
        "**House rules:** Nel-o is open to any bid of a mark or more. A renege loses the hand."
    )
    assert changes_line(load_rules("42"), WORDS) == ""


def test_rules_announce_a_match():
    line = rules_line(load_rules("moon4"), WORDS)
    assert "best of 3 games" in line
    assert "2 games win the match." in read("moon4", {})


@pytest.mark.parametrize(
    ("game_id", "seats"),
    [
        ("42", "4 players, partners across; 7 dominoes each."),
        ("88", "6 players on 2 sides, seated in turn; 9 dominoes each."),
        ("moon", "3 players, each on their own; 7 dominoes each."),
    ],
)
def test_rules_start_with_the_players_and_sides(game_id, seats):
    assert rules_list(load_rules(game_id), WORDS)[0] == seats


@pytest.mark.parametrize("game_id", ["42", "88", "moon"])
def test_rules_tell_what_only_real_dominoes_let_go_wrong(game_id):
    shown = whole_text(rules_screen, table_of(rules_of(game_id)), RenderContext())
    for said in ("a play out of turn", "A bid out of turn", "knocked over", "Here the buttons"):
        assert said in shown


def test_the_big_game_names_its_inventor():
    assert rules_list(load_rules("big-game"), WORDS)[-1] == "Invented by Howard Fosdick."
    assert not [line for line in rules_list(load_rules("88"), WORDS) if "Invented" in line]
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
    lines = rules_list(load_rules("42", options), Words())
    told = [line for line in lines if "the number of the double led" in line]
    assert len(told) == bool(said)
    assert all(said in line for line in told)


@pytest.mark.parametrize(("game", "bid_21"), [("moon", True), ("moon", False), ("moon4", True)])
def test_rules_of_moon_tell_that_a_made_21_wins_the_game(game, bid_21):
    told = " ".join(rules_list(load_rules(game, {"bid_21": bid_21}), Words()))
    assert ("A bid of 21 that makes wins it, whatever the score." in told) is bid_21
