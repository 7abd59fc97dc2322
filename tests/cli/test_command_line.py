"""The command line: help with an example, exit statuses, one clear line for a mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.parser import COMMANDS as PARSED

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    *("run", "practice", "referee", "verify", "solve", "arena", "player"),
    *("doctor", "backup", "export", "migrate"),
)
HEAVY = {"discord", "sqlalchemy", "pydantic", "numba", "PIL", "aiohttp"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    said = capsys.readouterr().out
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("    ")]
    assert set(COMMANDS) <= set(listed)
    assert set(COMMANDS) == set(PARSED)


def test_help_loads_neither_discord_nor_the_database_nor_the_solver(tmp_path: Path) -> None:
    program = (
        "import contextlib, sys; from bot.__main__ import main\n"
        "with contextlib.suppress(SystemExit): main(['--help'])\n"
        "sys.exit(' '.join(m for m in sys.modules if '.' not in m))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = set(ended.stderr.split())
    assert "bot" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"example: python -m bot {command}" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_command_is_one_line_and_exit_status_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dance"]) == 2
    said = capsys.readouterr().err
    assert "'dance'" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    ["solve", "solve --nodes 0 game.json", "referee --loud game.json", "run 1", "backup", "-x"],
)
def test_a_mistake_in_the_options_is_one_line_and_exit_status_two(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--help" in said


def test_without_a_command_a_token_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--no-such-option"])
    assert "opening a practice table" in capsys.readouterr().out
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    with pytest.raises(SystemExit):
        main(["--no-such-option"])
    assert not capsys.readouterr().out


def test_run_without_a_token_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert "DISCORD_TOKEN" in said
    assert said.count("\n") == 1


def test_a_bad_setting_is_one_line_and_exit_status_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOCK_RATE", "fast")
    assert main(["practice"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_database_address_that_cannot_be_read_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "oracle://me:swordfish@host/db")
    assert main(["migrate"]) != 0
    said = capsys.readouterr().err
    assert "swordfish" not in said
    assert said.strip()


@pytest.mark.parametrize("command", ["run", "doctor", "migrate", "export k3f9q2"])
def test_a_data_folder_that_cannot_be_made_is_one_line(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "file" / "var"))
    if command == "run":
        monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    assert main(command.split()) in (1, 2)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Not a directory" in said


def test_migrate_then_backup_copies_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert (tmp_path / "copy.sqlite3").read_bytes().startswith(b"SQLite format 3")
    assert main(["export", "k3f9q2"]) == 1
    assert "k3f9q2" in capsys.readouterr().err


def test_doctor_says_that_only_practice_is_possible_without_a_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor"]) == 0
    assert "DISCORD_TOKEN is not set" in capsys.readouterr().out
