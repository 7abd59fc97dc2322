"""Errors in damaged game and option files name the key and the reason."""

from importlib import resources

import pytest

from texas42.library import DataFileError
from texas42.library.catalog import OPTIONS_FILE, read_game, read_options

FOLDER = resources.files("data") / "games"
OPTIONS = (FOLDER / OPTIONS_FILE).read_text(encoding="utf-8")
MOON = (FOLDER / "moon.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('name = "Moon"\n', "", "name", "required"),
        ("seats = 3", 'seats = "3"', "seats", "valid integer"),
        ("seats = 3", "seats = true", "seats", "valid integer"),
        ("seats = 3", "seats = 4", "", "4 seats do not divide into 3 sides"),
        ("hand_size = 7", "hand_size = 6", "", "22 dominoes and 19 are dealt"),
        ("order = 8", "ordre = 8", "ordre", "unknown key"),
        ('auction = "one-turn"', 'auction = "two-turn"', "auction", "one-turn"),
        ("highest_pip = 6", "highest_pip = 9", "tiles.highest_pip", "less than or equal to 8"),
        ('extra = ["00"]', 'extra = ["00", "97"]', "tiles.extra.1", "'97' is no domino"),
        ("points = 21", "points = 0", "targets.points", "greater than or equal to 1"),
        ("bid_21 = true", 'bid_21 = "yes"', "options.bid_21", "'yes' is not true or false"),
        ("bid_21 = true", "bid_22 = true", "options.bid_22", "none of options.toml"),
        ('option = "moon_set"', 'option = "moon_sets"', "", "'moon_sets' is none of the options"),
        ('default_preset = "standard"', 'default_preset = "x"', "", "'x' is none of the presets"),
        ('title = "Pagat"\n', "", "presets.pagat.title", "required"),
        ("[presets.pagat.rules]", "[presets.pagat.rule]", "presets.pagat.rule", "unknown key"),
        (
            'trumps = ["0", "1", "2", "3", "4", "5", "6", "follow-me"]',
            'trumps = ["9"]',
            "presets.pagat.rules.trumps",
            "a list of some of",
        ),
        ("[presets.pagat]", "[presets.Pagat]", "presets.Pagat", "small letters"),
    ],
)
def test_damaged_game_is_refused_with_its_file_key_and_reason(
    old: str, new: str, key: str, reason: str
) -> None:
    assert MOON.count(old) == 1
    with pytest.raises(DataFileError) as caught:
        read_game("moon.toml", MOON.replace(old, new), read_options(OPTIONS_FILE, OPTIONS))
    assert (caught.value.file, caught.value.key) == ("moon.toml", key)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("line", "key", "reason"),
    [
        ('x = { kind = "dial" }', "x.kind", "'switch'"),
        ('x = { kind = "switch", valeus = [] }', "x.valeus", "unknown key"),
        ("x = {}", "x.kind", "required"),
        ("x = 1", "x", "OptionEntry"),
    ],
)
def test_damaged_option_is_refused_with_its_key(line: str, key: str, reason: str) -> None:
    with pytest.raises(DataFileError) as caught:
        read_options(OPTIONS_FILE, f"{OPTIONS}\n{line}\n")
    assert (caught.value.file, caught.value.key) == (OPTIONS_FILE, key)
    assert reason in caught.value.reason
