"""Copies of the SQLite file, made while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.tables.ports import StoreFailure


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database to a new file, completely or not at all, without stopping writers.

    Copying the file itself would miss what is still in the write-ahead log. Blocks the calling
    thread. Raises StoreFailure if the copy can't be made.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(part)) as there:
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):  # the folder itself may be what is wrong
            part.unlink()
        raise StoreFailure(f"no backup could be made at {target}: {error}") from error
