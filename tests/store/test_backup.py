"""Backups of the SQLite file: making, checking, pruning and restoring them."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import DatabaseInUse, OlderSchema, Store, open_store
from bot.store.backup import (
    check_copy,
    copy_sqlite,
    dated_copy_path,
    delete_older,
    keep_newest,
    restore_sqlite,
)
from bot.store.errors import StoreFailure
from bot.store.inspection import inspect_database
from bot.store.migrate import revisions
from bot.store.private_files import make_private_file, only_user, open_to_others

from .samples import game, hand, save_played_table, shake, table
from .upgrades import START, load_old, table_names

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="file modes need POSIX")


def tables_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(row[0] for row in db.execute("SELECT table_id FROM tables"))


async def test_copy_includes_the_write_ahead_log(sqlite_store: Store, tmp_path: Path) -> None:
    await sqlite_store.tables.create(table(), shake())
    assert (tmp_path / "fortytwo.sqlite3-wal").stat().st_size > 0
    copy_sqlite(tmp_path / "fortytwo.sqlite3", tmp_path / "deep" / "copy.sqlite3")
    assert tables_in(tmp_path / "deep" / "copy.sqlite3") == ["k3f9q2"]
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["copy.sqlite3"]


@pytest.mark.parametrize(
    "name", ["fortytwo.sqlite3", "fortytwo.sqlite3-wal", "./x/../fortytwo.sqlite3"]
)
async def test_copy_never_overwrites_the_database(
    sqlite_store: Store, tmp_path: Path, name: str
) -> None:
    await sqlite_store.tables.create(table(), shake())
    with pytest.raises(StoreFailure, match="itself"):
        copy_sqlite(tmp_path / "fortytwo.sqlite3", tmp_path / name)
    assert tables_in(tmp_path / "fortytwo.sqlite3") == ["k3f9q2"]


def test_copying_a_missing_database_fails_and_creates_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreFailure, match="no database"):
        copy_sqlite(tmp_path / "none.sqlite3", tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


async def test_damaged_database_is_not_copied(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    await (await open_store(f"sqlite:///{file}")).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    with pytest.raises(StoreFailure):
        copy_sqlite(file, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()
    assert not (tmp_path / "copy.sqlite3.part").exists()
    with pytest.raises(StoreFailure, match="not an intact database"):
        check_copy(file)


def test_keep_newest_deletes_only_older_dated_copies(tmp_path: Path) -> None:
    dated = [dated_copy_path(tmp_path, "bot", day * 86_400.0) for day in range(5)]
    others = [tmp_path / name for name in ("bot-before-0007-from-0001.sqlite3", "mine.sqlite3")]
    for path in (*dated, *others):
        path.touch()
    assert keep_newest(tmp_path, "bot", 2) == dated[:3]
    assert sorted(tmp_path.iterdir()) == sorted([*dated[3:], *others])


def test_delete_older_deletes_copies_by_age(tmp_path: Path) -> None:
    for name, made in (("a.sqlite3", 100.0), ("b.sqlite3", 300.0), ("notes.txt", 100.0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (made, made))
    assert delete_older(tmp_path, 200.0) == [tmp_path / "a.sqlite3"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.sqlite3", "notes.txt"]


async def make_database(path: Path, table_id: str) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.tables.create(table(table_id), shake())
    await store.close()


async def test_restore_sets_the_current_database_aside(tmp_path: Path) -> None:
    await make_database(tmp_path / "copy.sqlite3", "before")
    await make_database(tmp_path / "bot.sqlite3", "after")
    assert check_copy(tmp_path / "copy.sqlite3") == revisions()[-1]
    restore_sqlite(tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3")
    assert tables_in(tmp_path / "bot.sqlite3") == ["before"]
    assert tables_in(tmp_path / "aside.sqlite3") == ["after"]
    assert tables_in(tmp_path / "copy.sqlite3") == ["before"]
    store = await open_store(f"sqlite:///{tmp_path / 'bot.sqlite3'}")
    assert await store.tables.load("before") is not None
    await store.close()


async def test_restored_database_ignores_the_log_of_a_crash(
    sqlite_store: Store, tmp_path: Path
) -> None:
    await sqlite_store.tables.create(table("after"), shake())
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        name = f"fortytwo.sqlite3{suffix}"
        (crashed / name).write_bytes((tmp_path / name).read_bytes())
    await make_database(tmp_path / "copy.sqlite3", "before")
    restore_sqlite(tmp_path / "copy.sqlite3", crashed / "fortytwo.sqlite3", tmp_path / "a.sqlite3")
    assert tables_in(crashed / "fortytwo.sqlite3") == ["before"]
    assert tables_in(tmp_path / "a.sqlite3") == ["after"]


async def test_restore_sets_a_damaged_database_aside_unchanged(tmp_path: Path) -> None:
    await make_database(tmp_path / "copy.sqlite3", "before")
    (tmp_path / "bot.sqlite3").write_bytes(b"nothing that SQLite knows" * 99)
    restore_sqlite(tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3")
    assert tables_in(tmp_path / "bot.sqlite3") == ["before"]
    assert (tmp_path / "aside.sqlite3").read_bytes().startswith(b"nothing")


async def test_restore_refuses_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    await make_database(tmp_path / "bot.sqlite3", "after")
    (tmp_path / "copy.sqlite3").write_text("a letter")
    with pytest.raises(StoreFailure):
        restore_sqlite(
            tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3"
        )
    assert tables_in(tmp_path / "bot.sqlite3") == ["after"]


def test_only_one_process_can_use_a_database(tmp_path: Path) -> None:
    file = tmp_path / "new" / "bot.sqlite3"
    with (
        only_user(file),
        pytest.raises(DatabaseInUse, match=r"bot\.sqlite3 is in use"),
        only_user(file),
    ):
        pass
    with only_user(file):
        pass  # the lock was released


@POSIX_ONLY
async def test_database_log_and_copies_are_private_to_their_owner(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        file = tmp_path / "data" / "bot.sqlite3"
        store = await open_store(f"sqlite:///{file}")
        await store.tables.create(table(), shake())
        await store.backup(tmp_path / "backups" / "copy.sqlite3")
        made = [file, *file.parent.glob("bot.sqlite3-*"), tmp_path / "backups" / "copy.sqlite3"]
        assert len(made) == 4
        assert not [path for path in (*made, file.parent, made[-1].parent) if open_to_others(path)]
        await store.close()
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pipes among its files")
def test_device_stays_open_to_others(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    make_private_file(pipe)
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o666


@POSIX_ONLY
async def test_opening_a_readable_database_makes_it_private(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    await make_database(file, "k3f9q2")
    file.chmod(0o644)
    assert open_to_others(file)
    await (await open_store(f"sqlite:///{file}")).close()
    assert not open_to_others(file)


async def test_inspecting_a_database_does_not_change_it(url: str, next_revision: str) -> None:
    load_old(url)
    before = await table_names(url)
    report = await inspect_database(url, 0.0)
    assert report is not None
    assert (report.revision, report.newest) == (START, next_revision)
    rows = {name: report.tables[name].rows for name in ("tables", "acts", "shakes")}
    assert rows == {"tables": 5, "acts": 3, "shakes": 5}
    assert report.size > 0
    with pytest.raises(OlderSchema, match="migrate"):
        await open_store(url, read_only=True)
    assert await table_names(url) == before


async def test_inspecting_before_the_first_start_creates_no_database(tmp_path: Path) -> None:
    assert await inspect_database(f"sqlite:///{tmp_path / 'none.sqlite3'}", 0.0) is None
    with pytest.raises(OlderSchema, match="no database yet"):
        await open_store(f"sqlite:///{tmp_path / 'none.sqlite3'}", read_only=True)
    assert not (tmp_path / "none.sqlite3").exists()


async def test_growth_is_estimated_from_last_weeks_hands(store: Store, url: str) -> None:
    await save_played_table(store, "k3f9q2", [hand(at=0.0), hand(2, at=1_000_000.0)], game())
    report = await inspect_database(url, 1_000_000.0)
    assert report is not None
    assert report.growth == pytest.approx(report.size / 2 * 30 / 7)


async def test_report_has_the_size_and_recent_rows_of_each_table(store: Store, url: str) -> None:
    await save_played_table(store, "k3f9q2", [hand(at=0.0), hand(2, at=1_000_000.0)], game())
    report = await inspect_database(url, 1_000_000.0)
    assert report is not None
    assert (report.tables["hands"].rows, report.tables["hands"].lately) == (2, 1)
    assert report.tables["hand_players"].lately == 4
    assert report.tables["seats"].lately is None  # its rows have no date
    sizes = [found.size for found in report.tables.values() if found.size is not None]
    assert len(sizes) == len(report.tables)
    assert 0 < report.tables["hands"].size <= sum(sizes) <= report.size  # type: ignore[operator]


@pytest.mark.parametrize(
    "delete", [lambda f: keep_newest(f, "db", 1), lambda f: delete_older(f, 9e9)]
)
def test_other_copies_are_deleted_when_one_cannot_be(
    tmp_path: Path, delete: Callable[[Path], object]
) -> None:
    stuck, old, new = (dated_copy_path(tmp_path, "db", day * 86_400.0) for day in (1, 2, 3))
    stuck.mkdir()
    for copy in (old, new):
        copy.touch()
    with pytest.raises(StoreFailure, match="could not delete an old copy"):
        delete(tmp_path)
    assert stuck.exists()
    assert not old.exists()
