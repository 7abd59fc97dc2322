"""Golden records pin results, and cover every game, preset and option."""

import json
import tomllib
from importlib import resources

import pytest

from tests.golden.make import (
    OPTIONS,
    PRESETS,
    SHOWN,
    outcome,
    read_case,
    showings_in,
    with_option,
)
from tests.golden.options import COMPUTERS_ONLY, DISPLAY_ONLY, KNOWLEDGE_ONLY, SHOWINGS, cases
from tests.support.records import MOON, edit, text
from texas42.engine import view_for
from texas42.library import games, load_rules, presets
from texas42.records.jsontext import format_json
from texas42.records.record import parse_record
from texas42.records.referee import judge
from texas42.records.replay import replay

OPTION_FILES = sorted(OPTIONS.glob("*.json"))
PRESET_NAMES = sorted(path.name.removesuffix(".record.json") for path in PRESETS.glob("*.record.*"))


def options_in_the_data():
    """List (game, option) for every option in a game's file."""
    found = set()
    for spec in games():
        file = resources.files("data") / "games" / f"{spec.id}.toml"
        listed = tomllib.loads(file.read_text(encoding="utf-8"))["options"]
        found |= {(spec.id, option) for option in [*listed, "target"]}
    return found


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_referee_gives_the_recorded_verdict(name):
    record = parse_record((PRESETS / f"{name}.record.json").read_bytes())
    pinned = (PRESETS / f"{name}.referee.json").read_text(encoding="utf-8").rstrip("\n")
    assert format_json(judge(record)) == pinned


@pytest.mark.parametrize("name", SHOWINGS)
def test_referee_judges_what_is_laid_open(name):
    record = parse_record((SHOWN / f"{name}.record.json").read_bytes())
    pinned = (SHOWN / f"{name}.referee.json").read_text(encoding="utf-8").rstrip("\n")
    assert showings_in(record) == {name}
    assert format_json(judge(record)) == pinned
    (hand,) = judge(record)["hands"]
    assert len(hand["shown"][0]["tiles"]) == {"plunge": 4, "splash": 3}.get(name, 2)


def test_every_game_and_preset_has_a_golden_record():
    expected = {f"{spec.id}-{preset.name}" for spec in games() for preset in presets(spec.id)}
    assert set(PRESET_NAMES) == expected


@pytest.mark.parametrize("path", OPTION_FILES, ids=lambda path: path.stem)
def test_option_changes_the_outcome_of_its_golden_record(path):
    case = read_case(path)
    with_value = outcome(with_option(case["record"], case["option"], case["value"]))
    with_other = outcome(with_option(case["record"], case["option"], case["other"]))
    assert with_value == case["outcome"]
    assert with_other == case["other_outcome"]
    assert with_value != with_other


def test_every_option_of_every_game_has_a_golden_record():
    shown = set()
    for path in OPTION_FILES:
        case = read_case(path)
        shown.add((case["record"].game, case["option"]))
    silent = DISPLAY_ONLY | KNOWLEDGE_ONLY | COMPUTERS_ONLY
    missing = {pair for pair in options_in_the_data() if pair[1] not in silent} - shown
    assert missing == set()


def test_cases_and_golden_files_match():
    assert {path.stem for path in OPTION_FILES} == {case.name for case in cases()}


def test_every_value_of_a_choice_is_used_in_some_golden_record():
    file = resources.files("data") / "games" / "options.toml"
    kinds = tomllib.loads(file.read_text(encoding="utf-8"))
    at_work = {}
    for path in OPTION_FILES:
        case = json.loads(path.read_text(encoding="utf-8"))
        for value in (case["value"], case["other"]):
            at_work.setdefault(case["option"], []).append(value)
    for option, kind in kinds.items():
        if kind["kind"] == "choice" and option not in KNOWLEDGE_ONLY:
            assert {*kind["values"]} <= {*at_work[option]}, option


@pytest.mark.parametrize("option", ["nello_doubles", "nt_doubles", "plunge_doubles"])
def test_ranking_of_doubles_is_named_in_its_golden_record(option):
    paths = [path for path in OPTION_FILES if f"-{option}-" in path.stem]
    assert paths
    for path in paths:
        case = json.loads(path.read_text(encoding="utf-8"))
        words = {word for hand in case["record"]["hands"] for word in hand["contract"].split()}
        assert {*case["value"]} <= words, path.stem


def test_blind_swapped_widow_stays_hidden_from_the_bidder_until_the_hand_ends():
    waiting = edit(edit(MOON, "hands", 0, "exchange", None), "hands", 0, "plays", [])
    seen = {}
    for widow in ("see_then_discard", "blind_swap"):
        record = edit(waiting, "rules", {"moon_widow": widow})
        game = replay(parse_record(text(record)))
        assert game.rules == load_rules("moon", {"moon_widow": widow})
        seen[widow] = view_for(game, 0).kitty
        assert view_for(game, 1).kitty is None
    assert seen["see_then_discard"] == game.deal.kitty
    assert seen["blind_swap"] is None


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.id)
def test_stacking_tricks_is_display_only(spec):
    name = f"{spec.id}-{presets(spec.id)[0].name}"
    record = parse_record((PRESETS / f"{name}.record.json").read_bytes())
    stacked = with_option(record, "stacked_tricks", True)
    open_ = with_option(record, "stacked_tricks", False)
    assert judge(stacked) == judge(open_)
