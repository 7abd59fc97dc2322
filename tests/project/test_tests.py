"""Rules for the tests themselves."""

from __future__ import annotations

import ast
from pathlib import Path

from .modules import ROOT

MODULES_READ = {Path("tests/e2e/transcripts/test_evenings.py")}
"""Who looks at test modules themselves."""


def imported(path: Path) -> set[str]:
    """Return the last parts of the modules that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {(node.module or "").rpartition(".")[2], *(each.name for each in node.names)}
    return found


def test_no_test_imports_from_another_tests_module() -> None:
    paths = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py")}
    names = {path.stem for path in paths if path.stem.startswith("test_")}
    wrong = {str(path): imported(ROOT / path) & names for path in paths - MODULES_READ}
    assert {path: found for path, found in wrong.items() if found} == {}
    assert imported(ROOT / "tests/e2e/transcripts/test_evenings.py") & names
