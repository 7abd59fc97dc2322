"""Databases from before the first migration: each command says which version to start once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.errors import LAST_WITH_OLD_MIGRATIONS

ROOT = Path(__file__).resolve().parents[2]
TOO_OLD = (
    "The database has schema 0038, which is too old for this version: first start the version of "
    "commit 6a5bd91f on it once, which migrates it"
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))


def age(file: Path, revision: str = "0038") -> None:
    """Make a database say that it has another revision."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = ?", (revision,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status"), [("run", 2), ("migrate", 1), ("export k3f9q2", 1), ("reports", 1)]
)
def test_command_refuses_a_database_that_is_too_old_in_one_line(
    command: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["migrate"]) == 0
    file = tmp_path / "var" / "fortytwo.sqlite3"
    age(file)
    if command == "run":
        monkeypatch.setenv("DISCORD_TOKEN", "a-token")
        monkeypatch.setattr("bot.__main__.end_on_signal", lambda: None)
    before = file.read_bytes()
    capsys.readouterr()
    assert main(command.split()) == status
    said = capsys.readouterr().err
    assert TOO_OLD in said
    assert said.count("\n") == 1
    assert file.read_bytes() == before
    assert not (tmp_path / "var" / "backups").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("revision", "says"), [("0038", TOO_OLD), ("9999", "A newer version")])
def test_doctor_and_status_say_why_a_database_cannot_be_used(
    revision: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    file = tmp_path / "var" / "fortytwo.sqlite3"
    age(file, revision)
    for command in ("doctor", "status"):
        capsys.readouterr()
        assert main([command]) == 1
        (line,) = (each for each in capsys.readouterr().out.splitlines() if says in each)
        assert line.lstrip("! ").startswith(f"database  {file} cannot be used: ")


@pytest.mark.slow
def test_backup_that_is_too_old_is_not_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    age(copy)
    before = (tmp_path / "var" / "fortytwo.sqlite3").read_bytes()
    assert main(["restore", str(copy), "--yes"]) == 1
    assert TOO_OLD in capsys.readouterr().err
    assert (tmp_path / "var" / "fortytwo.sqlite3").read_bytes() == before


@pytest.mark.slow
def test_practice_offers_to_start_over_a_database_that_is_too_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var" / "practice"))
    assert main(["migrate"]) == 0
    age(tmp_path / "var" / "practice" / "fortytwo.sqlite3")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    assert main(["practice", "--port", "0", "--no-browser"]) == 1
    said = capsys.readouterr().err
    assert f"{TOO_OLD}; use --fresh to start over" in said


def test_hosting_page_names_the_version_to_start_once() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"`git checkout {LAST_WITH_OLD_MIGRATIONS}`" in page
