"""Table options: defaults, presets, validation and serialization."""

from pathlib import Path

import pytest

from texas42.engine import Suit
from texas42.library import (
    DataFileError,
    UnknownRule,
    game,
    games,
    load_rules,
    portable_rules,
    presets,
    read_host_presets,
    rules_json,
)

ALL_42 = {
    "first_bidder",
    "scoring",
    "target",
    "win_by_two",
    "tie_250",
    "exact_42plus",
    "ladder",
    "after84",
    "game_bid",
    "open_max_marks",
    "raise_marks",
    "max_marks",
    "all_pass",
    "trumps",
    "nt_doubles",
    "doubles_follow_pip",
    "small_end_first_lead",
    "must_lead_trump",
    "nello",
    "nello_doubles",
    "low_no",
    "plunge",
    "splash",
    "plunge_doubles",
    "show_doubles",
    "sevens",
    "sevens_tie",
    "sevens_lead",
    "early_stop",
    "stacked_tricks",
    "renege",
    "next_game_shaker",
    "indicating",
}
WITH_POINTS = {
    "scoring",
    "target",
    "win_by_two",
    "tie_250",
    "exact_42plus",
    "trumps",
    "doubles_follow_pip",
    "must_lead_trump",
    "early_stop",
    "stacked_tricks",
    "renege",
    "next_game_shaker",
    "indicating",
}
MOONS = {
    "target",
    "tie_250",
    "trumps",
    "doubles_follow_pip",
    "must_lead_trump",
    "stacked_tricks",
    "next_game_shaker",
    "moon_made",
    "bid_21",
}
OPTIONS = {
    "42": ALL_42,
    "88": WITH_POINTS | {"trump_in_bid", "boneyard_exchange"},
    "80": WITH_POINTS | {"trump_in_bid", "boneyard_exchange"},
    "79": WITH_POINTS | {"trump_in_bid", "boneyard_exchange"},
    "84x6": WITH_POINTS | {"trump_in_bid", "boneyard_exchange"},
    "84x8": WITH_POINTS | {"trump_in_bid"},
    "big-game": WITH_POINTS | {"game_bid"},
    "moon": MOONS | {"moon_widow", "moon_set"},
    "moon4": MOONS | {"indicating"},
}
EVERY = ALL_42 | set().union(*OPTIONS.values())


@pytest.mark.parametrize("name", OPTIONS)
def test_game_takes_exactly_its_own_options(name: str) -> None:
    rules = load_rules(name)
    for option in EVERY:
        value = getattr(rules, option)
        value = [str(item) for item in value] if isinstance(value, tuple) else value
        if option in OPTIONS[name]:
            assert getattr(load_rules(name, {option: value}), option) == getattr(rules, option)
        else:
            with pytest.raises(UnknownRule) as caught:
                load_rules(name, {option: value})
            assert caught.value.name == option


# The rows of the table "Presets of 42 in full where they differ".
PRESETS_42 = {
    "puremco": {
        "scoring": "points",
        "target": 250,
        "ladder": "points84",
        "max_marks": 4,
        "doubles_follow_pip": True,
        "nello_doubles": ("high", "low", "own"),
        "early_stop": "loss",
    },
    "straight-points": {
        "scoring": "points",
        "target": 250,
        "ladder": "points84",
        "after84": "any",
        "exact_42plus": False,
        "game_bid": True,
        "max_marks": 4,
        "early_stop": "loss",
    },
    "straight-marks": {"stacked_tricks": True, "next_game_shaker": "winner"},
    "simple": {
        "first_bidder": "holder10",
        "ladder": "to42",
        "open_max_marks": 1,
        "max_marks": 1,
        "trumps": ("0", "1", "2", "3", "4", "5", "6", "doubles"),
    },
    "celko-points": {
        "scoring": "points",
        "target": 250,
        "ladder": "points84",
        "after84": "none",
        "exact_42plus": False,
        "max_marks": 2,
        "early_stop": "loss",
    },
    "house": {
        "nello": "any",
        "nello_doubles": ("high", "low", "own"),
        "plunge": True,
        "splash": True,
        "show_doubles": True,
        "sevens": True,
        "stacked_tricks": True,
    },
}
STRAIGHT = PRESETS_42["straight-marks"]
PRESETS_42 |= {
    "austin-league": {**STRAIGHT, "all_pass": "forced30"},
    "hearne": {**STRAIGHT, "next_game_shaker": "loser-draw", "indicating": False},
    "harper": {**STRAIGHT, "all_pass": "forced30", "nello": "any"},
    "timpson": {**STRAIGHT, "all_pass": "forced30", "plunge": True},
}
DEFAULTS_42 = {
    "first_bidder": "left",
    "scoring": "marks",
    "target": 7,
    "win_by_two": False,
    "tie_250": "bidder",
    "exact_42plus": True,
    "ladder": "marks",
    "after84": "step",
    "game_bid": False,
    "open_max_marks": 2,
    "raise_marks": "plus1",
    "max_marks": None,
    "all_pass": "reshake",
    "trumps": (*tuple("0123456"), "doubles", "follow-me"),
    "nt_doubles": ("high",),
    "doubles_follow_pip": False,
    "small_end_first_lead": False,
    "must_lead_trump": False,
    "nello": "off",
    "nello_doubles": ("own",),
    "low_no": False,
    "plunge": False,
    "splash": False,
    "plunge_doubles": ("high",),
    "show_doubles": False,
    "sevens": False,
    "sevens_tie": "first",
    "sevens_lead": "free",
    "early_stop": "decided",
    "stacked_tricks": False,
    "renege": "reject",
    "next_game_shaker": "rotate",
    "indicating": True,
}


