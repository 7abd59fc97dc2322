"""The commands refuse, in one line, to migrate a database that an older bot serves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.database import Database, parse_url
from bot.store.private_files import only_user
from bot.store.processes import Lease, ProcessStore
from tests.store.databases import FILE, postgres, url
from tests.store.upgrades import load_old

__all__ = ["postgres", "url"]
pytestmark = pytest.mark.slow
LEASE = Lease("old one", frozenset({0}), 1, 6.0, starting=True)
COMMANDS = pytest.mark.parametrize(("command", "status"), [("run", 2), ("migrate", 1)])


@contextlib.contextmanager
def serving(address: str) -> Iterator[None]:
    """Serve a PostgreSQL database: renew its lease in a thread until the block ends."""
    began = threading.Event()
    ends = threading.Event()

    async def renew() -> None:
        database = Database(parse_url(address))
        assert database.connect is not None
        processes = ProcessStore(database, database.connect)
        while not ends.is_set():
            await processes.take(LEASE)
            began.set()
        await database.close()

    thread = threading.Thread(target=lambda: asyncio.run(renew()))
    thread.start()
    assert began.wait(60)
    try:
        yield
    finally:
        ends.set()
        thread.join()


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setattr("bot.__main__.end_on_signal", lambda: None)


@COMMANDS
@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_command_leaves_a_database_that_an_older_bot_serves(
    command: str,
    status: int,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    load_old(url)
    monkeypatch.setenv("DATABASE_URL", url)
    with serving(url):
        assert main([command]) == status
    said = capsys.readouterr().err
    assert "still serves this database. Stop it, then start this one again." in said
    assert said.count("\n") == 1


@COMMANDS
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_command_leaves_an_old_file_that_a_bot_has_locked(
    command: str,
    status: int,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    load_old(url)
    monkeypatch.setenv("DATABASE_URL", url)
    file = tmp_path / FILE
    before = file.read_bytes()
    with only_user(file):
        assert main([command]) == status
    said = capsys.readouterr().err
    assert f"{FILE} is in use: a bot is already running on it." in said
    assert said.count("\n") == 1
    assert file.read_bytes() == before
