"""The catalog has every sentence, and every sentence is plain American English."""

import ast
import re
import string
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po
from discord import Locale, app_commands

from bot.presenter.table.notices import welcome
from bot.presenter.words.language import (
    COMMAND_NAME,
    LANGUAGES,
    SOURCE,
    TYPED,
    Words,
    read_catalog,
    words_for,
)
from bot.presenter.words.render_context import RenderContext
from bot.publisher import command_translator
from bot.publisher.command_translator import CommandTranslator
from tests.support import catalog
from tests.support.catalog import LOCALES, PSEUDO, pseudo_language, template, untranslated
from tests.support.tidy import nothing_left_over

__all__ = ["nothing_left_over"]

FOLDER = Path(str(files("bot.presenter")))
SOURCES = [
    (str(path.relative_to(FOLDER)), path.read_text("utf-8")) for path in FOLDER.rglob("*.py")
]
METHODS = {"say": (0, 1), "say_as": (1, 2), "plural": (0, 2), "typed": (0, 1)}
FILLED_BY_PLURAL = {"n"}
FORBIDDEN = {
    "a generic pronoun": r"\b(?:he|him|his|himself|she|her|whom|whose)\b",
    "no word of the table": r"\bmisplays?\b|\bdefenders?\b|\bdeclarer\b|\bdealer\b",
    "stiff": r"\b(?:shall|upon|thereof|whereof|herein|hence|henceforth|one must|in order to)\b",
    "translated": r"\bis told\b|\btells (?:of|that)\b|\btakes? part\b|\bon that account\b"
    r"|\bit is made\b|\bwhoever\b|\bhas begun\b|\bnot begun\b|\bmay be\b",
    "no for not a": r"(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b|one\b)",
    "an option code": r"\b[a-z0-9_]+=[a-z0-9_]+|\b[a-z]+_[a-z_]+\b",
    "a hash": r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{16,}\b",
    "a command line": r"python -m|--[a-z]",
    "a compass side": r"\bN/S\b|\bE/W\b|\b(?:North|East|South|West)\b",
    "British": r"colour|neighbour|favour|honour|centre|\bwhilst\b|cancelled|\blicence\b",
}


@cache
def sentences(source):
    """List each catalog lookup: method, text arguments, keywords and line number."""
    tree = ast.parse(source)
    methods = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and f.name in METHODS]
    forwarding = {node for method in methods for node in ast.walk(method)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in forwarding:
            continue
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        if name in METHODS:
            first, last = METHODS[name]
            found.append((name, node.args[first:last], node.keywords, node.lineno))
    return found


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def texts_of(found):
    """Yield every English text, including both forms of a plural."""
    for each in found:
        if each.id and each.context not in {TYPED, COMMAND_NAME}:
            yield from each.id if isinstance(each.id, tuple) else (each.id,)


@pytest.mark.parametrize(("name", "source"), SOURCES, ids=[name for name, _ in SOURCES])
def test_every_sentence_is_a_literal_with_all_placeholders_filled(name, source):
    for method, texts, keywords, line in sentences(source):
        given = {keyword.arg for keyword in keywords}
        allowed = given | (FILLED_BY_PLURAL if method == "plural" else set())
        for text in texts:
            if isinstance(text, ast.Subscript) and method == "typed":
                continue  # looks up a table of literals
            assert isinstance(text, ast.Constant), f"{name}:{line} is not a literal"
            assert places(text.value) <= allowed, f"{name}:{line}"
            assert given <= places(text.value), f"{name}:{line} gives too much"


@pytest.fixture(scope="module")
def known():
    """All texts in the extracted template."""
    return {text for each in template() if each.id for text in _forms(each.id)}


@pytest.mark.parametrize(("name", "source"), SOURCES, ids=[name for name, _ in SOURCES])
def test_every_sentence_is_extracted(name, source, known):
    """Babel doesn't look into f-strings."""
    for _, texts, _, line in sentences(source):
        for text in texts:
            if isinstance(text, ast.Constant):
                assert text.value in known, f"{name}:{line}"


def _forms(text):
    return text if isinstance(text, tuple) else (text,)


@pytest.mark.parametrize("why", FORBIDDEN)
def test_no_sentence_has_a_forbidden_word(why):
    found = [text for text in texts_of(template()) if re.search(FORBIDDEN[why], text)]
    assert not found


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("a generic pronoun", "Who makes his bid scores it."),
        ("no word of the table", "It is a misplay."),
        ("stiff", "You shall bid."),
        ("translated", "You take part in the event."),
        ("an option code", "raise_marks=plus1_or_double"),
        ("a hash", "630dcd2966c4336691125448bbb25b4f"),
        ("a command line", "python -m bot verify"),
        ("a compass side", "N/S set on 1 mark"),
        ("British", "the centre"),
    ],
)
def test_forbidden_word_is_found(why, text):
    assert re.search(FORBIDDEN[why], text)


# Languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_is_fully_translated(language):
    if language != SOURCE:
        written = read_po(BytesIO((LOCALES / f"{language}.po").read_bytes()))
        assert not untranslated(written)


def test_every_language_file_is_listed():
    assert {path.stem for path in LOCALES.glob("*.po")} == set(LANGUAGES) - {SOURCE}


def test_missing_translation_is_found():
    whole = read_po(BytesIO(pseudo_language()))
    assert not untranslated(whole)
    whole["Rules"].string = ""
    whole.delete("pass", context="bid")
    assert set(untranslated(whole)) == {"Rules", "pass"}


def test_new_language_needs_only_one_file(tmp_path, monkeypatch):
    monkeypatch.setattr(catalog, "LOCALES", tmp_path)
    catalog.write("es")
    path = tmp_path / "es.po"
    fresh = read_po(BytesIO(path.read_bytes()))
    assert set(untranslated(fresh)) == {each.id for each in template() if each.id}
    fresh["Rules"].string = "Reglas"
    with path.open("wb") as file:
        write_po(file, fresh)
    catalog.write("es")
    assert Words("es", read_catalog(path.read_bytes())).say("Rules") == "Reglas"


def test_unknown_locale_falls_back_to_english():
    assert {words_for(locale).say("Rules") for locale in ("en-US", "fr", "xx", None)} == {"Rules"}


def test_broken_language_file_is_refused():
    with pytest.raises(PoFileError):
        read_catalog(b'msgid "Rules"\nmsgstr "Reglas\nnonsense')


def test_context_separates_translations_of_the_same_text():
    spanish = Catalog(locale="es")
    spanish.add("sevens", "de sietes", context="contract")
    spanish.add("sevens", "sietes", context="suit")
    written = BytesIO()
    write_po(written, spanish)
    words = Words("es", read_catalog(written.getvalue()))
    assert words.say_as("contract", "sevens") == "de sietes"
    assert words.say_as("suit", "sevens") == "sietes"


def test_lists_and_numbers_follow_the_language():
    assert Words("es").both(["Ana", "Bo"]) == "Ana y Bo"
    assert Words("pt-BR").either(["1", "2"]) == "1 ou 2"
    assert Words("es").percent(0.46).startswith("46")


# Commands -------------------------------------------------------------------------------------


async def test_commands_are_translated_from_the_catalog(monkeypatch):
    pseudo = Words(PSEUDO, read_catalog(pseudo_language()))
    monkeypatch.setattr(command_translator, "words_for", lambda _: pseudo)
    translator = CommandTranslator()
    place = app_commands.TranslationContextLocation
    for command in catalog.commands():
        group = isinstance(command, app_commands.Group)
        named = place.group_name if group else place.command_name
        described = place.group_description if group else place.command_description
        for where, text in ((named, command.name), (described, command.description)):
            context = app_commands.TranslationContext(where, command)
            shown = await translator.translate(
                app_commands.locale_str(text), Locale.spain_spanish, context
            )
            assert shown == f"⟦{text}⟧"


async def test_english_commands_are_not_translated():
    (first, *_) = catalog.commands()
    context = app_commands.TranslationContext(
        app_commands.TranslationContextLocation.command_description, first
    )
    text = app_commands.locale_str(first.description)
    assert await CommandTranslator().translate(text, Locale.french, context) is None


def test_screen_uses_the_language_of_its_context():
    pseudo = Words(PSEUDO, read_catalog(pseudo_language()))
    assert welcome(RenderContext(pseudo)).content.startswith("⟦")
