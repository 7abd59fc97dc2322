"""Any arguments, settings or input end a command with status 0, 1 or 2 and a one-line error."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from tests.support.matrix import mostly_long
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
"""A port without a server, in place of the Discord that `doctor` asks about the token."""
COMPILES = {34, 52}
"""Seeds below 60 that compile the solver, which takes long."""


@pytest.mark.parametrize(
    "seed", mostly_long(range(2000), *(set(range(60)) - COMPILES | {BAD_ADDRESS}))
)
def test_random_command_line_exits_with_a_status_and_a_line(
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
    assert status in {0, 1, 2}
    assert said.count("\n") <= 1
    assert "\x1b" not in said
