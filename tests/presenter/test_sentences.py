"""Every sentence can be collected for translation, and every place in it is filled."""

import ast
import string
from importlib.resources import files

import pytest

SOURCES = sorted(
    (path.name, path.read_text(encoding="utf-8"))
    for path in files("bot.presenter").iterdir()
    if path.name.endswith(".py")
)
METHODS = {"say": 1, "plural": 2}
FILLED_BY_PLURAL = {"n"}


def sentences(source):
    """Every call of `say` and `plural`: its texts, the names given to it, its line."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        if name in METHODS:
            yield name, node.args[: METHODS[name]], node.keywords, node.lineno


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("name", "source"), SOURCES, ids=[name for name, _ in SOURCES])
def test_every_sentence_is_a_literal_with_its_places_filled(name, source):
    for method, texts, keywords, line in sentences(source):
        given = {keyword.arg for keyword in keywords}
        allowed = given | (FILLED_BY_PLURAL if method == "plural" else set())
        for text in texts:
            assert isinstance(text, ast.Constant), f"{name}:{line} is not a literal"
            assert places(text.value) <= allowed, f"{name}:{line}"
            assert given <= places(text.value), f"{name}:{line} gives too much"
