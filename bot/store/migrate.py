"""Migrate a database to this program's schema."""

from __future__ import annotations

import asyncio
from functools import partial
from importlib.resources import files
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from .backup import copy_sqlite
from .database import Database
from .errors import NewerSchema, OlderSchema, TooOldSchema
from .in_use import wait_until_unserved

# found beside this file, also in an installed wheel
SCRIPTS = files("bot.store") / "migrations"
# where Alembic stores a database's revision
_VERSIONS = table("alembic_version", column("version_num"))


def revisions() -> list[str]:
    """Return the schema's revisions, oldest first: the numbers that the migration files start with.

    The first migration creates the whole schema, so that databases of older revisions are refused.
    """
    scripts = (SCRIPTS / "versions").iterdir()
    return sorted(script.name[:4] for script in scripts if script.name.endswith(".py"))


def require_known(revision: str) -> None:
    """Raise NewerSchema or TooOldSchema unless this program knows a database's revision."""
    known = revisions()
    if revision in known:
        return
    raise TooOldSchema(revision) if revision < known[0] else NewerSchema(revision)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has no schema yet."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    found: str | None = connection.scalar(select(_VERSIONS.c.version_num))
    return found


def _upgrade(connection: Connection, target: str) -> None:
    """Run the missing migrations within the connection's transaction."""
    from .upgrade import upgrade  # slow to import, and most starts find the newest schema

    upgrade(connection, SCRIPTS, target)


async def migrate(database: Database, backups: Path | None, *, target: str = "head") -> None:
    """Migrate a database to the newest schema, or to `target`, all the way or not at all.

    A SQLite file with data is copied into `backups` first. Raises NewerSchema if the database is
    ahead of this program, TooOldSchema if it is older than the first migration, and StillServed if
    other processes serve it on PostgreSQL; a SQLite file is locked by the process that uses it.
    """
    wanted = revisions()[-1] if target == "head" else target
    current = await database.read(revision_of)
    if current == wanted:
        return
    if current is not None:
        require_known(current)
    if current is not None and database.file is not None and backups is not None:
        copy = backups / f"{database.file.stem}-before-{wanted}-from-{current}.sqlite3"
        await asyncio.to_thread(copy_sqlite, database.file, _unused_path(copy))
    if current is not None and database.file is None:
        await wait_until_unserved(database, lambda found: revision_of(found) == wanted)
    await database.write(partial(_upgrade, target=wanted))


async def require_newest(database: Database) -> None:
    """Raise OlderSchema, NewerSchema or TooOldSchema unless the schema is this program's."""
    file = database.file
    there = file is None or file.is_file()
    current = await database.read(revision_of) if there else None
    if current is not None:
        require_known(current)
    if current != revisions()[-1]:
        raise OlderSchema(current)


def _unused_path(path: Path) -> Path:
    """Return the path, numbered if the file exists."""
    tried = path
    number = 1
    while tried.exists():
        number += 1
        tried = path.with_stem(f"{path.stem}-{number}")
    return tried
