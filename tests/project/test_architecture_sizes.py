"""Limits on the length of files and functions, and on files per folder."""

from __future__ import annotations

import ast
from collections import Counter

from .modules import MODULES, ROOT, tree_of, within

MOST_LINES = 400
MOST_FILES = 25
MOST_LINES_TO_BUILD = 60


def test_files_have_at_most_400_lines() -> None:
    lines = {n: len(p.read_text(encoding="utf-8").splitlines()) for n, p in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_folders_have_at_most_25_files() -> None:
    paths = [path for path in MODULES.values() if path.name != "__init__.py"]
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in paths)
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}


def test_functions_that_build_the_program_fit_a_screen() -> None:
    lines = {
        f"{name}.{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name in MODULES
        if within(name, {"bot.runtime.composition"})
        for node in ast.walk(tree_of(name))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    assert lines
    assert {name: count for name, count in lines.items() if count > MOST_LINES_TO_BUILD} == {}
