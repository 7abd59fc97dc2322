"""Errors of the store, and the mapping of database errors to them.

An open store raises `Conflict` and `StoreFailure`; the others come from opening it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError, StatementError

from bot.upkeep.views import Heartbeat

_SQLITE_UNIQUE = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"})
_POSTGRES_UNIQUE = "23505"
LAST_WITH_OLD_MIGRATIONS = "6a5bd91f"
"""The commit whose program brings every older database to the schema of the first migration."""
_BAD_VALUE = "22"  # the class of errors whose message quotes the value


class Conflict(Exception):
    """Lost the race: the table was written after it was read. Reload and retry."""


class StoreFailure(Exception):
    """The store could not save or read; nothing has changed."""


class BadDatabaseUrl(ValueError):
    """The database URL can't be used; the message says why."""


class UnknownSchema(Exception):
    """The database has a schema that this version can't use; nothing was changed."""


class NewerSchema(UnknownSchema):
    """A newer version of the program wrote the database; nothing was changed."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database has schema {revision}, which this version does not know. "
            "A newer version wrote it: install that version, or restore a backup."
        )


class TooOldSchema(UnknownSchema):
    """An older version wrote the database, and this one has no migration from there."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database has schema {revision}, which is too old for this version: first start "
            f"the version of commit {LAST_WITH_OLD_MIGRATIONS} on it once, which migrates it."
        )


class OlderSchema(Exception):
    """The database needs a migration, and this open is read-only."""

    def __init__(self, revision: str | None) -> None:
        super().__init__(
            f"The database has an older schema, {revision}. "
            "`python -m bot migrate` migrates it to the newest."
            if revision
            else "There is no database yet. The bot creates it when it starts."
        )


class DatabaseInUse(StoreFailure):
    """Another process uses the database: a SQLite file, or a database URL."""

    def __init__(self, database: Path | URL) -> None:
        super().__init__(
            f"{database} is in use: a bot is already running on it. "
            "Stop that bot first, or give this one its own DATA_DIR."
        )


class StillServed(DatabaseInUse):
    """Processes of an older version serve a database that has to be migrated first."""

    def __init__(self, serving: Sequence[Heartbeat]) -> None:
        if len(serving) == 1:
            (one,) = serving
            still = "still serves this database"
            who = f"A bot of version {one.version} {still} {_place(one)}. Stop it"
        elif serving:
            each = ", ".join(f"{one.version} {_place(one)}" for one in serving)
            who = f"Bots still serve this database: version {each}. Stop them"
        else:
            who = "Another bot still serves this database. Stop it"
        StoreFailure.__init__(self, f"{who}, then start this one again.")


def _place(process: Heartbeat) -> str:
    return f"(process {process.pid} on {process.machine})"


class TooManyConnections(StoreFailure):
    """PostgreSQL allows fewer connections than the settings ask for."""

    def __init__(self, wanted: int, allowed: int) -> None:
        super().__init__(
            f"DATABASE_CONNECTIONS is {wanted}, but the server allows this account {allowed}; "
            "lower it, or raise max_connections on the server"
        )


class NoLocks(StoreFailure):
    """A SQLite file is on a drive whose locks don't work."""

    def __init__(self, file: Path, why: str | None) -> None:
        super().__init__(
            f"{file.parent} is on a drive without file locks ({why}), such as a network drive; "
            "put DATA_DIR on a local disk, or use PostgreSQL"
        )


def _already_there(error: IntegrityError) -> bool:
    """Return True if the error is a duplicate row, not another broken constraint."""
    code = getattr(error.orig, "sqlite_errorname", None)
    return code in _SQLITE_UNIQUE or _sqlstate(error.orig) == _POSTGRES_UNIQUE


@contextmanager
def convert_errors() -> Iterator[None]:
    """Convert database errors to those of the store, each of one line without any values.

    The cause is what SQLite or the operating system raised. Errors of PostgreSQL
    and SQLAlchemy are left out: a traceback would print the statements, parameters and rows in
    their texts.
    """
    try:
        yield
    except IntegrityError as error:
        kind = Conflict if _already_there(error) else StoreFailure
        raise kind(_line(error)) from _harmless_cause(error)
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailure(_line(error)) from _harmless_cause(error)


def _harmless_cause(error: BaseException) -> BaseException | None:
    """Return the error of SQLite or of the operating system, neither of which quotes values."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return cause if isinstance(cause, (sqlite3.Error, OSError)) else None


def _line(error: BaseException) -> str:
    """Describe an error in one line without values."""
    cause = error.orig if isinstance(error, StatementError) and error.orig else error
    cause = cause.__cause__ or cause  # SQLAlchemy wraps asyncpg's errors once more
    name = type(cause).__name__
    quotes_values = isinstance(cause, ValueError) or _sqlstate(cause).startswith(_BAD_VALUE)
    said = "" if quotes_values else str(cause).partition("\n")[0].strip()
    return f"{said} ({name})" if said else name


def _sqlstate(error: BaseException | None) -> str:
    return getattr(error, "sqlstate", None) or ""
