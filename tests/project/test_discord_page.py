"""docs/discord.md has a row for every route of the sandbox, and cites tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from discord_sandbox.checks.refusal import REFUSALS
from tests.support.patience import TexasSandbox

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]
ROUTE = re.compile(r"`((?:GET|PUT|POST|PATCH|DELETE) /[^`]*)`")
TEST = re.compile(r"`(test_\w+)`")


def test_page_has_exactly_one_row_per_sandbox_route() -> None:
    written = [route for row in ROWS for route in ROUTE.findall(row.split("|")[1])]
    assert sorted(written) == sorted(TexasSandbox().rest.routes)


def test_every_row_cites_existing_tests() -> None:
    there = {
        node.name
        for folder in ("sandbox", "cli/live")
        for path in (ROOT / "tests" / folder).glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert [row for row in ROWS if not TEST.findall(row)] == []
    assert set(TEST.findall(PAGE)) <= there


def test_page_lists_every_refusal_of_the_sandbox() -> None:
    told = set(re.findall(r"(?<![\d,])\d+(?![\d,])", PAGE))
    assert {str(code) for code in REFUSALS} <= told
