"""Whatever keeps the bot from starting is one line that says what to do, without a secret."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


def _run(folder: Path, before: str = "", **settings: str) -> tuple[int, str]:
    """Return the exit status of `run` with these settings, and what it says on standard error."""
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_BASE": f"http://127.0.0.1:{_free()}/api/v10",
        "DATA_DIR": str(folder / "var"),
        "LOG_LEVEL": "ERROR",
        "START_PATIENCE_SECONDS": "0",
        **settings,
    }
    program = f"{before}\nimport sys; from bot.__main__ import main; sys.exit(main(['run']))"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ended.returncode, ended.stderr


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _one_line(said: str) -> str:
    assert said.startswith("python -m bot: "), said
    assert said.count("\n") == 1, said
    assert TOKEN not in said
    assert "swordfish" not in said
    return said


def test_a_discord_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    status, said = _run(tmp_path)
    assert status == 1
    assert "Discord cannot be reached" in _one_line(said)


def test_a_database_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    address = f"postgresql://me:swordfish@127.0.0.1:{_free()}/db"
    status, said = _run(tmp_path, DATABASE_URL=address)
    assert status == 1
    assert "the database cannot be reached" in _one_line(said)


def test_a_wrong_password_or_a_missing_database_is_named(tmp_path: Path) -> None:
    address = "postgresql://nobody-here:swordfish@127.0.0.1:5432/no-such-database?sslmode=disable"
    status, said = _run(tmp_path, DATABASE_URL=address)
    assert status == 1
    assert "the database cannot be reached" in _one_line(said)


def test_without_asyncpg_it_is_said_what_to_install(tmp_path: Path) -> None:
    status, said = _run(
        tmp_path,
        "import sys; sys.modules['asyncpg'] = None",
        DATABASE_URL="postgresql://me:swordfish@127.0.0.1/db",
    )
    assert status == 2
    assert "pip install asyncpg" in _one_line(said)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, said = _run(tmp_path, DATA_DIR=str(tmp_path / "file" / "var"))
    assert status == 2
    assert "DATA_DIR: " in _one_line(said)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    status, said = _run(tmp_path, DATA_DIR="/proc/self")
    assert status == 2
    assert "cannot be written to" in _one_line(said)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, said = _run(tmp_path, HEALTH_PORT=str(taken.getsockname()[1]))
    assert status == 2
    assert "HEALTH_PORT" in _one_line(said)


@pytest.mark.parametrize(
    ("settings", "status", "words"),
    [
        ({}, 1, "Discord cannot be reached"),
        ({"HEALTH_PORT": "eighty"}, 2, "HEALTH_PORT"),
        ({"DATABASE_URL": "mysql://here/db"}, 2, "DATABASE_URL"),
    ],
)
def test_the_last_line_is_json_where_the_log_is(
    tmp_path: Path, settings: dict[str, str], status: int, words: str
) -> None:
    ended, said = _run(tmp_path, LOG_FORMAT="json", **settings)
    assert ended == status
    line = json.loads(said)
    assert line["level"] == "CRITICAL"
    assert words in line["message"]
