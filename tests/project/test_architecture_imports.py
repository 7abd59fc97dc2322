"""Which package may import which."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

import pytest

from bot.app import COGS

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

TABLE_VALUES = {"bot.tables.model", "bot.tables.views", "bot.tables.errors"}
DAILY_VALUES = {"bot.daily.model", "bot.daily.views", "bot.daily.errors"}
EVENT_VALUES = {"bot.events.model", "bot.events.views", "bot.events.errors"}
PLAN_VALUES = {"bot.plans.model", "bot.plans.errors"}
GAME_VALUES = {"texas42.engine", "texas42.library", "texas42.records"}

# What each room may import besides itself. The longest matching name applies.
ALLOWED: dict[str, set[str]] = {
    "texas42.engine": set(),
    "texas42.library": {"texas42.engine"},
    "texas42.records": {"texas42.engine", "texas42.library"},
    "texas42.ai.findings": {"texas42.engine"},
    "texas42.ai.kernels": set(),
    "texas42.ai.inference": GAME_VALUES,
    "texas42.ai.valuation": GAME_VALUES | {"texas42.ai.inference"},
    "texas42.ai.rules": GAME_VALUES
    | {"texas42.ai.findings", "texas42.ai.inference", "texas42.ai.valuation"},
    "texas42.ai.solver": GAME_VALUES
    | {
        "texas42.ai.findings",
        "texas42.ai.inference",
        "texas42.ai.kernels",
        "texas42.ai.valuation",
    },
    "texas42.ai.rollouts": GAME_VALUES
    | {
        "texas42.ai.findings",
        "texas42.ai.inference",
        "texas42.ai.kernels",
        "texas42.ai.rules",
        "texas42.ai.solver",
        "texas42.ai.valuation",
    },
    "texas42.ai.players": GAME_VALUES | {"texas42.ai"},
    "texas42.ai": set(),
    # the library's front: the public names of its rooms
    "texas42": GAME_VALUES | {"texas42.ai"},
    "bot.values": {"texas42.engine"},
    # the running program's players implement the tables' port `ComputerPlayers`
    "bot.players": GAME_VALUES | {"bot.runtime", "bot.tables.errors", "bot.values", "texas42.ai"},
    "bot.render": {"texas42.engine"},
    "bot.tables": {
        "bot.store.tables",
        "bot.store.results",
        "bot.store.people",
        "bot.store.processes",
        "bot.store.errors",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "texas42.records",
        "bot.runtime.keyed_locks",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.asked": {
        "bot.store.errors",
        "bot.store.asked.votes",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks", "bot.runtime.loops", "bot.tables.past", "bot.tables.ports"}
    | TABLE_VALUES,
    "bot.events": {
        "bot.store.events",
        "bot.store.errors",
        "texas42.engine",
        "texas42.library",
        "bot.tables",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks"},
    "bot.plans": {
        "bot.store.plans",
        "bot.store.errors",
        "bot.tables",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks", "bot.runtime.loops"},
    "bot.daily": {
        "bot.store.people",
        "bot.store.host.heartbeats",
        "bot.store.daily.boards",
        "bot.store.daily.closing",
        "bot.store.daily.reminders",
        "bot.store.daily.scores",
        "bot.store.daily.days",
        "bot.store.errors",
        "texas42.engine",
        "texas42.library",
        "texas42.records",
        "bot.runtime.loops",
        "bot.tables",
        "bot.values",
    },
    "bot.stats": {
        "bot.store.stats",
        "bot.store.people",
        "texas42.engine",
        "texas42.records",
        "bot.values",
    },
    "bot.upkeep": {
        "bot.store.servers",
        "bot.store.sent.posted",
        "bot.store.retention",
        "bot.store.own_data",
        "bot.store.host",
        "bot.store.errors",
        "bot.events.errors",
        "bot.runtime.loops",
        "bot.tables.errors",
        "bot.values",
    },
    "bot.presenter": {
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.render",
        "bot.stats.views",
        "bot.values",
    }
    | {"bot.tables.rated", "bot.tables.past", "bot.upkeep.views"}
    | {"bot.asked.choices", "bot.asked.errors", "bot.asked.model"}
    | DAILY_VALUES
    | TABLE_VALUES
    | EVENT_VALUES
    | PLAN_VALUES,
    # the store implements the ports of these rooms
    "bot.store": {
        "texas42.ai.findings",
        "bot.asked.model",
        "bot.daily.model",
        "bot.events.model",
        "bot.plans.model",
        "bot.upkeep.views",
        "bot.tables.deals.deals",
        "bot.tables.past",
        "bot.tables.results",
        "bot.tables.model",
        "bot.tables.stored",
        "bot.tables.rated",
        "bot.runtime.loops",
        "bot.stats.ratings",
        "bot.stats.views",
        "bot.values",
    },
    "bot.publisher": {
        "bot.store.servers",
        "bot.store.sent",
        "bot.store.results",
        "bot.store.people",
        "texas42.ai.findings",
        "bot.asked.model",
        "bot.daily.model",
        "bot.daily.views",
        "bot.plans.model",
        "texas42.engine",
        "bot.presenter",
        "bot.render",
        "bot.runtime.loops",
        "bot.tables.ports.log_failure",
        "bot.upkeep.views",
        "bot.values",
    }
    | TABLE_VALUES
    | EVENT_VALUES,
    "bot.publisher.keeper.leaving": {
        "bot.store.errors",
        "bot.presenter",
        "bot.publisher.calls",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.cleaner": {
        "bot.store.sent.posted",
        "bot.store.redraws",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
        "bot.tables.errors",
        "bot.tables.past",
    },
    "bot.publisher.untold": {
        "bot.store.sent.undelivered",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.welcomes": {
        "bot.store.servers",
        "bot.store.sent.posted",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.ports": {
        "bot.daily.views",
        "bot.events.views",
        "bot.tables.past",
        "bot.tables.views",
    },
    "bot.publisher.component_router": {
        "bot.store.errors",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.presenter",
        "bot.events.errors",
        "bot.tables.deals.ids",
        "bot.tables.errors",
        "bot.tables.views",
        "bot.values",
    },
    "discord_sandbox": set(),
    "bot.runtime": {"bot.values"},
    "bot.runtime.start_checks": {
        "bot.render",
        "bot.store",
    },
    "bot.runtime.services": {
        "bot.store.sent.undelivered",
        "bot.store.servers",
        "bot.store.people",
        "bot.asked",
        "bot.daily",
        "bot.events",
        "bot.plans",
        "texas42.library",
    }
    | {"bot.publisher", "bot.stats", "bot.tables", "bot.upkeep"},
    "bot.link": {"bot.runtime", "bot.values"},
    "bot.app": {
        "bot.link",
        "bot.presenter",
        "bot.publisher",
        "bot.runtime.loops",
        "bot.runtime.services",
        "bot.tables.errors",
        "bot.tables.model",
    },
    "cogs": {
        "texas42.ai.findings",
        "bot.app",
        "bot.asked.model",
        "bot.daily.errors",
        "bot.daily.hand",
        "bot.daily.table",
        "bot.daily.views",
        "bot.runtime.services",
        "texas42.engine",
        "texas42.library",
        "bot.presenter",
        "bot.publisher",
        "bot.tables.past",
        "bot.stats.views",
        "bot.values",
    }
    | TABLE_VALUES
    | EVENT_VALUES
    | PLAN_VALUES,
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
