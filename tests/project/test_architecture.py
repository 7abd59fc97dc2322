"""Who may import whom (design section 2), and how long a file may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import COGS

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 420

# what each part of the project may import of the others, beside itself
ALLOWED: dict[str, set[str]] = {
    "bot.engine": set(),
    "bot.library": {"bot.engine", "data"},
    "bot.records": {"bot.engine", "bot.library"},
    "bot.ai": {"bot.engine", "bot.library", "bot.records"},
    "bot.render": {"bot.engine"},
    "bot.tables": {"bot.engine", "bot.library", "bot.records"},
    "bot.events": {"bot.engine", "bot.library", "bot.tables"},
    "bot.stats": {"bot.engine", "bot.records"},
    "bot.presenter": {
        "bot.engine",
        "bot.library",
        "bot.render",
        "bot.tables.model",
        "bot.tables.views",
        "bot.tables.errors",
        "bot.events.model",
        "bot.events.views",
        "bot.events.errors",
        "bot.stats.views",
    },
    "bot.store": {
        "bot.events.model",
        "bot.tables.model",
        "bot.tables.ports",
        "bot.publisher.ports",
        "bot.stats.ports",
        "bot.stats.views",
    },
    "bot.publisher": {
        "bot.engine",
        "bot.presenter",
        "bot.render",
        "bot.tables.model",
        "bot.tables.views",
        "bot.tables.errors",
        "bot.events.errors",
        "bot.events.views",
    },
    "bot.sandbox": {"bot.render"},
    "cogs": {
        "bot.app",
        "bot.clicks",
        "bot.services",
        "bot.engine",
        "bot.library",
        "bot.presenter",
        "bot.publisher",
        "bot.events.errors",
        "bot.events.model",
        "bot.events.views",
        "bot.stats.views",
        "bot.tables.errors",
        "bot.tables.model",
        "bot.tables.views",
    },
}
FORBIDDEN_IN_ENGINE = {"random", "time", "asyncio", "logging", "secrets", "datetime", "os"}
MAY_IMPORT_DISCORD = (
    "bot.publisher",
    "bot.app",
    "bot.clicks",
    "bot.hosting",
    "cogs",
    "bot.__main__",
)
COMPOSITION_ROOT = ("bot.__main__", "bot.app", "bot.hosting", "bot.practice")


def modules() -> Iterator[tuple[str, Path]]:
    for top in ("bot", "cogs"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__"), path


MODULES = dict(modules())
EACH_MODULE = pytest.mark.parametrize("name", MODULES)


def imports(name: str, path: Path) -> Iterator[str]:
    """Yield the absolute names of everything a module imports, `from` imports with their names."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parts, base] if base else parts)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, roots: tuple[str, ...] | set[str]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def part_of(name: str) -> str:
    return name if name.startswith("cogs") else ".".join(name.split(".")[:2])


@EACH_MODULE
def test_a_module_imports_only_what_its_part_may(name: str) -> None:
    path = MODULES[name]
    part = "cogs" if name.startswith("cogs") else part_of(name)
    if part not in ALLOWED:
        return
    for imported in imports(name, path):
        if not within(imported, ("bot", "cogs", "data")):
            continue
        own = within(imported, {part})
        other_cog = part == "cogs" and within(imported, set(COGS))
        assert (own and not other_cog) or within(imported, ALLOWED[part]), f"{name}: {imported}"


@EACH_MODULE
def test_the_engine_knows_no_clock_and_no_chance(name: str) -> None:
    path = MODULES[name]
    if within(name, {"bot.engine"}):
        for imported in imports(name, path):
            assert imported.split(".")[0] not in FORBIDDEN_IN_ENGINE, f"{name}: {imported}"


@EACH_MODULE
def test_only_the_discord_side_imports_discord(name: str) -> None:
    path = MODULES[name]
    if not within(name, MAY_IMPORT_DISCORD):
        assert not any(i.split(".")[0] == "discord" for i in imports(name, path)), name


@EACH_MODULE
def test_nobody_imports_the_composition_root_but_itself_and_the_cogs(name: str) -> None:
    path = MODULES[name]
    for imported in imports(name, path):
        assert not within(imported, {"bot.__main__"}), name
        if within(imported, {"bot.hosting", "bot.practice"}):
            assert within(name, COMPOSITION_ROOT), f"{name}: {imported}"


@EACH_MODULE
def test_no_module_keeps_state(name: str) -> None:
    # a module-level name in lower case that is bound to a list, dict or set would be state
    path = MODULES[name]
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            mutable = isinstance(getattr(node, "value", None), (ast.List, ast.Dict, ast.Set))
            named = isinstance(target, ast.Name) and not target.id.lstrip("_").isupper()
            dunder = isinstance(target, ast.Name) and target.id.startswith("__")
            assert not (mutable and named and not dunder), f"{name}:{node.lineno}"


@EACH_MODULE
def test_a_file_is_one_noun_or_one_verb(name: str) -> None:
    path = MODULES[name]
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, name


def test_only_the_store_speaks_sql() -> None:
    for name, path in modules():
        if not within(name, {"bot.store"}):
            assert not any(
                i.split(".")[0] in ("sqlalchemy", "alembic") for i in imports(name, path)
            )
