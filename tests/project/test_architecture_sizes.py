"""Limits on file length and on files per folder."""

from __future__ import annotations

from collections import Counter

from .modules import MODULES, ROOT

MOST_LINES = 400
MOST_FILES = 25


def test_files_have_at_most_400_lines() -> None:
    lines = {n: len(p.read_text(encoding="utf-8").splitlines()) for n, p in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_folders_have_at_most_25_files() -> None:
    paths = [path for path in MODULES.values() if path.name != "__init__.py"]
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in paths)
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}
