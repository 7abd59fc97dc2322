"""User-chosen names cannot break or abuse a message."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenter.words.language import Words
from bot.presenter.words.names import shown_name
from bot.values.names import plain_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("*Ana*", r"\*Ana\*"),
        ("A_n_a", r"A\_n\_a"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("# big", r"\# big"),
        ("[x](https://a.b)", "\\[x\\]\\(https:\u200b//a.b\\)"),
        ("a\nb\tc", "a b c"),
        ("\u202eevil", "evil"),
        ("\u200b\u2066 ", "?"),
        ("x" * 40, "x" * 23 + "…"),
        ("مرحبا", "\u2068مرحبا\u2069"),
        ("Ana שלום", "\u2068Ana שלום\u2069"),
    ],
)
def test_name_is_escaped_and_shortened(name, shown):
    assert shown_name(name) == shown


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ana", "Waiting for Ana."),
        ("Al J.", "Waiting for Al J."),
        ("Wait...", "Waiting for Wait..."),
        ("x" * 40, f"Waiting for {'x' * 23}…"),
        ("ש" * 40, f"Waiting for \u2068{'ש' * 23}…\u2069"),
        ("Who?", "Waiting for Who?."),
    ],
)
def test_name_that_ends_with_a_dot_ends_a_sentence_without_another(name, sentence):
    assert Words().say("Waiting for {name}.", name=shown_name(name)) == sentence
    assert Words().plural("{n} for {name}.", "", 1, name=shown_name(name))[-3:] == sentence[-3:]


def test_dots_inside_a_sentence_stay():
    said = Words().say("{a}. {b}... {c}", a="A…", b="B.", c="C..")
    assert said == "A… B.... C.."


@pytest.mark.parametrize(
    "name",
    [
        "discord.gg/abcdef",
        "DISCORD.GG/abcdef",
        "join discord.gg//x",
        "discord.com/invite/x",
        "https://discord.gg/x",
        "dsc\u200b.gg/x",
        "discord.\u2060gg\\x",
    ],
)
def test_invite_link_in_a_name_is_broken_up(name):
    for text in (plain_name(name), shown_name(name)):
        assert not re.search(r"\w\.\w{2,}\\?[/\\]", text.replace("\u200d", "")), text
        assert len(text) > 5


def test_stacked_accents_are_cut_to_two():
    assert plain_name("Z" + "\u0322" * 20) == "Z" + "\u0322" * 2


@pytest.mark.parametrize("sign", ["👨\u200d👩\u200d👧\u200d👦", "🇲🇽", "👍🏽", "e\u0301\u0323", "W"])
def test_long_name_is_cut_between_grapheme_clusters(sign):
    cut = plain_name(sign * 32)
    shown = unicodedata.normalize("NFC", sign)
    assert cut.endswith("…")
    assert len(cut) <= 24
    assert cut.removesuffix("…") == shown * (len(cut.removesuffix("…")) // len(shown))


def test_joined_emoji_stays_whole():
    assert plain_name("👩\u200d👧 Di") == "👩\u200d👧 Di"


@given(st.text())
def test_plain_name_is_one_short_visible_line(name):
    text = plain_name(name)
    assert 1 <= len(text) <= 24
    hidden = {c for c in text if unicodedata.category(c)[0] == "C"}
    assert hidden <= {"\u200d"}
    assert "\n" not in text


@given(st.text(alphabet="*_~`|<>[]()#-+@:/\\ae ", max_size=30))
def test_every_markdown_character_is_escaped(name):
    text = shown_name(name)
    unescaped = text.replace("\\\\", "")
    for at, sign in enumerate(unescaped):
        if sign in "*_~`|<>[]()#":
            assert unescaped[at - 1] == "\\", text
