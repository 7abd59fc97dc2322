"""Errors in damaged game and option files name the key and the reason."""

from importlib import resources

import pytest

from texas42.library import DataFileError, all_options, games, toggles_of
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
        ('extra = ["00"]', 'extra = ["00", "97"]', "tiles.extra.1", "'97' is not a domino"),
        ("points = 21", "points = 0", "targets.points", "greater than or equal to 1"),
        ("bid_21 = true", 'bid_21 = "yes"', "options.bid_21", "'yes' is not true or false"),
        ("bid_21 = true", "bid_22 = true", "options.bid_22", "none of options.toml"),
        (
            'option = "moon_set"',
            'option = "moon_sets"',
            "",
            "'moon_sets' is not one of the options",
        ),
        (
            'default_preset = "standard"',
            'default_preset = "x"',
            "",
            "'x' is not one of the presets",
        ),
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


SWITCH = """
[x]
group = "play"
kind = "switch"
title = "X"
about = "What X is."
sentence.on = "X is played"
sentence.off = "X is not played"
short.on = "X"
short.off = "no X"
"""
CHOICE = """
[x]
group = "play"
kind = "choice"
values = ["off", "rare", 3]
title = "X"
about = "What X is."
sentence.off = "Nobody plays X"
sentence.rare = "X is rare"
sentence.3 = "Three of X"
short.off = "no X"
short.rare = "rare X"
short.3 = "three X"
toggle.rare = "X: rare"
toggle.3 = "X"
"""
NUMBER = """
[x]
group = "bidding"
kind = "number"
least = 1
unlimited = true
title = "X"
about = "How many X."
sentence.one = "{n} X"
sentence.many = "{n} of X"
sentence.none = "Any number of X"
short.many = "up to {marks} of X"
short.none = "any X"
"""
LIST = """
[x]
group = "trump"
kind = "list"
values = ["high", "low"]
title = "X"
about = "How doubles rank in X."
sentence.some = "X is played with {doubles}"
short.some = "X with {doubles}"
"""


@pytest.mark.parametrize("option", [SWITCH, CHOICE, NUMBER, LIST])
def test_option_with_all_its_words_is_read(option: str) -> None:
    text = read_options(OPTIONS_FILE, option)["x"].text
    assert text.title == "X"
    assert text.sentences
    assert text.shorts


@pytest.mark.parametrize(
    ("option", "old", "new", "key", "reason"),
    [
        (SWITCH, 'kind = "switch"', 'kind = "dial"', "x.kind", "'switch'"),
        (SWITCH, 'kind = "switch"', 'kind = "switch"\nvaleus = []', "x.valeus", "unknown key"),
        (SWITCH, 'kind = "switch"', "", "x.kind", "required"),
        (SWITCH, SWITCH, "x = 1", "x", "OptionEntry"),
        (SWITCH, 'group = "play"', 'group = "plays"', "x.group", "'scoring'"),
        (SWITCH, 'title = "X"', "", "x.title", "required"),
        (SWITCH, 'about = "What X is."', "", "x.about", "required"),
        (SWITCH, 'short.on = "X"', 'short.on = " "', "x.short.on", "must not be blank"),
        (SWITCH, 'sentence.off = "X is not played"', "", "x.sentence.off", "is missing"),
        (SWITCH, 'short.on = "X"', "", "x.short.on", "is missing"),
        (SWITCH, "sentence.on", "sentence.true", "x.sentence.true", "none of on, off"),
        (SWITCH, "X is played", "X has {n}", "x.sentence.on", "{n} is not filled here"),
        (SWITCH, "X is played", "X {", "x.sentence.on", "'X {'"),
        (SWITCH, "short.off", "toggle.off = 'X'\nshort.off", "x.toggle.off", "none of on"),
        (CHOICE, 'sentence.3 = "Three of X"', "", "x.sentence.3", "is missing"),
        (CHOICE, "short.rare", "short.rarely", "x.short.rarely", "none of off, rare, 3"),
        (CHOICE, 'toggle.rare = "X: rare"', "", "x.toggle.rare", "is missing"),
        (CHOICE, "toggle.rare", "toggle.off", "x.toggle.off", "none of rare, 3"),
        (NUMBER, 'sentence.many = "{n} of X"', "", "x.sentence.many", "is missing"),
        (NUMBER, 'short.none = "any X"', "", "x.short.none", "is missing"),
        (NUMBER, "unlimited = true", "", "x.sentence.none", "none of many, one"),
        (NUMBER, "{n} of X", "{score} of X", "x.sentence.many", "{score} is not filled here"),
        (NUMBER, "short.none", "toggle.one = 'X'\nshort.none", "x.toggle.one", "no words here"),
        (LIST, 'sentence.some = "X is played with {doubles}"', "", "x.sentence.some", "is missing"),
        (LIST, "short.some", "short.high", "x.short.high", "none of some"),
        (LIST, "short.some", "toggle.own = 'X'\nshort.some", "x.toggle.own", "none of high, low"),
    ],
)
def test_option_without_its_words_is_refused_with_its_key(
    option: str, old: str, new: str, key: str, reason: str
) -> None:
    assert option.count(old) == 1
    with pytest.raises(DataFileError) as caught:
        read_options(OPTIONS_FILE, option.replace(old, new))
    assert (caught.value.file, caught.value.key) == (OPTIONS_FILE, key)
    assert reason in caught.value.reason


def test_toggle_without_a_label_is_refused() -> None:
    options = OPTIONS.replace('toggle.on = "Bid 21"\n', "")
    assert options != OPTIONS
    with pytest.raises(DataFileError, match=r"bid_21: options.toml lacks bid_21.toggle.on"):
        read_game("moon.toml", MOON, read_options(OPTIONS_FILE, options))


def test_every_toggle_label_is_shown_by_a_game() -> None:
    listed = {toggle.option.name for spec in games() for toggle in toggles_of(spec.id).values()}
    assert {name for name, option in all_options().items() if option.text.toggles} == listed
    members = {toggle.key for spec in games() for toggle in toggles_of(spec.id).values()}
    assert set(all_options()["trumps"].text.toggles) <= members
