"""The command line: help with an example, exit statuses, one clear line for a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main

COMMANDS = (
    *("run", "practice", "referee", "verify", "solve", "arena", "player"),
    *("doctor", "backup", "export", "migrate"),
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for command in COMMANDS:
        assert command in said


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"example: python -m bot {command}" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_command_is_exit_status_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dance"]) == 2
    assert "dance" in capsys.readouterr().err


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
