"""Options written on one line."""

import pytest

from texas42.library import (
    UnknownGame,
    UnknownRule,
    complete_options,
    games,
    load_rules,
    parse_options,
)


def test_pairs_are_separated_by_spaces() -> None:
    read = parse_options("42", "renege=forfeit nello = any; nello_doubles=low, own target=5")
    assert read == {
        "renege": "forfeit",
        "nello": "any",
        "nello_doubles": ("low", "own"),
        "target": 5,
    }


def test_bare_switch_means_on() -> None:
    assert parse_options("42", "plunge splash=off sevens=yes") == {
        "plunge": True,
        "splash": False,
        "sevens": True,
    }


def test_reads_numbers_and_no_limit() -> None:
    assert parse_options("42", "max-marks=none open_max_marks=3") == {
        "max_marks": None,
        "open_max_marks": 3,
    }
    assert parse_options("moon", "moon_set=21") == {"moon_set": 21}


def test_empty_text_sets_no_option() -> None:
    assert parse_options("42", "  ") == {}


@pytest.mark.parametrize(
    ("text", "name", "choices"),
    [
        ("nelo=any", "nelo", ()),
        ("preset=house", "preset", ()),
        ("moon_set=21", "moon_set", ()),
        ("renege", "renege", ("reject", "forfeit")),
        ("renege=maybe", "renege", ("reject", "forfeit")),
        ("plunge=2", "plunge", ("on", "off")),
        ("target=0", "target", ("1",)),
        ("target=-1", "target", ("1",)),
        ("max_marks=0", "max_marks", ("none", "1")),
        ("nello_doubles=high,high", "nello_doubles", ("high", "low", "own", "own-reversed")),
    ],
)
def test_unknown_text_is_refused_with_the_valid_choices(
    text: str, name: str, choices: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownRule) as caught:
        parse_options("42", text)
    assert (caught.value.name, caught.value.choices) == (name, choices)


def test_names_are_completed_before_values() -> None:
    assert complete_options("42", "ren") == ("renege=reject", "renege=forfeit")
    assert complete_options("42", "plunge renege=f") == ("plunge renege=forfeit",)
    assert complete_options("42", "nello") == ("nello=forced_only", "nello_doubles=high")
    assert complete_options("42", "nello_doubles=low,o") == (
        "nello_doubles=low,own",
        "nello_doubles=low,own-reversed",
    )


def test_text_already_typed_is_not_suggested_again() -> None:
    assert not any("plunge=" in line for line in complete_options("42", "plunge "))


def test_every_suggestion_is_playable() -> None:
    for spec in games():
        for line in complete_options(spec.id, ""):
            name = line.partition("=")[0]
            for found in complete_options(spec.id, f"{name}="):
                assert load_rules(spec.id, parse_options(spec.id, found))


def test_unknown_game_has_no_options() -> None:
    with pytest.raises(UnknownGame):
        parse_options("bridge", "")
    with pytest.raises(UnknownGame):
        complete_options("bridge", "")
