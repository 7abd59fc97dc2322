"""Break random pieces of code, and print which test noticed each.

    python -m tests.mutate --seed 1 --room engine -n 10
    python -m tests.mutate --room presenter -n 30 --tests tests/screens/test_golden.py

Each mutation is made in a copy of the sources, so the working tree does not change. The room's own
tests run first, then those of the rooms above it, until one fails; or only those of `--tests`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = (
    "bot",
    "cogs",
    "texas42",
    "discord_sandbox",
    "data/games",
    "data/locales",
    "tests",
    "tools",
    "docs",
    "pyproject.toml",
)
UP = "tests/tables tests/presenter tests/e2e/failures"
FOLDERS: Mapping[str, str] = {
    "engine": "texas42/engine",
    "ai": "texas42/ai",
    "discord_sandbox": "discord_sandbox",
}
"""The folders of the rooms that don't stand in `bot`."""
ROOMS: Mapping[str, tuple[str, ...]] = {
    "engine": ("tests/engine tests/rules tests/golden", "tests/records tests/ai", UP),
    "tables": ("tests/tables tests/events", "tests/e2e"),
    "publisher": ("tests/publisher", "tests/e2e"),
    "presenter": ("tests/screens", "tests/presenter", "tests/e2e"),
    "store": ("tests/store tests/stats", "tests/tables tests/events", "tests/e2e"),
    "ai": ("tests/ai", UP),
    "discord_sandbox": ("tests/sandbox", "tests/e2e"),
}
"""Room -> groups of tests, the nearest first."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
OPPOSITE: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutation:
    """One broken piece: where it is, what was changed, and the file's new source."""

    file: Path
    name: str
    line: int
    change: str
    source: str


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield each function of a module with its qualified name."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                if not isinstance(child, ast.ClassDef):
                    yield name, child  # type: ignore[misc]
                yield from walk(child, f"{name}.")

    return walk(tree, "")


def nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without the `strict` of zip, which no correct call needs."""
    for child in ast.iter_child_nodes(function):
        if not (isinstance(child, ast.keyword) and child.arg == "strict"):
            yield child
            yield from nodes(child)


def changes(node: ast.AST) -> list[tuple[str, Callable[[], None]]]:
    """Return the ways to break one node in place, each with its description."""
    found: list[tuple[str, Callable[[], None]]] = []

    def put(text: str, field: str, value: object) -> None:
        found.append((text, lambda: setattr(node, field, value)))

    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
        new = OPPOSITE[type(node.ops[0])]
        put(f"{type(node.ops[0]).__name__} -> {new.__name__}", "ops", [new(), *node.ops[1:]])
    elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in OPPOSITE:
        new = OPPOSITE[type(node.op)]
        put(f"{type(node.op).__name__} -> {new.__name__}", "op", new())
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        put("the condition is negated", "test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        put(f"{node.value} -> {node.value + 1}", "value", node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        put(f"{node.value} -> {not node.value}", "value", not node.value)
    elif isinstance(node, ast.Return) and node.value is not None:
        put("it returns None", "value", ast.Constant(None))
    elif isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
        put("a statement is left out", "value", ast.Constant(None))
    return found


def mutations(room: str, randomness: random.Random) -> Iterator[Mutation]:
    """Yield random mutations of a room, endlessly."""
    files = sorted((ROOT / FOLDERS.get(room, f"bot/{room}")).rglob("*.py"))
    while True:
        file = randomness.choice(files)
        tree = ast.parse(file.read_text("utf-8"))
        named = list(functions(tree))
        if not named:
            continue
        name, function = randomness.choice(named)
        ways = [(node, way) for node in nodes(function) for way in changes(node)]
        if not ways:
            continue
        node, (change, make) = randomness.choice(ways)
        before = copy.deepcopy(tree)
        make()
        ast.fix_missing_locations(tree)
        source = ast.unparse(tree)
        if source != ast.unparse(before):
            line = getattr(node, "lineno", function.lineno)
            yield Mutation(file.relative_to(ROOT), name, line, change, source)


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on a copy of the project."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def require_collection(folder: Path, groups: tuple[str, ...]) -> None:
    """Exit unless the copy's tests can be collected, since any failure would count as noticed."""
    ended = run_pytest(folder, "--collect-only", *" ".join(groups).split())
    if ended.returncode:
        raise SystemExit(f"the unbroken copy has no usable tests:\n{ended.stdout}{ended.stderr}")


def noticed(folder: Path, groups: tuple[str, ...], workers: int) -> str | None:
    """Return the first test that fails in a copy of the project; None if all pass."""
    for group in groups:
        ended = run_pytest(folder, "-x", "-n", str(workers), *group.split())
        if ended.returncode:
            found = FAILED.search(ended.stdout)
            return found[1] if found else f"pytest ended with status {ended.returncode}"
    return None


def main() -> int:
    """Print one line per mutation; return 1 if one of them went unnoticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", choices=ROOMS, required=True)
    parser.add_argument("-n", type=int, default=10, help="how many pieces to break")
    parser.add_argument("--workers", type=int, default=2, help="of pytest")
    parser.add_argument("--tests", help="run only these")
    options = parser.parse_args()
    groups = (options.tests,) if options.tests else ROOMS[options.room]
    missed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in COPIED:
            source = ROOT / name
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        cache = ROOT / ".pytest_cache"  # has the compiled kernels
        cache.mkdir(exist_ok=True)
        (folder / cache.name).symlink_to(cache)
        require_collection(folder, groups)
        broken = mutations(options.room, random.Random(options.seed))
        for _ in range(options.n):
            each = next(broken)
            whole = (folder / each.file).read_text("utf-8")
            (folder / each.file).write_text(each.source, "utf-8")
            test = noticed(folder, groups, options.workers)
            (folder / each.file).write_text(whole, "utf-8")
            missed += test is None
            print(f"{each.file}:{each.line} {each.name}: {each.change}", flush=True)
            print(f"    {test or 'NOBODY NOTICED'}", flush=True)
    print(f"{options.n - missed} of {options.n} noticed")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
