"""Errors of opening a store, and the mapping of database errors to the store port's.

An open store raises `Conflict` and `StoreFailure` of `bot.tables.ports`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.tables.ports import Conflict, StoreFailure

_SQLITE_UNIQUE = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"})
_POSTGRES_UNIQUE = "23505"


class BadDatabaseUrl(ValueError):
    """The database URL can't be used; the message says why."""


class NewerSchema(Exception):
    """A newer version of the program wrote the database; nothing was changed."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database has schema {revision}, which this version does not know. "
            "It was written by a newer version: install that one, or restore a backup."
        )
        self.revision = revision


class OlderSchema(Exception):
    """The database needs a migration, and this open is read-only."""

    def __init__(self, revision: str | None) -> None:
        super().__init__(
            f"The database has schema {revision}, an older one. "
            "`python -m bot migrate` brings it to the newest."
            if revision
            else "There is no database yet. The bot makes it when it starts."
        )


class DatabaseInUse(StoreFailure):
    """Another process uses the database: a SQLite file, or a database URL."""

    def __init__(self, database: Path | URL) -> None:
        super().__init__(
            f"{database} is in use: the bot runs with it already. "
            "Stop that one first, or give this one a DATA_DIR of its own."
        )


class NoLocks(StoreFailure):
    """A SQLite file is on a drive whose locks don't work."""

    def __init__(self, file: Path, why: str | None) -> None:
        super().__init__(
            f"{file.parent} is on a drive without file locks ({why}), as network drives are; "
            "put DATA_DIR on a disk of this machine, or use PostgreSQL"
        )


def _already_there(error: IntegrityError) -> bool:
    """Return True if the error is a duplicate row, not another broken constraint."""
    code = getattr(error.orig, "sqlite_errorname", None)
    return code in _SQLITE_UNIQUE or getattr(error.orig, "sqlstate", None) == _POSTGRES_UNIQUE


@contextmanager
def translated() -> Iterator[None]:
    """Convert database errors to those of the store port."""
    try:
        yield
    except IntegrityError as error:
        if _already_there(error):
            raise Conflict(str(error.orig)) from error
        raise StoreFailure(str(error.orig)) from error
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailure(str(error)) from error
