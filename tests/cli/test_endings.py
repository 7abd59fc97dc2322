"""Commands exit cleanly with any output and in any environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.matrix import mostly_long
from tests.support.records import SAMPLE, text

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    "run",
    "practice --port x",
    "referee game.json",
    "referee --json game.json",
    "referee --lines game.json",
    "verify game.json",
    "solve game.json",
    "solve --json --lines game.json",
    "arena --a rules --b rules --deals 1",
    "arena --a cmd:no-such-program --b rules --deals 1",
    "player",
    "doctor",
    "status",
    "status --json",
    "reports",
    "block user 1",
    "unblock user 1",
    "close-table 1",
    "backup",
    "restore copy.sqlite3",
    "export 1 1",
    "migrate",
    "--help",
    "--version",
)
OUTPUTS = {
    "closed": ">&-",
    "full": ">/dev/full",
    "read once": "| head -1",
    "both closed": ">&- 2>&-",
}
LOCALES = {
    "C": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
}
SHORT = [
    ("referee game.json", "closed"),
    ("status", "full"),
    ("verify game.json", "read once"),
    ("backup", "C"),
    ("reports", "ascii"),
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="shells and /dev/full are of POSIX"),
]


@pytest.mark.parametrize(
    ("command", "way"),
    mostly_long(
        [(each, way) for each in COMMANDS for way in (*OUTPUTS, *LOCALES, "folder", "bytes")],
        *SHORT,
    ),
)
def test_command_exits_with_a_status_and_at_most_one_line(
    command: str, way: str, tmp_path: Path
) -> None:
    record = text({**SAMPLE, "players": ["Zoë", "★", "c", "d"]})
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    if way == "folder":
        (tmp_path / ".env").mkdir()
    elif way == "bytes":
        (tmp_path / ".env").write_bytes(b"\xff\xfeC\0")
    ended = subprocess.run(
        [
            *("bash", "-o", "pipefail", "-c", f'"$@" {OUTPUTS.get(way, "")}', "bash"),
            *(sys.executable, "-m", "bot", *command.split()),
        ],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATA_DIR": str(tmp_path / "var"),
            **LOCALES.get(way, {}),
        },
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    said = ended.stderr.decode()
    assert ended.returncode in {0, 1, 2}, said
    # another bot on this machine causes a warning, not an error
    lines = [line for line in said.splitlines() if ": a bot is running on " not in line]
    usage = [line for line in lines if line.startswith(("usage: ", " "))]
    assert len(lines) - len(usage) <= 1, said
    assert "Traceback" not in said
