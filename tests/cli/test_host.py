"""A host's commands on the database of a bot that runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import SqlStore, open_store
from bot.upkeep.views import NewReport


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the commands find the database of the test, and no other settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "HEALTH_PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    opened = await open_store(f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}")
    yield opened
    await opened.close()


async def typed(*arguments: str) -> int:
    """Run a command beside the open store; return its exit status."""
    return await asyncio.to_thread(main, arguments)


async def test_reports_are_listed_harmless_and_known_to_the_host_from_then_on(
    store: SqlStore, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.add_report(NewReport(11, "Ana\x1b[2J", 7, 70, "One\x1b]0;x\x07\ntwo"), 60.0, 3)
    await store.add_report(NewReport(12, "Bo", 0, 71, "Rude."), 120.0, 3)
    await store.mark_told(1, 90.0)
    assert await typed("reports") == 0
    assert capsys.readouterr().out == (
        " 1  1970-01-01 00:01 UTC  Ana[2J (11) in server 7, channel 70\n"
        "    One]0;x\n    two\n"
        "*2  1970-01-01 00:02 UTC  Bo (12) in a direct message\n"
        "    Rude.\n"
    )
    assert await typed("reports", "--new") == 0
    assert capsys.readouterr().out == "no reports\n"


async def test_reports_are_printed_for_programs(
    store: SqlStore, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.add_report(NewReport(11, "Ana", 7, 70, "Rude."), 60.0, 3)
    assert await typed("reports", "--json") == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["number"], report["text"], report["told_at"]) == (1, "Rude.", None)


@pytest.mark.parametrize("command", ["reports"])
def test_a_command_that_finds_no_database_makes_none(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 1
    assert "There is no database yet" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.sqlite3*"))