@pytest.mark.parametrize("preset", PRESETS_42)
def test_preset_of_42_matches_the_rule_book_table(preset: str) -> None:
    rules = load_rules("42", {"preset": preset})
    expected = {**DEFAULTS_42, **PRESETS_42[preset]}
    assert {name: getattr(rules, name) for name in ALL_42} == expected


def test_ships_the_presets_of_42_with_straight_marks_as_default() -> None:
    assert {preset.name for preset in presets("42")} == set(PRESETS_42)
    assert load_rules("42").preset == load_rules("42", {}).preset == "straight-marks"


@pytest.mark.parametrize("name", ["88", "80", "79", "84x6", "84x8", "big-game"])
def test_marks_preset_differs_in_scoring_stop_and_target(name: str) -> None:
    standard, marks = load_rules(name), load_rules(name, {"preset": "marks"})
    assert standard.preset == "standard"
    assert (standard.scoring, standard.early_stop) == ("points", "loss")
    assert standard.target == (400 if name == "big-game" else 500)
    differs = {o for o in OPTIONS[name] if getattr(standard, o) != getattr(marks, o)}
    assert differs == {"scoring", "early_stop", "target"}
    assert (marks.scoring, marks.early_stop, marks.target) == ("marks", "decided", 7)


def test_moon_has_its_default_rules() -> None:
    three, four = load_rules("moon"), load_rules("moon4")
    assert (three.target, three.moon_made, three.moon_set, three.bid_21) == (21, "bid", 22, True)
    assert (four.target, four.moon_made, four.bid_21) == (21, "tricks", False)
    assert Suit.DOUBLES not in load_rules("moon", {"preset": "pagat"}).trumps


def test_only_88_names_trump_in_the_bid() -> None:
    assert [s.id for s in games() if load_rules(s.id).trump_in_bid] == ["88"]


def test_target_follows_the_scoring_unless_set() -> None:
    assert load_rules("42", {"preset": "straight-marks", "scoring": "points"}).target == 250
    assert load_rules("88", {"scoring": "marks"}).target == 7
    assert load_rules("42", {"scoring": "points", "target": 7}).target == 7


def test_option_changes_leave_other_values_alone() -> None:
    assert load_rules("42", {"scoring": "points"}).ladder == "marks"
    assert load_rules("42", {"ladder": "points84"}).max_marks is None


def test_list_order_does_not_matter() -> None:
    one = load_rules("42", {"trumps": ["doubles", "3", "1"]})
    assert one.trumps == (Suit.ONES, Suit.THREES, Suit.DOUBLES)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("42", {"unknown": 1}),
        ("42", {"preset": "standard"}),
        ("42", {"preset": 1}),
        ("42", {"preset": None}),
        ("moon", {"preset": "house"}),
        ("42", {"win_by_two": 1}),
        ("42", {"target": 0}),
        ("42", {"target": True}),
        ("42", {"target": 7.0}),
        ("42", {"target": None}),
        ("42", {"target": "7"}),
        ("42", {"open_max_marks": None}),
        ("42", {"max_marks": 0}),
        ("42", {"max_marks": "unlimited"}),
        ("42", {"scoring": "Points"}),
        ("42", {"scoring": ["points"]}),
        ("42", {"trumps": []}),
        ("42", {"trumps": ["1", "1"]}),
        ("42", {"trumps": ["7"]}),
        ("42", {"trumps": [1]}),
        ("42", {"trumps": [["1"]]}),
        ("42", {"trumps": "123"}),
        ("42", {"trumps": {"1": "1"}}),
        ("42", {"nt_doubles": ["reversed"]}),
        ("42", {"plunge_doubles": ["own"]}),
        ("80", {"trumps": ["0"]}),
        ("moon", {"moon_set": 20}),
        ("moon", {"moon_set": 21.0}),
        ("moon", {"moon_set": "21"}),
        ("moon", {"moon_set": 21, "trumps": ["0"]}),
        ("moon", {"renege": "forfeit"}),
        ("moon", {"early_stop": "none"}),
        ("moon", {"scoring": "points"}),
        ("84x8", {"boneyard_exchange": True}),
        ("big-game", {"trump_in_bid": False}),
    ],
)
def test_value_outside_the_table_is_refused_as_unknown_rule(
    name: str, options: dict[str, object]
) -> None:
    with pytest.raises(UnknownRule) as caught:
        load_rules(name, options)
    assert caught.value.name in options


