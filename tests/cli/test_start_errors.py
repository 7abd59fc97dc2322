"""Each start error is one line that says what to do and contains no secret."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.runtime.start_checks import usable_renderer
from tests.support.compiled import share_compiled
from tests.support.program import run_to_its_end

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("PATH", "HOME", "RUNTIME_DIRECTORY")  # from the environment of the tests
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


# root can read everything; dropping these capabilities makes it an ordinary account
PLAIN = ("setpriv", "--inh-caps=-dac_override,-dac_read_search")
PLAIN += ("--bounding-set=-dac_override,-dac_read_search",)
ROOT_USER = hasattr(os, "getuid") and os.getuid() == 0
NO_LOCKS = """
import errno, fcntl, os
def flock(*_):
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
fcntl.flock = flock
"""
posix_only = pytest.mark.skipif(os.name != "posix", reason="rights are of POSIX")
needs_mounts = pytest.mark.skipif(
    not ROOT_USER or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0,
    reason="needs the right to mount",
)


def _mount_prefix(*mount: str) -> tuple[str, ...]:
    """Build a command prefix that runs a program with its own mount."""
    return ("unshare", "-m", "sh", "-c", f'mount {" ".join(mount)} && exec "$@"', "sh")


def _run(
    folder: Path, before: str = "", within: tuple[str, ...] = (), **settings: str
) -> tuple[int, str]:
    """Run `run` with these settings; return its exit status and standard error.

    `before`: statements to execute first; `within`: a command that runs it, in a new process.
    """
    environment = {
        **{name: os.environ[name] for name in KEPT if name in os.environ},
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_BASE": f"http://127.0.0.1:{_free()}/api/v10",
        "DATA_DIR": str(folder / "var"),
        "LOG_LEVEL": "ERROR",
        "START_PATIENCE_SECONDS": "0",
        **settings,
    }
    if not within:
        return run_to_its_end(folder, environment, before)
    ended = subprocess.run(
        [*within, sys.executable, "-m", "bot", "run"],
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


def test_unreachable_discord_is_reported(tmp_path: Path) -> None:
    status, said = _run(tmp_path)
    assert status == 1
    assert "Discord cannot be reached" in _one_line(said)


def test_unreachable_database_is_reported(tmp_path: Path) -> None:
    address = f"postgresql://me:swordfish@127.0.0.1:{_free()}/db"
    status, said = _run(tmp_path, DATABASE_URL=address)
    assert status == 1
    assert "database: db at 127.0.0.1 cannot be reached" in _one_line(said)


def test_wrong_password_or_missing_database_is_reported(tmp_path: Path) -> None:
    address = "postgresql://nobody-here:swordfish@127.0.0.1:5432/no-such-database?sslmode=disable"
    status, said = _run(tmp_path, DATABASE_URL=address)
    assert status == 1
    assert "database: no-such-database at 127.0.0.1 cannot be reached" in _one_line(said)


def test_missing_asyncpg_is_reported_with_the_install_command(tmp_path: Path) -> None:
    status, said = _run(
        tmp_path,
        "import sys; sys.modules['asyncpg'] = None",
        DATABASE_URL="postgresql://me:swordfish@127.0.0.1/db",
    )
    assert status == 2
    assert "pip install asyncpg" in _one_line(said)


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, said = _run(tmp_path, DATA_DIR=str(tmp_path / "file" / "var"))
    assert status == 2
    assert "DATA_DIR: " in _one_line(said)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write to")
def test_read_only_folder_is_reported(tmp_path: Path) -> None:
    status, said = _run(tmp_path, DATA_DIR="/proc/self")
    assert status == 2
    assert "cannot be written to" in _one_line(said)


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, said = _run(tmp_path, HEALTH_PORT=str(taken.getsockname()[1]))
    assert status == 2
    assert "HEALTH_PORT" in _one_line(said)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    (tmp_path / "var").mkdir()
    return tmp_path / "var" / "fortytwo.sqlite3"


@posix_only
@pytest.mark.parametrize("suffix", ["", ".lock", "-wal"])
def test_database_of_another_account_is_reported_with_its_owner(
    tmp_path: Path, database: Path, suffix: str
) -> None:
    database.touch()
    theirs = database.with_name(database.name + suffix)
    theirs.touch()
    if ROOT_USER:
        os.chown(theirs, 65534, 65534)
    owner = theirs.owner()
    theirs.chmod(0)
    status, said = _run(tmp_path, within=PLAIN if ROOT_USER else ())
    assert f"{theirs} belongs to {owner}" in _one_line(said)
    assert "chown" in said
    assert status == 2


@pytest.mark.parametrize("content", [b"not a database" * 999, b"SQLite format 3\0" + b"x" * 9000])
def test_damaged_database_is_reported_with_its_newest_backups(
    tmp_path: Path, database: Path, content: bytes
) -> None:
    database.write_bytes(content)
    copy = tmp_path / "var" / "backups" / "fortytwo-20260101-091500.sqlite3"
    copy.parent.mkdir()
    copy.touch()
    status, said = _run(tmp_path)
    assert f"{database} is damaged" in _one_line(said)
    assert f"restore {copy}" in said
    assert status == 2


def test_truncated_database_is_reported_as_damaged(tmp_path: Path, database: Path) -> None:
    _run(tmp_path)
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) // 2])
    assert f"{database} is damaged" in _one_line(_run(tmp_path)[1])


def test_damaged_database_without_backups_is_reported_as_such(
    tmp_path: Path, database: Path
) -> None:
    database.write_bytes(b"not a database" * 999)
    assert "there are no backups in" in _one_line(_run(tmp_path)[1])


def test_folder_at_the_database_path_is_reported(tmp_path: Path, database: Path) -> None:
    database.mkdir()
    status, said = _run(tmp_path)
    assert f"{database} is a folder" in _one_line(said)
    assert status == 2


@posix_only
def test_drive_without_file_locks_is_not_mistaken_for_a_database_in_use(tmp_path: Path) -> None:
    status, said = _run(tmp_path, NO_LOCKS)
    assert "without file locks (No locks available)" in _one_line(said)
    assert "in use" not in said
    assert status == 2


def test_unknown_database_host_is_reported(tmp_path: Path) -> None:
    status, said = _run(tmp_path, DATABASE_URL="postgresql://me:swordfish@nowhere.invalid/db")
    assert "db at nowhere.invalid cannot be reached: unknown host" in _one_line(said)
    assert status == 1


@needs_mounts
def test_full_disk_is_reported(tmp_path: Path, database: Path) -> None:
    mounting = _mount_prefix("-t", "tmpfs", "-o", "size=200k", "tmpfs", str(database.parent))
    status, said = _run(tmp_path, within=mounting)
    assert f"the disk with {database.parent} is full" in _one_line(said)
    assert status == 1


@needs_mounts
def test_bot_runs_without_pictures_if_shared_memory_is_missing() -> None:
    mounting = _mount_prefix("-t", "tmpfs", "-o", "ro", "tmpfs", "/dev/shm")
    on_disk = ROOT / ".pytest_cache"  # the other temporary files lie in /dev/shm
    on_disk.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=on_disk) as folder:
        share_compiled(Path(folder) / "var")  # a compiler could outlive the bot, and the folder
        settings = {"LOG_LEVEL": "WARNING", "RUNTIME_DIRECTORY": folder}
        _, said = _run(Path(folder), within=mounting, **settings)
    assert said.count("\n") == 2, said
    warning, last = said.splitlines()
    assert "/dev/shm cannot be used (Read-only file system)" in warning
    assert "tables appear as text" in warning
    assert "Discord cannot be reached: Connect call failed" in last


def test_renderer_is_off_on_a_machine_without_semaphores(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_pool(_: int) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("bot.render.worker._new_pool", no_pool)
    assert usable_renderer(1) is None
    assert "tables appear as text" in caplog.text


FAILING_SERVER = """
import bot.cli.run
async def run_bot(_):
    {raising}
