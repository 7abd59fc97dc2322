"""Commands warn if this machine's bot uses another database; `restore` refuses."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.runtime.settings import load_settings
from bot.store import open_store
from bot.store.backup import check_copy
from bot.store.host.running_bots import announce, database_key, running_bots
from tests.store.samples import game, hand, save_played_table
from tests.support.announced import bot_on

pytestmark = pytest.mark.slow

REPLAYED = ["backup", "export k3f9q2", "migrate", "reports", "block 7", "unblock 7"]
REPLAYED += ["close-table k3f9q2"]


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Isolate the test in its own runtime folder, with the command's DATA_DIR in `mine`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "mine"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "HEALTH_PORT", "NIGHTLY_BACKUPS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "run"


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'fortytwo.sqlite3'}"


def mine() -> Path:
    return load_settings().data_dir / "fortytwo.sqlite3"


async def _fill(folder: Path) -> None:
    store = await open_store(address(folder))
    await save_played_table(store, "k3f9q2", [hand()], game())
    await store.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    asyncio.run(_fill(tmp_path / "mine"))
    return mine()


@pytest.mark.parametrize("command", REPLAYED)
def test_command_warns_of_a_bot_on_another_database(
    command: str, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = tmp_path / "theirs" / "fortytwo.sqlite3"
    with bot_on(f"sqlite:///{theirs}") as bot:
        main(command.split())
    first = capsys.readouterr().err.splitlines()[0]
    assert first == (
        f"python -m bot {command.split()[0]}: a bot is running on {theirs} (process {bot.pid}), "
        f"but this command uses {database}; set DATA_DIR or DATABASE_URL to what that bot uses"
    )


def test_doctor_and_status_report_a_bot_on_another_database(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = tmp_path / "theirs" / "fortytwo.sqlite3"
    with bot_on(f"sqlite:///{theirs}"):
        assert main(["doctor"]) == 1
        assert f"database  a bot is running on {theirs}" in capsys.readouterr().out
        assert main(["status", "--json"]) == 1
        found = json.loads(capsys.readouterr().out)
    assert "elsewhere" in found["wrong"]
    assert str(theirs) in found["elsewhere"]


def test_bot_on_the_same_database_is_not_reported(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linked = tmp_path / "link"
    linked.symlink_to(database.parent)
    with bot_on(address(linked)), bot_on(address(tmp_path / "theirs")):
        assert main(["backup"]) == 0
    assert capsys.readouterr().err == ""


def test_restore_refuses_beside_a_bot_on_another_database(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    database.write_bytes(b"as it was")
    with bot_on(address(tmp_path / "theirs")):
        assert main(["restore", "copy.sqlite3", "--yes"]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "nothing was restored; give the target with --to FILE" in said
        assert database.read_bytes() == b"as it was"
        assert main(["restore", "copy.sqlite3", "--yes", "--to", str(database)]) == 0
    assert database.read_bytes().startswith(b"SQLite format 3")


def test_restore_keeps_a_copy_of_the_file_it_replaces(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    target = tmp_path / "theirs" / "other.sqlite3"
    target.parent.mkdir()
    target.write_bytes(database.read_bytes())
    assert main(["restore", "copy.sqlite3", "--yes", "--to", str(target)]) == 0
    assert f"to {target}; the replaced database is {target.parent / 'backups'}" in (
        capsys.readouterr().out
    )


def _listing(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _make_folder(target: Path, whole: bytes) -> None:
    target.mkdir()
    (target / "fortytwo.sqlite3").write_bytes(whole)


def _make_foreign_database(target: Path, _: bytes) -> None:
    with closing(sqlite3.connect(target)) as db:
        db.execute("CREATE TABLE photos (id)")


def _make_text(target: Path, _: bytes) -> None:
    target.write_text("a letter")


def _make_empty(target: Path, _: bytes) -> None:
    target.touch()


def _make_pipe(target: Path, _: bytes) -> None:
    os.mkfifo(target)


FOREIGN = [_make_foreign_database, _make_text, _make_empty, _make_pipe]
RESTORE = "restore copy.sqlite3 --yes --to"


@pytest.mark.parametrize(
    ("command", "make"),
    # `backup` to a folder writes a dated copy into it
    [("backup", make) for make in FOREIGN] + [(RESTORE, make) for make in (*FOREIGN, _make_folder)],
)
def test_only_the_bots_own_files_are_overwritten(
    command: str,
    make: Callable[[Path, bytes], None],
    database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    target = tmp_path / "there" / "target"
    target.parent.mkdir()
    make(target, database.read_bytes())
    before = _listing(target.parent)
    assert main([*command.split(), str(target)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"{target} is " in said
    assert _listing(target.parent) == before
    assert target.is_dir() == (make is _make_folder)


def test_restore_refuses_a_folder_that_the_settings_name(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database.parent}")
    before = _listing(tmp_path)
    assert main(["restore", "copy.sqlite3", "--yes"]) == 1
    assert "is a folder; name the database file itself" in capsys.readouterr().err
    assert _listing(tmp_path) == before


@pytest.mark.parametrize("keep", [60, 5000])
def test_restore_replaces_a_damaged_database(keep: int, database: Path, tmp_path: Path) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    target = tmp_path / "broken.sqlite3"
    target.write_bytes(database.read_bytes()[:keep])
    assert main(["restore", "copy.sqlite3", "--yes", "--to", str(target)]) == 0
    assert check_copy(target) is not None


def test_backup_overwrites_an_earlier_copy_but_no_database_in_use(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    assert main(["backup", "copy.sqlite3"]) == 0
    asyncio.run(_fill(tmp_path / "theirs"))
    theirs = tmp_path / "theirs" / "fortytwo.sqlite3"
    before = theirs.read_bytes()
    assert main(["backup", str(theirs)]) == 1
    assert "is not a backup of the bot's database" in capsys.readouterr().err
    assert theirs.read_bytes() == before


def test_announcement_of_a_killed_bot_is_removed(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], database: Path
) -> None:
    with bot_on(address(tmp_path / "theirs")) as process:
        (bot,) = running_bots()
        assert bot.pid == process.pid
        process.kill()
        process.join()
        assert list(runtime.iterdir())
        assert main(["backup"]) == 0
        assert not list(runtime.iterdir())
    assert capsys.readouterr().err == ""


def test_stopping_bot_removes_its_announcement(runtime: Path, tmp_path: Path) -> None:
    with announce(address(tmp_path)):
        assert [bot.pid for bot in running_bots()] == [os.getpid()]
    assert not list(runtime.iterdir())


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"pid": "x", "database": 7}', "\xff"])
def test_announcement_file_of_another_program_is_left_alone(runtime: Path, content: str) -> None:
    runtime.mkdir()
    file = runtime / "bot-x.json"
    file.write_bytes(content.encode("latin-1"))
    assert running_bots() == []
    assert file.exists()


def test_bot_that_cannot_announce_itself_runs_with_a_warning(
    runtime: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    runtime.write_text("no folder")
    with announce(address(tmp_path)):
        assert running_bots() == []
    assert "RUNTIME_DIRECTORY" in caplog.text


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="accounts of POSIX")
def test_runtime_folder_owned_by_another_account_is_not_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with announce(address(tmp_path)):
        own = tmp_path / f"fortytwo-{os.getuid()}"
        (bot,) = [each for each in running_bots() if each.pid == os.getpid()]
        assert bot.database == database_key(address(tmp_path))
        uid = os.getuid() + 1
        monkeypatch.setattr("os.getuid", lambda: uid)
        own.rename(tmp_path / f"fortytwo-{uid}")
        assert os.getpid() not in {each.pid for each in running_bots()}
        with announce(address(tmp_path)):
            assert "another account" in caplog.text


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("postgresql://me:secret@db/games?sslmode=disable", "postgresql://db:5432/games"),
        ("postgresql+asyncpg://you@db:5432/games", "postgresql://db:5432/games"),
        ("postgres:///games?host=/run/pg&port=6000", "postgresql://[/run/pg]:6000/games"),
    ],
)
def test_database_is_shown_without_user_and_password(url: str, key: str) -> None:
    assert database_key(url) == key
