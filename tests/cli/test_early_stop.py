"""The bot can be stopped at any moment of its start, even as PID 1 of a container."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.store.stand_by import FIRST_LOCK
from bot.store.upgrade import _LOCK as MIGRATION_LOCK
from tests.store.databases import SERVER, postgres

__all__ = ["postgres"]
pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("PATH", "HOME", "RUNTIME_DIRECTORY")  # from the environment of the tests
PATIENCE = 60.0
RUN = "import sys; from bot.__main__ import main; sys.exit(main(['run']))"
SLOW_IMPORT = """
import threading
import bot.cli.parser

def import_slowly(name):
    print("importing", flush=True)
    threading.Event().wait()

bot.cli.parser.import_module = import_slowly
"""
CONTAINER = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child")


def _in_containers() -> bool:
    tool = shutil.which(CONTAINER[0])
    return tool is not None and not subprocess.run([*CONTAINER, "true"], check=False).returncode


@pytest.fixture
def prefix() -> tuple[str, ...]:
    """Build a command prefix that makes the bot PID 1 of a namespace; empty if none can be made.

    No signal ends a process 1 unless it handles that one, so what stops it stops any other.
    """
    return CONTAINER if _in_containers() else ()


@contextmanager
def start_bot(
    folder: Path, prefix: tuple[str, ...], program: str = RUN, **settings: str
) -> Iterator[subprocess.Popen[str]]:
    environment = {
        **{name: os.environ[name] for name in KEPT if name in os.environ},
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": "a.b.c",
        "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10",
        "DATA_DIR": str(folder / "var"),
        "RENDER_WORKERS": "0",
        **settings,
    }
    process = subprocess.Popen(
        [*prefix, sys.executable, "-c", program],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def stop_bot(process: subprocess.Popen[str], prefix: tuple[str, ...]) -> int:
    """Send SIGTERM as a host would, and return the exit status."""
    pid = process.pid
    if prefix:
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii"))
    os.kill(pid, signal.SIGTERM)
    return process.wait(PATIENCE)


@asynccontextmanager
async def connection(database: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(f"{SERVER}{database}")
    try:
        yield opened
    finally:
        await opened.close()


@pytest.mark.parametrize("prefix", [(), CONTAINER], ids=["plain", "process 1"])
def test_bot_can_be_stopped_while_it_imports(tmp_path: Path, prefix: tuple[str, ...]) -> None:
    if prefix and not _in_containers():
        pytest.skip("no namespace can be made here")
    with start_bot(tmp_path, prefix, SLOW_IMPORT + RUN) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "importing\n"
        assert stop_bot(process, prefix) == 0


@pytest.mark.parametrize("setting", ["DATABASE_URL", "DISCORD_API_BASE"])
def test_bot_can_be_stopped_while_it_connects(
    tmp_path: Path, prefix: tuple[str, ...], setting: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        scheme = "postgresql" if setting == "DATABASE_URL" else "http"
        silent.settimeout(PATIENCE)
        address = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/here?sslmode=disable"
        with start_bot(tmp_path, prefix, **{setting: address}) as process:
            accepted, _ = silent.accept()
            with accepted:
                assert stop_bot(process, prefix) == 0


def test_starting_bot_announces_its_database_to_commands(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        settings = {
            "DISCORD_API_BASE": f"http://127.0.0.1:{silent.getsockname()[1]}",
            "RUNTIME_DIRECTORY": str(tmp_path / "run"),
        }
        with start_bot(tmp_path, (), **settings) as process:
            accepted, _ = silent.accept()
            with accepted:
                (file,) = (tmp_path / "run").iterdir()
                database = tmp_path / "var" / "fortytwo.sqlite3"
                assert json.loads(file.read_bytes()) == {
                    "pid": process.pid,
                    "database": str(database),
                }


@pytest.mark.postgres
async def test_bot_can_be_stopped_while_it_migrates(
    tmp_path: Path, prefix: tuple[str, ...], postgres: str
) -> None:
    async with connection(postgres) as held:
        await held.execute("SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
        with start_bot(tmp_path, prefix, DATABASE_URL=f"{SERVER}{postgres}") as process:
            async with asyncio.timeout(PATIENCE):
                waiting = (
                    "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database "
                    "WHERE NOT granted AND datname = current_database()"
                )
                while not await held.fetchval(waiting):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert stop_bot(process, prefix) == 0


@pytest.mark.postgres
async def test_bot_can_be_stopped_while_on_standby(
    tmp_path: Path, prefix: tuple[str, ...], postgres: str
) -> None:
    async with connection(postgres) as held:
        await held.execute("SELECT pg_advisory_lock($1)", FIRST_LOCK)
        with start_bot(tmp_path, prefix, DATABASE_URL=f"{SERVER}{postgres}") as process:
            assert process.stdout is not None
            assert "standing by" in await asyncio.to_thread(process.stdout.readline)
            assert stop_bot(process, prefix) == 0
