"""Copies of the SQLite file: whole and checked, never the database itself, kept and put back."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import DatabaseInUse, OlderSchema, SqlStore, open_store
from bot.store.backup import (
    check_copy,
    copy_sqlite,
    delete_older,
    keep_newest,
    restore_sqlite,
    stamped,
)
from bot.store.inspection import inspect_database
from bot.store.migrate import revisions
from bot.store.private_files import only_user, open_to_others
from bot.tables.ports import StoreFailure

from .samples import game, hand, played, shake, table
from .test_migrate import names_in, old_database

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")


def tables_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(row[0] for row in db.execute("SELECT table_id FROM tables"))


async def test_a_copy_holds_what_is_still_in_the_log(
    sqlite_store: SqlStore, tmp_path: Path
) -> None:
    await sqlite_store.create(table(), shake())
    assert (tmp_path / "fortytwo.sqlite3-wal").stat().st_size > 0
    copy_sqlite(tmp_path / "fortytwo.sqlite3", tmp_path / "deep" / "copy.sqlite3")
    assert tables_in(tmp_path / "deep" / "copy.sqlite3") == ["k3f9q2"]
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["copy.sqlite3"]


@pytest.mark.parametrize(
    "name", ["fortytwo.sqlite3", "fortytwo.sqlite3-wal", "./x/../fortytwo.sqlite3"]
)
async def test_a_copy_never_replaces_the_database(
    sqlite_store: SqlStore, tmp_path: Path, name: str
) -> None:
    await sqlite_store.create(table(), shake())
    with pytest.raises(StoreFailure, match="itself"):
        copy_sqlite(tmp_path / "fortytwo.sqlite3", tmp_path / name)
    assert tables_in(tmp_path / "fortytwo.sqlite3") == ["k3f9q2"]


def test_nothing_is_made_where_there_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreFailure, match="no database"):
        copy_sqlite(tmp_path / "none.sqlite3", tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


async def test_a_damaged_database_gives_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    await (await open_store(f"sqlite:///{file}")).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    with pytest.raises(StoreFailure):
        copy_sqlite(file, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()
    assert not (tmp_path / "copy.sqlite3.part").exists()
    with pytest.raises(StoreFailure, match="sound"):
        check_copy(file)


def test_only_the_newest_dated_copies_are_kept(tmp_path: Path) -> None:
    dated = [stamped(tmp_path, "bot", day * 86_400.0) for day in range(5)]
    others = [tmp_path / name for name in ("bot-before-0007-from-0001.sqlite3", "mine.sqlite3")]
    for path in (*dated, *others):
        path.touch()
    assert keep_newest(tmp_path, "bot", 2) == dated[:3]
    assert sorted(tmp_path.iterdir()) == sorted([*dated[3:], *others])


def test_copies_go_when_they_are_too_old(tmp_path: Path) -> None:
    for name, made in (("a.sqlite3", 100.0), ("b.sqlite3", 300.0), ("notes.txt", 100.0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (made, made))
    assert delete_older(tmp_path, 200.0) == [tmp_path / "a.sqlite3"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.sqlite3", "notes.txt"]


async def database(path: Path, table_id: str) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.create(table(table_id), shake())
    await store.close()


async def test_a_copy_is_put_back_and_what_was_there_is_kept(tmp_path: Path) -> None:
    await database(tmp_path / "copy.sqlite3", "before")
    await database(tmp_path / "bot.sqlite3", "after")
    assert check_copy(tmp_path / "copy.sqlite3") == revisions()[-1]
    restore_sqlite(tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3")
    assert tables_in(tmp_path / "bot.sqlite3") == ["before"]
    assert tables_in(tmp_path / "aside.sqlite3") == ["after"]
    assert tables_in(tmp_path / "copy.sqlite3") == ["before"]
    store = await open_store(f"sqlite:///{tmp_path / 'bot.sqlite3'}")
    assert await store.load("before") is not None
    await store.close()


async def test_a_log_left_by_a_crash_is_not_played_into_the_restored_database(
    sqlite_store: SqlStore, tmp_path: Path
) -> None:
    await sqlite_store.create(table("after"), shake())
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        name = f"fortytwo.sqlite3{suffix}"
        (crashed / name).write_bytes((tmp_path / name).read_bytes())
    await database(tmp_path / "copy.sqlite3", "before")
    restore_sqlite(tmp_path / "copy.sqlite3", crashed / "fortytwo.sqlite3", tmp_path / "a.sqlite3")
    assert tables_in(crashed / "fortytwo.sqlite3") == ["before"]
    assert tables_in(tmp_path / "a.sqlite3") == ["after"]


async def test_a_damaged_database_is_put_aside_as_it_is(tmp_path: Path) -> None:
    await database(tmp_path / "copy.sqlite3", "before")
    (tmp_path / "bot.sqlite3").write_bytes(b"nothing that SQLite knows" * 99)
    restore_sqlite(tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3")
    assert tables_in(tmp_path / "bot.sqlite3") == ["before"]
    assert (tmp_path / "aside.sqlite3").read_bytes().startswith(b"nothing")


async def test_nothing_is_restored_from_what_is_no_database(tmp_path: Path) -> None:
    await database(tmp_path / "bot.sqlite3", "after")
    (tmp_path / "copy.sqlite3").write_text("a letter")
    with pytest.raises(StoreFailure):
        restore_sqlite(
            tmp_path / "copy.sqlite3", tmp_path / "bot.sqlite3", tmp_path / "aside.sqlite3"
        )
    assert tables_in(tmp_path / "bot.sqlite3") == ["after"]


def test_a_database_has_one_user_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "new" / "bot.sqlite3"
    with (
        only_user(file),
        pytest.raises(DatabaseInUse, match=r"bot\.sqlite3 is in use"),
        only_user(file),
    ):
        pass
    with only_user(file):
        pass  # free again


@POSIX_ONLY
async def test_others_can_read_neither_the_database_nor_its_log_nor_a_copy(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        file = tmp_path / "data" / "bot.sqlite3"
        store = await open_store(f"sqlite:///{file}")
        await store.create(table(), shake())
        await store.backup(tmp_path / "backups" / "copy.sqlite3")
        made = [file, *file.parent.glob("bot.sqlite3-*"), tmp_path / "backups" / "copy.sqlite3"]
        assert len(made) == 4
        assert not [path for path in (*made, file.parent, made[-1].parent) if open_to_others(path)]
        await store.close()
    finally:
        os.umask(old)


@POSIX_ONLY
async def test_an_older_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    await database(file, "k3f9q2")
    file.chmod(0o644)
    assert open_to_others(file)
    await (await open_store(f"sqlite:///{file}")).close()
    assert not open_to_others(file)


async def test_looking_at_a_database_changes_nothing(url: str) -> None:
    await old_database(url)
    before = await names_in(url)
    report = await inspect_database(url, 0.0)
    assert report is not None
    assert (report.revision, report.newest) == ("0001", revisions()[-1])
    rows = {name: found.rows for name, found in report.tables.items()}
    assert rows == {"tables": 1, "acts": 1, "shakes": 0}
    assert report.size > 0
    with pytest.raises(OlderSchema, match="migrate"):
        await open_store(url, read_only=True)
    assert await names_in(url) == before


async def test_there_is_nothing_to_look_at_before_the_first_start(tmp_path: Path) -> None:
    assert await inspect_database(f"sqlite:///{tmp_path / 'none.sqlite3'}", 0.0) is None
    with pytest.raises(OlderSchema, match="no database yet"):
        await open_store(f"sqlite:///{tmp_path / 'none.sqlite3'}", read_only=True)
    assert not (tmp_path / "none.sqlite3").exists()


async def test_growth_is_told_by_the_hands_of_the_last_week(store: SqlStore, url: str) -> None:
    await played(store, "k3f9q2", [hand(at=0.0), hand(2, at=1_000_000.0)], game())
    report = await inspect_database(url, 1_000_000.0)
    assert report is not None
    assert report.growth == pytest.approx(report.size / 2 * 30 / 7)


async def test_each_table_tells_its_bytes_and_its_rows_of_the_last_week(
    store: SqlStore, url: str
) -> None:
    await played(store, "k3f9q2", [hand(at=0.0), hand(2, at=1_000_000.0)], game())
    report = await inspect_database(url, 1_000_000.0)
    assert report is not None
    assert (report.tables["hands"].rows, report.tables["hands"].lately) == (2, 1)
    assert report.tables["hand_players"].lately is None  # its rows bear no date
    sizes = [found.size for found in report.tables.values() if found.size is not None]
    assert len(sizes) == len(report.tables)
    assert 0 < report.tables["hands"].size <= sum(sizes) <= report.size  # type: ignore[operator]


@pytest.mark.parametrize(
    "delete", [lambda f: keep_newest(f, "db", 1), lambda f: delete_older(f, 9e9)]
)
def test_one_copy_that_cannot_be_deleted_keeps_no_other(
    tmp_path: Path, delete: Callable[[Path], object]
) -> None:
    stuck, old, new = (stamped(tmp_path, "db", day * 86_400.0) for day in (1, 2, 3))
    stuck.mkdir()
    for copy in (old, new):
        copy.touch()
    with pytest.raises(StoreFailure, match="an old copy could not be deleted"):
        delete(tmp_path)
    assert stuck.exists()
    assert not old.exists()
