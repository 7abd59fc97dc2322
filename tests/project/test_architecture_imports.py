"""Which package may import which."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from functools import cache

import pytest

from bot.app import COGS
from tests.project.layers import ALLOWED, GAME_VALUES

from .modules import MODULES, imports, names_in, tree_of, within

pytestmark = pytest.mark.slow

# Top-level modules: the command line entry point and the Discord client.
ON_TOP = {"bot", "bot.__main__", "bot.app"}
# The composition root and the commands that use it: they may import everything.
MAY_IMPORT_EVERYTHING = {
    "bot.__main__",
    "bot.cli",
    "bot.runtime.composition",
    "bot.runtime.serving",
}


FORBIDDEN_IN_ENGINE = {"random", "time", "asyncio", "logging", "secrets", "datetime", "os"}
MAY_IMPORT_DISCORD = (
    "bot.__main__",
    "bot.link",
    "bot.publisher",
    "bot.app",
    "bot.runtime.composition",
    "bot.cli",
    "cogs",
)
# only the cogs and what builds the client may import its type
MAY_IMPORT_APP = ("cogs", "bot.runtime.composition", "bot.runtime.serving", "bot.cli")


@cache
def room_of(name: str) -> str | None:
    """Find the matrix row for a module, or None."""
    fitting = [room for room in ALLOWED if within(name, {room})]
    return max(fitting, key=len, default=None)


def package_of(room: str) -> str:
    """Find the package that contains a room's modules."""
    return room if MODULES[room].name == "__init__.py" else room.rpartition(".")[0]


def fault_of(name: str, imported: str) -> str | None:
    """Describe what is wrong with an import, or return None if it is allowed."""
    ours = within(imported, ("bot", "cogs", "data", "texas42", "discord_sandbox"))
    if not ours or within(name, MAY_IMPORT_EVERYTHING):
        return None
    room = room_of(name)
    if room is None:
        return f"{name} stands in no room"
    if within(name, {"cogs"}) and within(imported, set(COGS)) and not within(imported, {name}):
        return f"{name} imports the cog {imported}"
    if within(imported, {package_of(room)} if package_of(room) != "bot" else {name}):
        return None
    return None if within(imported, ALLOWED[room]) else f"{name} may not import {imported}"


def test_every_module_belongs_to_a_room() -> None:
    homeless = {name for name in MODULES if room_of(name) is None} - ON_TOP
    assert {name for name in homeless if not within(name, MAY_IMPORT_EVERYTHING)} == set()
    beside = [
        name
        for name, path in MODULES.items()
        if name.count(".") == 1 and name.startswith("bot.") and path.name != "__init__.py"
    ]
    assert set(beside) <= ON_TOP


def test_modules_import_only_what_their_room_may() -> None:
    faults = [fault_of(name, other) for name in MODULES if name != "bot" for other in imports(name)]
    assert [fault for fault in faults if fault is not None] == []


def test_every_permission_of_the_matrix_is_used() -> None:
    """An unused permission would let an unwanted import in unnoticed."""
    for room, allowed in ALLOWED.items():
        mine = [other for name in MODULES if room_of(name) == room for other in imports(name)]
        idle = [to for to in allowed - GAME_VALUES if not any(within(i, {to}) for i in mine)]
        assert not idle, f"{room} may import {idle} and does not"


def test_restricted_modules_are_imported_only_by_their_rooms() -> None:
    """Engine: no clock, no randomness. discord.py and SQLAlchemy: only their rooms. Top: none."""
    faults = [
        f"{name} imports {other}"
        for name in MODULES
        for other in imports(name)
        for top in [other.split(".")[0]]
        if (top in FORBIDDEN_IN_ENGINE and within(name, {"texas42.engine"}))
        or (top == "discord" and not within(name, MAY_IMPORT_DISCORD))
        or (top in {"sqlalchemy", "alembic"} and not within(name, {"bot.store"}))
        or within(other, {"bot.__main__"})
        or (
            within(other, {"bot.runtime.composition", "bot.cli"})
            and not within(name, MAY_IMPORT_EVERYTHING)
        )
        or (within(other, {"bot.app"}) and not within(name, MAY_IMPORT_APP))
    ]
    assert faults == []


def test_forbidden_imports_are_found() -> None:
    assert room_of("bot.minds") is None
    assert fault_of("bot.minds", "texas42.engine") == "bot.minds stands in no room"
    assert fault_of("texas42.engine.game", "texas42.library.catalog") is not None
    assert fault_of("cogs.play", "cogs.tables") is not None
    assert fault_of("cogs.play", "bot.store") is not None
    assert fault_of("texas42.ai.rules.leading", "texas42.ai.rollouts.plays") is not None
    assert fault_of("bot.tables.service", "bot.presenter") is not None


def packages_above(name: str) -> list[str]:
    """List the packages around a module, the outermost first."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def top_level_imports(name: str, known: Collection[str]) -> set[str]:
    """List the project modules that run when a module is imported, for types only or not.

    Among them are the packages around an imported module, unless the importer stands in them, too.
    """
    inside = {
        id(node)
        for function in ast.walk(tree_of(name))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    found = set()
    for node in ast.walk(tree_of(name)):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and id(node) not in inside:
            for imported in names_in(node, name):
                module = imported if imported in known else imported.rpartition(".")[0]
                if module in known:
                    found |= {module, *packages_above(module)}
    return found - {name, *packages_above(name)}


def import_circles(graph: Mapping[str, Collection[str]]) -> list[set[str]]:
    """Find the strongly connected components of more than one module (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    circles: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = lowest[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], index[other])
        if lowest[name] == index[name]:
            circle = set(stack[stack.index(name) :])
            del stack[stack.index(name) :]
            if len(circle) > 1:
                circles.append(circle)

    for name in graph:
        if name not in index:
            visit(name)
    return circles


def test_there_are_no_import_cycles() -> None:
    graph = {name: top_level_imports(name, MODULES) for name in MODULES}
    assert import_circles(graph) == []


def test_import_cycles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set[str]()}
    assert import_circles(graph) == [{"a", "b", "c"}]
    assert import_circles({"a": {"b"}, "b": set[str]()}) == []


def test_a_package_around_an_imported_module_counts_as_imported() -> None:
    """Python runs it first, so a service named in its package closes a circle, too."""
    assert "bot.store" in top_level_imports("bot.asked.votes", MODULES)
    assert "bot.store" not in top_level_imports("bot.store.events", MODULES)
