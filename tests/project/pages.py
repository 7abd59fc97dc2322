"""The pages of documentation, and the code on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOT_PAGES = ("README", "CHANGELOG", "CONTRIBUTING", "PRIVACY", "SECURITY", "TERMS")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*(ROOT / f"{page}.md" for page in ROOT_PAGES), *sorted(ROOT.glob("docs/*.md")))
}


def code_of(text: str) -> Iterator[str]:
    """Yield each line of a page's code blocks, and each inline code span."""
    for block in re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.M))
