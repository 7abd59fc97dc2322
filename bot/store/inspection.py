"""Database facts for `doctor`: schema, size, growth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, Float, column, func, inspect, select, table, text

from .database import Database, parse_url
from .migrate import revision_of, revisions
from .private_files import SIDECARS, beside

LATELY = 7 * 86_400.0
MONTH = 30 * 86_400.0
DATES = ("at", "created_at")  # the columns with a row's creation time
POSTGRES_SIZES = "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
SQLITE_CAN_TELL = "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"
SQLITE_SIZES = """
    SELECT parts.tbl_name, sum(pages.pgsize) FROM dbstat AS pages
    JOIN sqlite_schema AS parts ON parts.name = pages.name
    WHERE pages.aggregate = TRUE GROUP BY parts.tbl_name
"""


@dataclass(frozen=True, slots=True)
class TableReport:
    """The contents of one database table.

    `size`: bytes including indexes; None if this SQLite can't say. `lately`: rows of the last
    week; None if rows have no date.
    """

    rows: int
    size: int | None
    lately: int | None


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """The contents of a database.

    `revision`: its schema's; None before the first migration. `newest`: this program's. `size` in
    bytes. `tables` by name. `growth`: bytes a month at the last week's rate of hands; None if
    unknown.
    """

    revision: str | None
    newest: str
    size: int
    tables: Mapping[str, TableReport]
    growth: float | None


async def inspect_database(url: str, now: float) -> DatabaseReport | None:
    """Inspect a database read-only; None if there is none yet.

    Raises BadDatabaseUrl and StoreFailure.
    """
    database = Database(parse_url(url), read_only=True)
    try:
        if database.file is not None and not database.file.is_file():
            return None
        report = await database.read(partial(_report, now=now, file_size=_file_size(database)))
    finally:
        await database.close()
    return report


def _file_size(database: Database) -> int | None:
    """Return the size in bytes of a SQLite file with its companions; None for PostgreSQL."""
    if database.file is None:
        return None
    files = [database.file, *(beside(database.file, suffix) for suffix in SIDECARS)]
    return sum(file.stat().st_size for file in files if file.exists())


def _report(connection: Connection, now: float, file_size: int | None) -> DatabaseReport:
    sizes = _sizes(connection)
    tables = {
        name: _table(connection, name, sizes.get(name), now - LATELY)
        for name in sorted(inspect(connection).get_table_names())
        if name != "alembic_version"
    }
    size = file_size
    if size is None:
        wanted = text("SELECT pg_database_size(current_database())")
        size = int(connection.execute(wanted).scalar_one())
    growth = None
    hands = tables.get("hands")
    if hands is not None and hands.rows and hands.lately is not None:
        growth = hands.lately * (MONTH / LATELY) * size / hands.rows
    return DatabaseReport(revision_of(connection), revisions()[-1], size, tables, growth)


def _table(connection: Connection, name: str, size: int | None, since: float) -> TableReport:
    named = table(name)
    rows = connection.execute(select(func.count()).select_from(named)).scalar_one()
    columns = {found["name"] for found in inspect(connection).get_columns(name)}
    dated = next((column(date, Float) for date in DATES if date in columns), None)
    if dated is None:
        return TableReport(rows, size, None)
    newer = select(func.count()).select_from(named).where(dated > since)
    return TableReport(rows, size, connection.execute(newer).scalar_one())


def _sizes(connection: Connection) -> dict[str, int]:
    """Return the bytes of each table with its indexes; empty if this SQLite can't say."""
    if connection.dialect.name == "postgresql":
        return _query_sizes(connection, POSTGRES_SIZES)
    if connection.execute(text(SQLITE_CAN_TELL)).first() is None:
        return {}
    return _query_sizes(connection, SQLITE_SIZES)


def _query_sizes(connection: Connection, query: str) -> dict[str, int]:
    return {name: int(size) for name, size in connection.execute(text(query))}