def test_option_without_effect_is_accepted() -> None:
    assert load_rules("42", {"ladder": "points84", "raise_marks": "plus2"}).raise_marks == "plus2"
    assert load_rules("moon", {"trumps": ["0"]}).nameable == (Suit.BLANKS,)
    assert load_rules("moon", {"trumps": ["0", "1"], "moon_set": 21}).nameable == (Suit.ONES,)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("42", {"preset": "house"}),
        ("42", {"preset": "straight-marks", "small_end_first_lead": True, "max_marks": 5}),
        ("42", {"preset": "house", "scoring": "points"}),
        ("42", {"preset": "house", "scoring": "points", "target": 7}),
        ("42", {"preset": "puremco", "max_marks": None, "trumps": ["1", "doubles"]}),
        ("moon", {"preset": "pagat", "moon_set": 21}),
    ],
)
def test_rules_are_written_as_preset_plus_differences(
    name: str, options: dict[str, object]
) -> None:
    rules = load_rules(name, options)
    assert rules_json(rules) == options
    assert load_rules(name, rules_json(rules)) == rules


PRESET_FILE = """
game = "42"
name = "our-house"
title = "Our house"
summary = "House rules without sevens."
base = "house"

[rules]
sevens = false
max_marks = 5
"""


def test_host_can_add_a_preset(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(PRESET_FILE, encoding="utf-8")
    own = read_host_presets(tmp_path)
    assert [p.name for p in presets("42", own)][-1] == "our-house"
    assert len(presets("88", own)) == 2
    rules = load_rules("42", {"preset": "our-house", "splash": False}, own)
    assert (rules.sevens, rules.plunge, rules.splash, rules.max_marks) == (False, True, False, 5)
    with pytest.raises(UnknownRule):
        load_rules("42", {"preset": "our-house"})


def test_record_with_a_host_preset_can_be_read_anywhere(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(PRESET_FILE, encoding="utf-8")
    own = read_host_presets(tmp_path)
    rules = load_rules("42", {"preset": "our-house"}, own)
    written = rules_json(rules)
    assert written["preset"] == "straight-marks"
    read = load_rules("42", written)
    assert all(getattr(read, name) == getattr(rules, name) for name in ALL_42)
    assert portable_rules("42", {"preset": "our-house"}, own) == written
    shipped = {"preset": "house", "target": 3}
    assert portable_rules("42", shipped, own) is shipped


def test_duplicate_host_preset_name_is_refused(tmp_path: Path) -> None:
    for file in ("one.toml", "two.toml"):
        (tmp_path / file).write_text(PRESET_FILE, encoding="utf-8")
    with pytest.raises(DataFileError, match="already") as caught:
        read_host_presets(tmp_path)
    assert (caught.value.file, caught.value.key) == ("two.toml", "name")


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (('game = "42"', 'game = "43"'), "game", "no game"),
        (('name = "our-house"', 'name = "Our House"'), "name", "small letters"),
        (('name = "our-house"', 'name = "house"'), "name", "already"),
        (('base = "house"', 'base = "home"'), "base", "not a preset"),
        (("sevens = false", "seven = false"), "rules.seven", "not an option of 42"),
        (("sevens = false", "sevens = 0"), "rules.sevens", "true or false"),
        (('title = "Our house"', "title = 1"), "title", "valid string"),
        (('title = "Our house"', 'title = " "'), "title", "must not be blank"),
        (('title = "Our house"', 'titel = "x"'), "titel", "unknown key"),
        (('title = "Our house"', ""), "title", "required"),
        (("[rules]", "[rules"), "", "cannot be read"),
    ],
)
def test_damaged_preset_is_refused_with_its_file_key_and_reason(
    tmp_path: Path, change: tuple[str, str], key: str, reason: str
) -> None:
    (tmp_path / "ours.toml").write_text(PRESET_FILE.replace(*change), encoding="utf-8")
    with pytest.raises(DataFileError, match=reason) as caught:
        read_host_presets(tmp_path)
    assert (caught.value.file, caught.value.key) == ("ours.toml", key)
    assert str(caught.value).startswith(f"ours.toml: {key}: " if key else "ours.toml: ")


def test_missing_folder_adds_nothing(tmp_path: Path) -> None:
    assert presets("42", read_host_presets(tmp_path / "none")) == presets("42")


def test_spec_depends_on_the_game_not_the_preset() -> None:
    assert load_rules("42", {"preset": "house"}).game is game("42")