bot.cli.run.run_bot = run_bot
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_unexpected_error_is_logged(tmp_path: Path, form: str) -> None:
    raising = f"raise LookupError('lost {TOKEN}')"
    status, said = _run(tmp_path, FAILING_SERVER.format(raising=raising), LOG_FORMAT=form)
    assert status == 1
    assert TOKEN not in said
    if form == "json":
        line = json.loads(said)
        assert "LookupError" in line["trace"]
        assert (line["level"], line["message"]) == ("CRITICAL", "the bot failed and is stopping")
    else:
        assert (
            " CRITICAL bot.cli.run: the bot failed and is stopping\n"
            in said.partition("Traceback")[0]
        )
        assert "LookupError" in said


FAILING_STORE = """
import bot.app
from bot.tables.ports import StoreFailure
async def fail(_):
    raise StoreFailure("disk I/O error")
async def log_in(*_):
    pass
bot.app.FortyTwo._log_in = log_in
bot.app.FortyTwo._wait_to_start = log_in
bot.app.FortyTwo.set_up = fail
"""


def test_store_failure_after_login_is_reported(tmp_path: Path, database: Path) -> None:
    status, said = _run(tmp_path, FAILING_STORE)
    assert f"database: {database} cannot be used: disk I/O error" in _one_line(said)
    assert status == 1


@pytest.mark.parametrize(
    ("settings", "status", "words"),
    [
        ({}, 1, "Discord cannot be reached"),
        ({"HEALTH_PORT": "eighty"}, 2, "HEALTH_PORT"),
        ({"DATABASE_URL": "mysql://here/db"}, 2, "DATABASE_URL"),
    ],
)
def test_last_line_is_json_if_the_log_is_json(
    tmp_path: Path, settings: dict[str, str], status: int, words: str
) -> None:
    ended, said = _run(tmp_path, LOG_FORMAT="json", **settings)
    assert ended == status
    line = json.loads(said)
    assert line["level"] == "CRITICAL"
    assert words in line["message"]
