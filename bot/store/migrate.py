"""Brings the schema of a database to that of this program."""

from __future__ import annotations

import asyncio
from functools import partial
from importlib.resources import files
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from .backup import copy_sqlite
from .database import Database
from .errors import NewerSchema

_LOCK = 4_242_420_001  # of PostgreSQL: one process at a time changes the schema


def _config() -> Config:
    """Return where the migrations are: beside this file, also in an installed wheel."""
    config = Config()
    scripts = str(files("bot.store") / "migrations")
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    return config


def _revision(connection: Connection) -> str | None:
    """Return the schema of a database; None where it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, target: str) -> None:
    """Run what is missing, within the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)


async def migrate(database: Database, backups: Path | None, *, target: str = "head") -> None:
    """Bring a database to the newest schema, or to `target`, all of it or nothing.

    A SQLite file that has data is copied into `backups` first. Raises NewerSchema where the
    database is ahead of this program.
    """
    scripts = ScriptDirectory.from_config(_config())
    known = {script.revision for script in scripts.walk_revisions()}
    wanted = scripts.get_revision(target).revision
    current = await database.read(_revision)
    if current == wanted:
        return
    if current is not None and current not in known:
        raise NewerSchema(current)
    if current is not None and database.file is not None and backups is not None:
        copy = backups / f"{database.file.stem}-before-{wanted}-from-{current}.sqlite3"
        await asyncio.to_thread(copy_sqlite, database.file, _unused(copy))
    await database.write(partial(_upgrade, target=target))


def _unused(path: Path) -> Path:
    """Return the path, or the first numbered one beside it that no file has."""
    tried, number = path, 1
    while tried.exists():
        number += 1
        tried = path.with_stem(f"{path.stem}-{number}")
    return tried
