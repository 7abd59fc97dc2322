"""Copies of the SQLite file: make one while it is in use, check it, prune old ones, restore."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from .errors import StoreFailure
from .private_files import LOCK, SIDECARS, beside, make_private_file

_HEADER = b"SQLite format 3\x00"
_READ_VERSION = 19  # this byte of a database's header tells its journal mode
_WITH_LOG = b"\x02"
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
SUFFIX = ".sqlite3"
_STAMP = "%Y%m%d-%H%M%S"
_STAMPED = "[0-9]" * 8 + "-" + "[0-9]" * 6


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database in use to a new file, all of it or nothing.

    A plain file copy would miss the write-ahead log. The result passes SQLite's integrity check
    and has as many rows as the source. Only an earlier copy is overwritten. Blocks the calling
    thread. Raises StoreFailure if the copy can't be made.
    """
    if not source.is_file():
        raise StoreFailure(f"there is no database at {source}")
    if target.resolve() in {each.resolve() for each in _files(source)}:
        raise StoreFailure(f"{target} is the database itself; choose another file")
    if os.path.lexists(target) and not _is_copy(target):
        raise StoreFailure(f"{target} is not a backup of the bot's database; choose another file")
    part = beside(target, ".part")
    with _discard_on_failure(part, target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        make_private_file(part)
        with closing(open_read_only(source)) as here, closing(sqlite3.connect(part)) as there:
            here.execute("BEGIN")
            rows = _row_counts(here)  # of the state that was copied
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE")
            _require_sound(there)
            if _row_counts(there) != rows:
                raise sqlite3.DatabaseError("the copy and the database have different rows")
        _flush(part)
        part.replace(target)
        _flush(target.parent)


def check_copy(file: Path) -> str | None:
    """Check a copy and return its schema revision; None if it has none.

    Raises StoreFailure if the file is damaged.
    """
    if not file.is_file():
        raise StoreFailure(f"no such file: {file}")
    try:
        with closing(open_read_only(file)) as db:
            _require_sound(db)
            if "alembic_version" not in _row_counts(db):
                return None
            row = db.execute("SELECT version_num FROM alembic_version").fetchone()
            return None if row is None else str(row[0])
    except sqlite3.Error as error:
        raise StoreFailure(f"{file} is not an intact database: {error}") from error


def is_damage(error: BaseException) -> bool:
    """Return True if SQLite reports a corrupt file, or one that is not a database."""
    while error.__cause__ is not None:
        error = error.__cause__
    return (getattr(error, "sqlite_errorname", "") or "").startswith(_DAMAGED)


def require_replaceable(file: Path, *, configured: bool) -> None:
    """Raise StoreFailure unless `restore` may replace what is at a path.

    That is nothing at all, the bot's database, or a damaged one: a file with SQLite's header, or
    the file that the settings name (`configured`), whatever is in it.
    """
    if not os.path.lexists(file):
        return
    if not file.is_file():
        what = "a folder" if file.is_dir() else "not a regular file"
        raise StoreFailure(f"{file} is {what}; name the database file itself")
    try:
        replaceable = check_copy(file) is not None or (configured and not file.stat().st_size)
    except StoreFailure as error:
        if not is_damage(error):
            raise
        replaceable = configured or _has_header(file)
    if not replaceable:
        raise StoreFailure(f"{file} is not the bot's database; choose another file")


def _is_copy(file: Path) -> bool:
    """Return True if a file is a backup, not a database that a bot has used."""
    if not file.is_file() or beside(file, LOCK).exists() or _has_log(file):
        return False
    try:
        return check_copy(file) is not None
    except StoreFailure as error:
        if is_damage(error):
            return False
        raise


def _has_header(file: Path) -> bool:
    return _head(file).startswith(_HEADER)


def _has_log(file: Path) -> bool:
    """Return True if a database has a write-ahead log, as in use; copies have none."""
    return _head(file)[_READ_VERSION : _READ_VERSION + 1] == _WITH_LOG


def _head(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_READ_VERSION + 1)


def restore_sqlite(copy: Path, database: Path, aside: Path) -> None:
    """Replace the database with a copy and set the old one aside; it must not be in use.

    Raises StoreFailure and leaves the database unchanged.
    """
    part = beside(database, ".restored")
    with _discard_on_failure(part, database):
        part.unlink(missing_ok=True)
        copy_sqlite(copy, part)
        if database.exists():
            _put_aside(database, aside)
        part.replace(database)
        _flush(database.parent)


def _put_aside(database: Path, aside: Path) -> None:
    """Copy the database that is being replaced; if it is too damaged, rename its files.

    The write-ahead log is checkpointed, so that no old log is left beside the new database.
    """
    try:
        copy_sqlite(database, aside)
        with closing(sqlite3.connect(database)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except (StoreFailure, sqlite3.Error):
        aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for suffix in ("", *SIDECARS):
            with suppress(FileNotFoundError):
                beside(database, suffix).rename(beside(aside, suffix))
    for suffix in SIDECARS:
        beside(database, suffix).unlink(missing_ok=True)


def dated_copy_path(folder: Path, stem: str, now: float) -> Path:
    """Name a copy made now: `fortytwo-20261122-031500.sqlite3`."""
    return folder / f"{stem}-{time.strftime(_STAMP, time.gmtime(now))}{SUFFIX}"


def keep_newest(folder: Path, stem: str, keep: int) -> list[Path]:
    """Delete a database's dated copies except the newest; return the deleted ones.

    Raises StoreFailure if one can't be deleted.
    """
    copies = sorted(folder.glob(f"{stem}-{_STAMPED}{SUFFIX}"))
    return _delete(copies[: max(0, len(copies) - keep)])


def delete_older(folder: Path, before: float, keep: int = 0) -> list[Path]:
    """Delete the copies in a folder made before a time, but the newest `keep`; return them.

    Raises StoreFailure if one can't be deleted.
    """
    whole = sorted(folder.glob(f"*{SUFFIX}"), key=_made_at)
    expiring = whole[: max(0, len(whole) - keep)]
    copies = [*expiring, *folder.glob(f"*{SUFFIX}-*")]
    return _delete([copy for copy in copies if _made_at(copy) < before])


def _made_at(copy: Path) -> float:
    return copy.stat().st_mtime


def _delete(copies: Sequence[Path]) -> list[Path]:
    """Delete all copies that can be deleted, then raise StoreFailure if one could not."""
    failed: OSError | None = None
    for copy in copies:
        try:
            copy.unlink(missing_ok=True)
        except OSError as error:
            failed = error
    if failed is not None:
        raise StoreFailure(f"could not delete an old copy: {failed}") from failed
    return list(copies)


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open an existing database read-only."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _files(database: Path) -> list[Path]:
    return [database, *(beside(database, suffix) for suffix in SIDECARS)]


@contextmanager
def _discard_on_failure(part: Path, target: Path) -> Iterator[None]:
    """Delete a partial copy on failure or interruption; raise a failure as StoreFailure."""
    try:
        yield
    except BaseException as error:
        with suppress(OSError):  # the folder itself may be the cause
            part.unlink()
        if isinstance(error, (sqlite3.Error, OSError)):
            raise StoreFailure(f"could not write a copy to {target}: {error}") from error
        raise


def _require_sound(db: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError unless SQLite's integrity check passes."""
    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        error = sqlite3.DatabaseError(str(found))
        error.sqlite_errorname = "SQLITE_CORRUPT"
        raise error


def _row_counts(db: sqlite3.Connection) -> dict[str, int]:
    """Count the rows of each table."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    counts = {}
    for name in names:
        quoted = name.replace('"', '""')
        (counts[name],) = db.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()  # noqa: S608
    return counts


def _flush(path: Path) -> None:
    """Flush a file, or a folder's entries, to disk."""
    if path.is_dir() and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def old_copies(folder: Path, keep: int) -> Callable[[float], Awaitable[int]]:
    """Build the job that deletes expired copies in a folder, but never the newest `keep`."""

    async def delete(before: float) -> int:
        return len(await asyncio.to_thread(delete_older, folder, before, keep))

    return delete
