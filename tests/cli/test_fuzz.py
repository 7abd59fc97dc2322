"""Any arguments, settings or input end a command with status 0, 1 or 2 and a one-line error."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from tests.support.records import MOON, SAMPLE, text

COMMANDS = [
    "referee",
    "verify",
    "solve",
    "bid",
    "arena",
    "player",
    "export",
    "backup",
    "restore",
    "migrate",
    "doctor",
]
OPTIONS = [
    "--json",
    "--lines",
    "--calls",
    "--score",
    "--keep",
    "--nodes",
    "--a",
    "--b",
    "--deals",
    "--matches",
    "--time-ms",
    "--rules",
    "--game",
    "--seed",
    "--contract",
    "--level",
]
HUGE = "9" * 400
WORDS = [
    "",
    "-",
    "--",
    "1",
    "0",
    "-1",
    HUGE,
    "x\x1b[31m\n",
    "\udcff",
    "\u2028",  # process arguments cannot contain null bytes
    "rules",
    "cmd:",
    "moon4",
]
WORDS += ["moon", "nello", "{", "[" * 5000, '{"target": NaN}', '{"target": 1e9}', "house", "1e3"]
RAW = [b"", b"\0", b"\xff\xfe\0", b"{", b"SQLite format 3\0", text(SAMPLE).encode()]
RAW += [text(MOON).encode("utf-16"), b"[" * 9999, b'{"id": 1}\n']
SETTINGS = {
    "DATABASE_URL": ["", "x", "sqlite:///", "sqlite+aiosqlite:////dev/null", "oracle://a:b@c/d"],
    "DATA_DIR": ["", ".", "a", "file", "/dev/null", "no/such/folder"],
    "HEALTH_PORT": ["", "x", "-1", "1"],
    "LOG_LEVEL": ["", "LOUD"],
}


BAD_ADDRESS = 519
"""A seed for `doctor` with a DATABASE_URL of another database."""
CLOSED = "http://127.0.0.1:1/api/v10"
"""A port without a server, instead of Discord, where `doctor` would check the token."""
COMPILES = {34, 52}
"""Seeds below 60 that compile the solver, which takes long."""


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[int], None]:
    """Run and check the random command of a seed, in a folder of its own."""

    def run_seed(seed: int) -> None:
        folder = tmp_path / str(seed)
        folder.mkdir()
        with monkeypatch.context() as patch:
            check(seed, patch, folder, capsys)

    return run_seed


@pytest.mark.parametrize("ten", range(0, 60, 10))
def test_random_command_line_exits_with_a_status_and_a_line(
    ten: int, run: Callable[[int], None]
) -> None:
    for seed in {*range(ten, ten + 10)} - COMPILES:
        run(seed)


def test_database_url_of_another_database_exits_with_a_status_and_a_line(
    run: Callable[[int], None],
) -> None:
    run(BAD_ADDRESS)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(0, 2000, 100))
def test_any_random_command_line_exits_with_a_status_and_a_line(
    hundred: int, run: Callable[[int], None]
) -> None:
    for seed in range(hundred, hundred + 100):
        run(seed)


def check(
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = Random(seed)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    if seed // len(COMMANDS) % 2:
        monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
        monkeypatch.setenv("DISCORD_API_BASE", CLOSED)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    (tmp_path / "file").write_bytes(random.choice(RAW))
    for name, values in SETTINGS.items():
        if random.random() < 0.15:
            monkeypatch.setenv(name, random.choice(values))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(random.choice(RAW))))
    command = COMMANDS[seed % len(COMMANDS)]
    words = ["--a", "rules", "--b", "rules", "--deals", "1"] if command == "arena" else []
    pool = [*OPTIONS, *WORDS, "file", "file", ".", "var"]
    words += [random.choice(pool) for _ in range(random.randrange(4))]
    try:
        status: object = main([command, *words])
    except SystemExit as ended:
        status = ended.code
    said = capsys.readouterr().err
    assert status in {0, 1, 2}, seed
    assert said.count("\n") <= 1, seed
    assert "\x1b" not in said, seed
