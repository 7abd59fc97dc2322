"""What `status` shows for a running bot, a stopped bot, and one that needs its host."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import main
from bot.budget.refusals import BRAKE
from bot.runtime.compared_clock import describe_difference
from bot.store import Store, open_store
from bot.store.host.refusals import MINUTE
from bot.upkeep.views import Heartbeat, NewReport
from bot.values.session_starts import StartLimit
from tests.store.samples import shake, table

DAY = 86_400.0


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "NIGHTLY_BACKUPS"):
        monkeypatch.delenv(name, raising=False)
    _free(monkeypatch, 10**12)


def _free(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=count))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}")
    yield opened
    await opened.close()


async def write_heartbeat(store: Store, ago: float = 1.0, **wrong: str) -> None:
    now = time.time()
    await store.heartbeats.beat(
        Heartbeat("p", 4242, "porch", "1.2.3", now - 3700, now - ago, wrong)
    )


async def status(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    outcome = await asyncio.to_thread(main, ["status", "--json"])
    return outcome, json.loads(capsys.readouterr().out)


async def test_healthy_bot_is_shown_with_its_tables_players_and_reports(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store)
    await store.tables.create(table("k3f9q2"), shake(), [])
    await store.reports.add_report(NewReport(11, "Ana", 7, 70, "Rude."), time.time(), 3)
    outcome, found = await status(capsys)
    assert (outcome, found["wrong"]) == (0, [])
    assert found["process"] == [{"pid": 4242, "machine": "porch", "version": "1.2.3"}]
    assert (found["tables"], found["people"], found["reports"]) == (1, 4, 1)
    assert await asyncio.to_thread(main, ["status"]) == 0
    said = capsys.readouterr().out
    assert "4242 on porch, version 1.2.3, for 1 hour" in said
    assert "!" not in said


async def test_refused_requests_are_shown_and_wrong_once_messages_wait(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store)
    now = time.time()
    await store.refusals.add_refusals("one", {int(now // MINUTE): BRAKE - 1}, now)
    outcome, found = await status(capsys)
    assert (outcome, found["refused"], found["wrong"]) == (0, BRAKE - 1, [])
    await store.refusals.add_refusals("other", {int(now // MINUTE): 1}, now)
    assert await asyncio.to_thread(main, ["status"]) == 1
    assert "! refused   1,000 requests in ten minutes; cards" in capsys.readouterr().out


async def test_wrong_clock_is_shown_though_people_can_play(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store, clock=describe_difference(-3 * DAY))
    assert await asyncio.to_thread(main, ["status"]) == 1
    said = capsys.readouterr().out
    assert "clock 3 days behind Discord's: nothing is deleted, opened or closed by date" in said


@pytest.mark.parametrize(
    ("left", "resets_in", "wrong", "words"),
    [
        (1000, 3600.0, [], "1000 of 1000 sessions left to start\n"),
        (480, 7300.0, [], "480 of 1000 sessions left to start, all again in 2 hours\n"),
        (100, 7300.0, ["discord"], "100 of 1000 sessions left to start, all again in 2 hours\n"),
        (100, -1.0, [], "1000 of 1000 sessions left to start\n"),
    ],
    ids=["all", "some", "few", "reset since"],
)
async def test_sessions_that_discord_still_allows_are_shown(
    store: Store,
    capsys: pytest.CaptureFixture[str],
    left: int,
    resets_in: float,
    wrong: list[str],
    words: str,
) -> None:
    await write_heartbeat(store)
    await store.session_starts.note_limit(StartLimit(1000, 3, time.time(), 1))
    await store.session_starts.note_limit(StartLimit(1000, left, time.time() + resets_in, 1))
    assert (await status(capsys))[1]["wrong"] == wrong
    await asyncio.to_thread(main, ["status"])
    assert f"discord   {words}" in capsys.readouterr().out


async def test_heartbeat_from_the_future_is_not_a_running_bot(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store, ago=-3600.0)
    assert await asyncio.to_thread(main, ["status"]) == 1
    said = capsys.readouterr().out
    assert "no bot is running on this database (last seen " in said
    assert "minutes ahead of this machine's clock)" in said


async def test_killed_bot_is_shown_as_stopped(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store, ago=3 * 3600 + 1)
    assert await asyncio.to_thread(main, ["status"]) == 1
    assert "! process   no bot is running on this database (last seen 3 hours ago)" in (
        capsys.readouterr().out
    )


async def test_failed_health_checks_are_shown(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_heartbeat(store, loops="nightly backup is overdue")
    outcome, found = await status(capsys)
    assert (outcome, found["wrong"]) == (1, ["checks"])
    assert found["checks"] == ["4242: loops nightly backup is overdue"]


async def test_full_disk_and_overdue_backup_are_shown_as_problems(
    store: Store,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    await write_heartbeat(store)
    copy = tmp_path / "backups" / "fortytwo-old.sqlite3"
    copy.parent.mkdir()
    copy.touch()
    os.utime(copy, (time.time() - 3 * DAY,) * 2)
    assert (await status(capsys))[1]["wrong"] == []
    monkeypatch.setenv("NIGHTLY_BACKUPS", "7")
    _free(monkeypatch, 1000)
    outcome, found = await status(capsys)
    assert (outcome, found["wrong"]) == (1, ["space", "copy"])


def test_status_does_not_create_a_database(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["status", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == ["database"]
    assert not list(tmp_path.glob("*.sqlite3*"))


def test_folder_in_the_place_of_the_database_is_named_as_such(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    file.mkdir()
    told = f"{file} is a folder; put a file in DATABASE_URL"
    assert main(["status"]) == 1
    assert f"! database  {told}\n" in capsys.readouterr().out
    assert main(["reports"]) == 1
    assert capsys.readouterr().err == f"python -m bot reports: database: {told}\n"


def test_unknown_database_host_is_named_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:swordfish@nowhere.invalid/db")
    told = "db at nowhere.invalid cannot be reached: unknown host ("
    assert main(["status"]) == 1
    assert f"! database  {told}" in capsys.readouterr().out
    assert main(["reports"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"python -m bot reports: database: {told}")
    assert "swordfish" not in said
