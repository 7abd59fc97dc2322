"""Collects every translatable text of the program from the source.

`python -m tests.support.catalog es` creates or updates `data/locales/es.po`.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.app import COGS
from bot.presenter.words.language import COMMAND_NAME, TYPED
from cogs.invitations import INVITE_TO_MY_TABLE
from texas42.library import all_options, games, presets

Text = str | tuple[str, ...]
PSEUDO = "ja"  # formats lists and numbers without Latin letters
LOCALES = Path(__file__).resolve().parents[2] / "data" / "locales"
Command = app_commands.Command | app_commands.Group

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


def commands() -> Iterator[Command]:
    """Yield every slash command and group of the cogs."""
    for name in COGS:
        for value in vars(importlib.import_module(name)).values():
            found = getattr(value, "__cog_app_commands__", ())
            for command in found if isinstance(value, type) else ():
                yield command
                if isinstance(command, app_commands.Group):
                    yield from command.walk_commands()


def command_texts() -> Iterator[tuple[str, str | None]]:
    """Yield each text that Discord shows for commands, with its context."""
    yield INVITE_TO_MY_TABLE, COMMAND_NAME
    for command in commands():
        yield command.name, COMMAND_NAME
        yield command.description, None
        for parameter in getattr(command, "parameters", ()):
            yield parameter.display_name, COMMAND_NAME
            yield str(parameter.description), None
            for choice in parameter.choices:
                yield choice.name, None


def data_texts() -> Iterator[str]:
    """Yield the names and descriptions of the shipped games and presets."""
    for game in games():
        yield game.name
        for preset in presets(game.id):
            yield preset.title
            yield preset.summary
            yield preset.story


def option_texts() -> Iterator[Text]:
    """Yield the words of every option; a plural as both forms."""
    for option in all_options().values():
        text = option.text
        yield text.title
        yield text.about
        for texts in (text.sentences, text.shorts, text.toggles):
            forms = dict(texts)
            if "one" in forms:
                yield forms.pop("one"), forms.pop("many")
            yield from forms.values()


def sentences() -> Iterator[tuple[Text, str | None]]:
    """Yield each text in the presenter's code, with its context; a plural as both forms."""
    with as_file(files("bot.presenter")) as folder:
        for path in sorted(folder.rglob("*.py")):
            calls = (n for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.Call))
            for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                given = [each.value for each in call.args if isinstance(each, ast.Constant)]
                match name, [each for each in given if isinstance(each, str)]:
                    case (("say" | "typed"), [text, *_]):
                        yield text, TYPED if name == "typed" else None
                    case "say_as", [context, text, *_]:
                        yield text, context
                    case "plural", [one, many, *_]:
                        yield (one, many), None


@cache
def template() -> Catalog:
    """Build a catalog of every text, untranslated. Nobody may change it."""
    catalog = Catalog(project="fortytwo", fuzzy=False)
    for message, context in sentences():
        catalog.add(message, context=context)
    for text, context in command_texts():
        catalog.add(text, context=context)
    for text in (*data_texts(), *option_texts()):
        catalog.add(text)
    return catalog


def untranslated(translated: Catalog) -> list[object]:
    """List the texts that a language does not translate."""
    found = ((each.id, translated.get(each.id, each.context)) for each in template() if each.id)
    return [text for text, match in found if match is None or not _is_complete(match.string)]


def _is_complete(string: str | tuple[str, ...]) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


@cache
def pseudo_language() -> bytes:
    """Build the .po file of a pseudo-language that wraps every piece of English in ⟦ ⟧.

    Values of placeholders stay outside the brackets, so untranslated ones are visible.
    """
    catalog = Catalog(locale=PSEUDO, project="fortytwo", fuzzy=False)
    for each in template():
        if each.id and each.context == TYPED:
            words = ", ".join(f"⟦{word.strip()}⟧" for word in each.id.split(","))
            catalog.add(each.id, words, context=TYPED)
        elif isinstance(each.id, tuple):
            catalog.add(each.id, (wrapped(each.id[1]),), context=each.context)
        elif each.id:
            catalog.add(each.id, wrapped(each.id), context=each.context)
    written = BytesIO()
    write_po(written, catalog)
    return written.getvalue()


def wrapped(text: str) -> str:
    """Put brackets around everything but the placeholders."""
    pieces = re.split(r"(\{\w+\})", text)
    return "".join(
        f"⟦{piece}⟧" if at % 2 == 0 and re.search("[A-Za-z]", piece) else piece
        for at, piece in enumerate(pieces)
    )


def write(language: str) -> None:
    """Write a language's file, keeping its translations."""
    path = LOCALES / f"{language}.po"
    texts = template()
    catalog = Catalog(locale=language.replace("-", "_"), project="fortytwo", fuzzy=False)
    if path.exists():
        catalog = read_po(BytesIO(path.read_bytes()))
    catalog.update(texts, no_fuzzy_matching=True)
    with path.open("wb") as file:
        write_po(file, catalog, omit_header=False, no_location=True)


if __name__ == "__main__":
    write(sys.argv[1])
