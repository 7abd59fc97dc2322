"""The command line: help with examples, exit statuses, one-line errors."""

from __future__ import annotations

import gc
import io
import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.parser import COMMANDS as PARSED
from bot.store.migrate import revisions
from bot.store.private_files import only_user

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    *("run", "practice", "referee", "verify", "solve", "bid", "bidbook", "arena"),
    *("player", "doctor", "backup", "restore", "export", "warm", "migrate"),
    *("status", "reports", "block", "unblock", "close-table"),
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


def test_version_matches_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"{project['name']} {project['version']}\n"


def test_help_does_not_import_discord_the_database_or_the_solver(tmp_path: Path) -> None:
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


def test_garbage_is_collected_once_a_command_is_imported() -> None:
    with pytest.raises(SystemExit):
        main(["referee", "--help"])
    assert gc.isenabled()


def test_unknown_command_prints_one_line_and_exits_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dance"]) == 2
    said = capsys.readouterr().err
    assert "'dance'" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    ["solve", "solve --nodes 0 game.json", "referee --loud game.json", "run 1", "restore", "-x"],
)
def test_invalid_option_prints_one_line_and_exits_2(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--help" in said


def test_default_command_depends_on_the_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--no-such-option"])
    assert "opening a practice table" in capsys.readouterr().out
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    with pytest.raises(SystemExit):
        main(["--no-such-option"])
    assert not capsys.readouterr().out


def test_run_without_a_token_prints_instructions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert "DISCORD_TOKEN" in said
    assert said.count("\n") == 1


def test_invalid_setting_prints_one_line_and_exits_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOCK_RATE", "fast")
    assert main(["practice"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_invalid_database_url_is_shown_without_its_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "oracle://me:swordfish@host/db")
    assert main(["migrate"]) != 0
    said = capsys.readouterr().err
    assert "swordfish" not in said
    assert said.strip()


@pytest.mark.parametrize("command", ["run", "migrate"])
def test_data_folder_that_cannot_be_created_prints_one_line(
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


def test_backup_restore_and_export_require_an_existing_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "copy.sqlite3")
    for line in (["backup", copy], ["backup"], ["restore", copy], ["export", "k3f9q2"]):
        assert main(line) == 1
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["doctor"]) == 0
    assert not list(tmp_path.iterdir())
    assert main(["migrate"]) == 0
    assert main(["backup", copy]) == 0
    assert Path(copy).read_bytes().startswith(b"SQLite format 3")
    assert main(["export", "k3f9q2"]) == 1
    assert "k3f9q2" in capsys.readouterr().err
    assert main(["restore", copy, "--yes"]) == 0
    assert "before-restore" in capsys.readouterr().out


def test_every_command_names_its_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "var" / "fortytwo.sqlite3")
    copy = str(tmp_path / "copy.sqlite3")
    assert main(["doctor"]) == 0
    assert f"none yet, {file}" in capsys.readouterr().out
    assert main(["export", "k3f9q2"]) == 1
    assert file in capsys.readouterr().err
    for line in (["migrate"], ["backup", copy], ["doctor"], ["restore", copy, "--yes"]):
        assert main(line) == 0
        assert file in capsys.readouterr().out
    assert main(["export", "k3f9q2"]) == 1
    assert file in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_restore_names_its_target_and_asks_for_confirmation(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    answer: str,
    status: int,
) -> None:
    file = tmp_path / "var" / "fortytwo.sqlite3"
    copy = tmp_path / "copy.sqlite3"
    assert main(["migrate"]) == 0
    assert main(["backup", str(copy)]) == 0
    before = file.stat().st_ino
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert main(["restore", str(copy)]) == status
    assert f"restore to {file}? The database there is copied first" in capsys.readouterr().out
    assert (file.stat().st_ino != before) == (status == 0)


def test_backup_keeps_a_limited_number_of_dated_copies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    folder = tmp_path / "var" / "backups"
    folder.mkdir()
    for day in range(3):
        (folder / f"fortytwo-2026110{day + 1}-031500.sqlite3").touch()
    assert main(["backup", "--keep", "2"]) == 0
    assert len(list(folder.iterdir())) == 2
    assert (folder / "fortytwo-20261103-031500.sqlite3").exists()
    assert capsys.readouterr().out.count("deleted") == 2
    assert main(["backup", str(tmp_path / "one.sqlite3"), "--keep", "2"]) == 2


@pytest.mark.slow
def test_commands_refuse_the_database_of_a_running_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    with only_user(tmp_path / "var" / "fortytwo.sqlite3"):
        assert main(["doctor"]) == 0
        assert main(["backup"]) == 0
        capsys.readouterr()
        for line in (["migrate"], ["restore", str(tmp_path / "copy.sqlite3")]):
            assert main(line) == 1
            assert "in use" in capsys.readouterr().err
        monkeypatch.setenv("DISCORD_TOKEN", "a-token")
        monkeypatch.setattr("bot.__main__.end_on_signal", lambda: None)
        assert main(["run"]) == 2
        assert "in use" in capsys.readouterr().err


def test_backup_of_a_newer_version_is_not_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    assert main(["restore", str(copy)]) == 1
    assert "newer version" in capsys.readouterr().err


def test_doctor_says_only_practice_works_without_a_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor"]) == 0
    assert "DISCORD_TOKEN is not set" in capsys.readouterr().out


def test_doctor_reports_schema_size_and_backups(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert main(["backup"]) == 0
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert f"schema {revisions()[-1]}, " in said
    assert f"backups   1 in {tmp_path / 'var' / 'backups'}, the newest" in said


def test_doctor_names_an_unusable_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "file" / "var"))
    assert main(["doctor"]) == 1
    assert "Not a directory" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_doctor_lists_private_files_that_other_accounts_can_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    (tmp_path / ".env").touch(0o644)
    (tmp_path / "var").chmod(0o755)
    assert main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert ".env: run chmod 600 on it" in said
    assert "var: run chmod 700 on it" in said
