"""Text for hosts and players outside the catalog: logs, errors, help, descriptions."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.catalog import FORBIDDEN

from .modules import MODULES, tree_of, within

SOURCES = [
    name
    for name in MODULES
    if not within(name, {"discord_sandbox"})  # imitates Discord, in Discord's words
]
LOGGED = {"debug", "info", "warning", "error", "exception", "critical"}
SAID = {
    *LOGGED,
    "Expectation",
    "say",
    "screen",
    "print",
    "complain",
    "describe",
    "add_argument",
    "add_parser",
    "command",
    "Group",
}
TECHNICAL = {"an option code", "a command line", "a hash"}
"""Words that hosts may read, but players may not."""


def texts_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield each literal text of a log, an error, a help or a description, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from texts(node.exc)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in SAID:
                yield from texts(node)


def texts(call: ast.Call) -> Iterator[tuple[int, str]]:
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value


@pytest.fixture(scope="module")
def everything_said() -> list[str]:
    """List all such text of the program, each prefixed with its location."""
    return [f"{name}:{line}: {text}" for name in SOURCES for line, text in texts_in(tree_of(name))]


@pytest.mark.slow
@pytest.mark.parametrize("why", sorted(set(FORBIDDEN) - TECHNICAL))
def test_no_log_error_help_or_description_has_a_forbidden_word(
    why: str, everything_said: list[str]
) -> None:
    assert len(everything_said) > 300
    assert [text for text in everything_said if re.search(FORBIDDEN[why], text)] == []


@pytest.mark.parametrize(
    "source",
    [
        '_LOG.info("the user %s has begun", 1)',
        'raise StartError(f"{folder} may be wrong")',
        'raise NotationError(f"{text!r} is no domino")',
        'parser.add_argument("--port", help="whoever listens")',
        '@app_commands.command(description="Make his bid")\ndef bid(): ...',
    ],
)
def test_forbidden_words_are_found_in_every_kind_of_text(source: str) -> None:
    read = [text for _, text in texts_in(ast.parse(source))]
    assert any(re.search(pattern, text) for pattern in FORBIDDEN.values() for text in read)
