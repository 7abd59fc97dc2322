"""The project's parsed modules and their imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Map every module name of the project to its path."""
    found = {}
    for top in ("bot", "cogs", "texas42", "discord_sandbox"):
        for path in sorted((root / top).rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


@cache
def tree_of(name: str) -> ast.Module:
    """Parse a module."""
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@cache
def imports(name: str) -> tuple[str, ...]:
    """List the absolute names that a module imports; `from` imports include the imported name."""
    nodes = [n for n in ast.walk(tree_of(name)) if isinstance(n, (ast.Import, ast.ImportFrom))]
    return tuple(imported for node in nodes for imported in names_in(node, name))


def names_in(node: ast.Import | ast.ImportFrom, name: str) -> list[str]:
    """List the absolute names that one statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
        parts = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*parts, base] if base else parts)
    return [f"{base}.{alias.name}" for alias in node.names]


def within(name: str, roots: tuple[str, ...] | set[str]) -> bool:
    """Return True if a module is one of these or inside one."""
    return any(name == root or name.startswith(f"{root}.") for root in roots)
