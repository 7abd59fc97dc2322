"""Databases of an older schema, and a next migration to try upgrades with."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from bot.store.database import Database, parse_url, sqlite_file
from bot.store.migrate import SCRIPTS, migrate, revisions

from .databases import NO_SCHEMA, run_statement

START = "0039"
"""The revision that the first migration makes; older ones were reached step by step."""
OLD = Path(__file__).parent / "old"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.add_column("acts", sa.Column("spoken", sa.String()))
    op.create_table("next_things", sa.Column("number", sa.Integer(), primary_key=True))
"""

Rows = dict[str, list[tuple[object, ...]]]


def empty(url: str) -> None:
    """Delete all that a database holds, its schema too."""
    file = sqlite_file(parse_url(url))
    if file is None:
        run_statement(url.rpartition("/")[2], NO_SCHEMA)
        return
    for path in file.parent.glob(f"{file.name}*"):  # with what a killed process left beside it
        path.unlink()


def load_old(url: str) -> None:
    """Create a database as an older program left it at START, in the middle of games."""
    file = sqlite_file(parse_url(url))
    if file is None:
        statements = (OLD / f"{START}.postgres.sql").read_text(encoding="utf-8")
        run_statement(url.rpartition("/")[2], statements)
        return
    with closing(sqlite3.connect(file)) as db:
        db.executescript((OLD / f"{START}.sqlite.sql").read_text(encoding="utf-8"))


@pytest.fixture
def next_revision(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The revision of one more migration, which exists only during the test."""
    before = revisions()[-1]
    revision = f"{int(before) + 1:04}"
    scripts = tmp_path / "migrations"
    shutil.copytree(str(SCRIPTS), scripts)
    written = NEXT.format(revision=revision, before=before)
    (scripts / "versions" / f"{revision}_next.py").write_text(written, encoding="utf-8")
    monkeypatch.setattr("bot.store.migrate.SCRIPTS", scripts)
    return revision


async def rows_of(url: str) -> Rows:
    """Return the rows of each table of a database, sorted, without what it says of its revision."""

    def read(connection: Connection) -> Rows:
        names = sorted(inspect(connection).get_table_names())
        found = {
            name: connection.exec_driver_sql(f'SELECT * FROM "{name}"').all()
            for name in names
            if name != "alembic_version"
        }
        return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}

    database = Database(parse_url(url))
    try:
        return await database.read(read)
    finally:
        await database.close()


async def run(url: str, *statements: str, target: str | None = None) -> None:
    """Run statements on a database, or migrate it."""

    def job(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    database = Database(parse_url(url))
    try:
        await database.write(job)
        if target is not None:
            await migrate(database, None, target=target)
    finally:
        await database.close()


async def columns_of(url: str, name: str) -> list[str]:
    """List the columns of a table."""
    database = Database(parse_url(url))
    try:
        found = await database.read(lambda connection: inspect(connection).get_columns(name))
    finally:
        await database.close()
    return [column["name"] for column in found]


async def table_names(url: str) -> set[str]:
    """List the tables of a database, except Alembic's own."""
    return set(await rows_of(url))


async def set_revision(url: str, revision: str) -> None:
    """Change what a database says of its revision."""
    database = Database(parse_url(url))
    change = text("UPDATE alembic_version SET version_num = :revision")
    await database.write(lambda connection: connection.execute(change, {"revision": revision}))
    await database.close()


DAY = date(2026, 11, 23)
ANA, BO, CY, DELL, ESTER, FLOYD = range(11, 17)
DAYS = (
    "DELETE FROM daily_hands",
    "INSERT INTO daily_days (day, secret, commitment, opened_at, closed_at)"
    " SELECT '2026-11-22', secret, commitment, 1.0, 90.0 FROM daily_days",
)
HAND = (
    "INSERT INTO daily_hands (day, user_id, name, version, begun_at, acts, act_count, finished_at,"
    " score, taken, bid, ours, made, tricks, par)"
    " VALUES ('{day}', {user}, 'N', '{version}', 2.0, '{acts}', {count}, {end})"
)
UNFINISHED = "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"
FINISHED = "3.0, 42, 42, '30', true, true, 'wwwwwww', 42"


def hand(
    user: int,
    acts: str,
    count: int,
    end: str = UNFINISHED,
    *,
    day: date = DAY,
    version: str = "one",
) -> str:
    """Build the statement that inserts a hand as the version before stored it."""
    return HAND.format(
        day=day.isoformat(), user=user, version=version, acts=acts, count=count, end=end
    )
