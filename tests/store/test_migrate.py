"""Automatic schema migration: backup first, all or nothing, no downgrade."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.stats.views import GameKind
from bot.store import NewerSchema, Store, TooOldSchema, open_store
from bot.store.database import Database, parse_url
from bot.store.errors import StoreFailure
from bot.store.migrate import migrate, revisions
from bot.store.schema import metadata

from .samples import GUILD, act, game, hand, next_change, shake, table
from .upgrades import START, load_old, rows_of, set_revision

pytestmark = pytest.mark.slow


FILLED_AFTER_THE_START = [
    "alerted",
    "daily_fields",
    "gateway_turns",
    "invitations",
    "person_blocks",
    "pings",
    "plan_people",
    "plans",
    "player_calls",
    "refusals",
    "seat_alerts",
    "server_presets",
    "session_starts",
    "wrong_codes",
]


async def test_database_of_the_start_is_upgraded_and_then_opens_unchanged(
    url: str, tmp_path: Path
) -> None:
    load_old(url)
    before = await rows_of(url)
    assert [name for name, rows in before.items() if not rows] == []
    await (await open_store(url)).close()
    upgraded = await rows_of(url)
    assert set(upgraded) == set(metadata.tables)
    assert [name for name, rows in upgraded.items() if not rows] == FILLED_AFTER_THE_START
    await (await open_store(url, backups=tmp_path / "backups")).close()
    assert await rows_of(url) == upgraded
    assert not (tmp_path / "backups").exists()


async def test_games_in_a_database_of_the_first_version_continue(url: str) -> None:
    load_old(url)
    store = await open_store(url)
    stored = await store.tables.load("p2h6md")
    assert stored is not None
    assert stored.acts == (act(1), act(2))
    change = next_change(stored.table, act(3))
    await store.tables.commit(change)
    await store.tables.commit(
        type(change)(next_change(change.table).table, hand=hand(), game=game())
    )
    assert (await store.profiles.standing(GUILD, 12, GameKind.PEOPLE)).wins == 2
    event = await store.events.load_event("ev3n7s")
    assert event is not None
    assert (event.round_no, event.games[0].table_id) == (1, "k3f9q2")
    assert await store.votes.cast_vote("v1", 13, "pass")
    begun = await store.days.load_hand(date(2026, 11, 23), 12)
    assert begun is not None
    assert begun.acts == ("30",)
    await store.close()


async def test_older_database_is_upgraded_with_its_data(url: str, next_revision: str) -> None:
    load_old(url)
    database = Database(parse_url(url))
    await migrate(database, None, target=revisions()[-2])
    await database.close()
    before = await rows_of(url)
    store = await open_store(url)
    stored = await store.tables.load("p2h6md")
    assert stored is not None
    assert stored.acts == (act(1), act(2))
    await store.close()
    after = await rows_of(url)
    assert revisions()[-1] == next_revision
    assert after.pop("next_things") == []
    assert after.pop("acts") == [(*row, None) for row in before.pop("acts")]
    assert after == before


async def test_backup_is_made_only_before_the_schema_changes(
    tmp_path: Path, next_revision: str
) -> None:
    url = f"sqlite:///{tmp_path / 'bot.sqlite3'}"
    backups = tmp_path / "backups"
    await (await open_store(url, backups=backups)).close()
    assert not backups.exists()  # a new file has nothing to lose
    (tmp_path / "bot.sqlite3").unlink()
    load_old(url)
    before = await rows_of(url)
    await (await open_store(url, backups=backups)).close()
    await (await open_store(url, backups=backups)).close()  # up to date: nothing to back up
    (copy,) = backups.iterdir()
    assert copy.name == f"bot-before-{next_revision}-from-{START}.sqlite3"
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [(START,)]
    assert await rows_of(f"sqlite:///{copy}") == before


async def test_earlier_backup_is_never_overwritten(tmp_path: Path, next_revision: str) -> None:
    url = f"sqlite:///{tmp_path / 'bot.sqlite3'}"
    backups = tmp_path / "backups"
    backups.mkdir()
    name = f"bot-before-{next_revision}-from-{START}"
    (backups / f"{name}.sqlite3").write_text("earlier")
    load_old(url)
    await (await open_store(url, backups=backups)).close()
    made = sorted(path.name for path in backups.iterdir())
    assert made == [f"{name}-2.sqlite3", f"{name}.sqlite3"]
    assert (backups / f"{name}.sqlite3").read_text() == "earlier"


@pytest.mark.usefixtures("next_revision")
async def test_failed_backup_stops_the_migration(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bot.sqlite3'}"
    load_old(url)
    before = await rows_of(url)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailure):
        await open_store(url, backups=tmp_path / "file")
    assert await rows_of(url) == before


@pytest.mark.usefixtures("next_revision")
async def test_failed_migration_rolls_back(url: str) -> None:
    load_old(url)
    database = Database(parse_url(url))
    stop = text("CREATE TABLE next_things (id integer)")  # the migration's last step creates it
    await database.write(lambda connection: connection.execute(stop))
    await database.close()
    before = await rows_of(url)
    with pytest.raises(StoreFailure):
        await open_store(url)
    assert await rows_of(url) == before


async def test_newer_schema_is_refused_and_unchanged(url: str, tmp_path: Path) -> None:
    load_old(url)
    await set_revision(url, "9999")
    before = await rows_of(url)
    for read_only in (False, True):
        with pytest.raises(NewerSchema, match=r"9999.*newer version"):
            await open_store(url, backups=tmp_path / "backups", read_only=read_only)
    assert await rows_of(url) == before
    assert not (tmp_path / "backups").exists()


async def test_schema_before_the_first_migration_is_refused_and_unchanged(
    url: str, tmp_path: Path
) -> None:
    load_old(url)
    await set_revision(url, "0038")
    before = await rows_of(url)
    for read_only in (False, True):
        with pytest.raises(TooOldSchema, match=r"0038.*start the version of commit 6a5bd91f"):
            await open_store(url, backups=tmp_path / "backups", read_only=read_only)
    assert await rows_of(url) == before
    assert not (tmp_path / "backups").exists()


async def test_fresh_database_is_ready_for_a_table(store: Store) -> None:
    assert (await store.tables.create(table(), shake())).number == 1


def test_opening_the_newest_schema_does_not_load_alembic(tmp_path: Path) -> None:
    """Importing Alembic takes a fifth of the start-up time."""
    program = textwrap.dedent(
        """
        import asyncio, sys
        from bot.store import open_store

        async def opened(url):
            await (await open_store(url)).close()

        asyncio.run(opened(sys.argv[1]))
        print("alembic" in sys.modules)
        """
    )
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/new.sqlite3"]
    loads = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2)]
    assert [load.strip() for load in loads] == [b"True", b"False"]
