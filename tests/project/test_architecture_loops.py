"""One helper runs background loops, one module reads Discord errors, and modules have no state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from .modules import MODULES, tree_of, within

pytestmark = pytest.mark.slow

# endless loops must use `Loop`; these wait for one event, or run a test's Discord
MAY_LOOP = (
    "bot.runtime.loops",
    "bot.link.patience",
    "bot.publisher.keeper.nonces",
    "discord_sandbox",
    "bot.cli.live",
)
# discord.py exceptions raised by API calls, not by connecting or closing
ERRORS_OF_CALLS = {"DiscordException", "HTTPException", "Forbidden", "NotFound"}
ERRORS_OF_CALLS |= {"DiscordServerError", "RateLimited", "InvalidData"}
# the link explains a lost connection, and `doctor --live` reports Discord's answers
MAY_NAME_ERRORS_OF_CALLS = ("bot.publisher.calls.discord_errors", "bot.link", "bot.cli.live")
MUTABLE_CALLS = {"list", "dict", "set", "deque", "defaultdict", "OrderedDict", "Counter"}
MUTATING = {"append", "add", "update", "pop", "clear", "extend", "insert", "remove", "setdefault"}


def discords_errors_in(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which a module names an exception of a Discord API call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("discord", "discord.errors"):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "discord":
            named = [node.attr]
        else:
            continue
        if any(name in ERRORS_OF_CALLS for name in named):
            yield node.lineno


def test_only_one_module_interprets_discord_errors() -> None:
    named = {
        name: lines
        for name in MODULES
        if not within(name, MAY_NAME_ERRORS_OF_CALLS)
        if (lines := list(discords_errors_in(tree_of(name))))
    }
    assert named == {}, "catch DISCORD_ERRORS instead"


def endless_loops(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of loops in coroutines that only an exception or a return can end."""
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.While) and isinstance(node.test, ast.Constant):
                    yield node.lineno
        elif isinstance(function, ast.Attribute) and ast.unparse(function) == "tasks.loop":
            yield function.lineno


def test_background_loops_use_the_loop_helper() -> None:
    made = {
        name: lines
        for name in MODULES
        if not within(name, MAY_LOOP)
        if (lines := list(endless_loops(tree_of(name))))
    }
    assert made == {}, "use Loop of bot.runtime.loops, which survives whatever is raised"


def mutable(value: ast.expr | None) -> bool:
    """Return True if an expression creates a mutable object."""
    if isinstance(value, ast.Call):
        called = value.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        return name in MUTABLE_CALLS
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))


def state_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of mutable module state, including changed constants."""
    bound: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and mutable(getattr(node, "value", None)):
                bound.add(target.id)
    yield from (n for n in bound if not n.lstrip("_").isupper() and not n.startswith("__"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in bound and node.func.attr in MUTATING:
                yield owner.id
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            owner = node.value
            if isinstance(owner, ast.Name) and owner.id in bound:
                yield owner.id


def test_no_module_has_mutable_state() -> None:
    assert {name: found for name in MODULES if (found := set(state_of(tree_of(name))))} == {}


def test_violations_are_found() -> None:
    for source in (
        "seen = []",
        "seen: dict[str, int] = {}",
        "seen = defaultdict(list)",
        "SEEN: list[int] = []\ndef note(x):\n    SEEN.append(x)",
        "SEEN = {}\ndef note(x):\n    SEEN[x] = 1",
        "count = 0\ndef more():\n    global count\n    count += 1",
    ):
        assert set(state_of(ast.parse(source))), source
    for source in (
        "try: ...\nexcept discord.HTTPException: ...",
        "try: ...\nexcept (OSError, discord.RateLimited): ...",
        "isinstance(error, discord.Forbidden)",
        "from discord import NotFound",
        "from discord.errors import DiscordException",
    ):
        assert list(discords_errors_in(ast.parse(source))), source
    for source in (
        "async def run():\n    while True:\n        await work()",
        "from discord.ext import tasks\n@tasks.loop(seconds=5)\nasync def run(): ...",
    ):
        assert list(endless_loops(ast.parse(source))), source
