"""What `doctor` tells of a database: its schema, its size and how fast it grows."""

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


@dataclass(frozen=True, slots=True)
class Report:
    """What stands in a database.

    `revision`: of its schema, None where it has none yet; `newest`: the one of this program.
    `size` in bytes. `rows` by table. `growth`: bytes a month, at the rate of the last week's
    hands; None where there is nothing to tell it by.
    """

    revision: str | None
    newest: str
    size: int
    rows: Mapping[str, int]
    growth: float | None


async def inspect_database(url: str, now: float) -> Report | None:
    """Return what stands in a database, None where there is none yet; change nothing.

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
    """Return the bytes of a SQLite file and of what stands beside it; None for PostgreSQL."""
    if database.file is None:
        return None
    files = [database.file, *(beside(database.file, suffix) for suffix in SIDECARS)]
    return sum(file.stat().st_size for file in files if file.exists())


def _report(connection: Connection, now: float, file_size: int | None) -> Report:
    names = sorted(inspect(connection).get_table_names())
    rows = {
        name: connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        for name in names
        if name != "alembic_version"
    }
    size = file_size
    if size is None:
        wanted = text("SELECT pg_database_size(current_database())")
        size = int(connection.execute(wanted).scalar_one())
    growth = None
    if hands := rows.get("hands"):
        at = column("at", Float)
        lately = select(func.count()).select_from(table("hands", at)).where(at > now - LATELY)
        growth = connection.execute(lately).scalar_one() * (MONTH / LATELY) * size / hands
    return Report(revision_of(connection), revisions()[-1], size, rows, growth)
