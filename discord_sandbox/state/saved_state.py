"""Persists the sandbox's state in a SQLite file, so that practice resumes where it stopped."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

VERSION = 1
#: Placeholder in saved messages for the base URL of files, whose port may change.
_CDN = b"http://sandbox.invalid/cdn"

Rows = dict[str, dict[str, Any]]


class StateInUse(Exception):
    """Another process has the saved state open."""


class StateUnreadable(Exception):
    """The saved state is damaged or of an unknown version."""


def check_sqlite(path: Path) -> None:
    """Raise StateUnreadable if the file exists and is damaged."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path)) as db:
        try:
            _check(db)
        except sqlite3.DatabaseError as error:
            raise StateUnreadable(f"{path.name}: {error}") from None


def _check(db: sqlite3.Connection) -> None:
    problem = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise StateUnreadable(problem)


class StateFile:
    """JSON values and files by kind and key, written as they change.

    All changes of one event loop iteration are one transaction, and a killed process loses none.
    Only one process can open the file. `rows` is what earlier runs saved.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cdn_base = ""
        self._pending: dict[tuple[str, str], bytes | None] = {}
        self._flushing: asyncio.Handle | None = None
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._open()
            self.rows = self._load()
        except (sqlite3.DatabaseError, orjson.JSONDecodeError, StateUnreadable) as error:
            self._db.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise StateInUse(str(path)) from None
            raise StateUnreadable(str(error)) from None

    def _open(self) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("BEGIN EXCLUSIVE")
        _check(self._db)
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise StateUnreadable(f"version {version}")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS item (kind TEXT, key TEXT, value BLOB NOT NULL,"
            " PRIMARY KEY (kind, key)) WITHOUT ROWID"
        )
        self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def _load(self) -> Rows:
        """Load every value by kind and key; files as bytes."""
        rows: Rows = {}
        for kind, key, value in self._db.execute("SELECT kind, key, value FROM item"):
            rows.setdefault(kind, {})[key] = value if kind == "file" else orjson.loads(value)
        return rows

    def resolve(self, value: Any) -> Any:
        """Return a loaded value with the file URLs of this run."""
        encoded = orjson.dumps(value)
        if _CDN not in encoded:
            return value
        return orjson.loads(encoded.replace(_CDN, self.cdn_base.encode()))

    def put(self, kind: str, key: str, value: Any) -> None:
        """Save a JSON value."""
        encoded = orjson.dumps(value)
        if self.cdn_base:
            encoded = encoded.replace(self.cdn_base.encode(), _CDN)
        self._change(kind, key, encoded)

    def put_file(self, key: str, data: bytes) -> None:
        """Save the bytes of a file."""
        self._change("file", key, data)

    def delete(self, kind: str, key: str) -> None:
        """Delete a value."""
        self._change(kind, key, None)

    def close(self) -> None:
        """Write pending changes and close the file."""
        if self._flushing is not None:
            self._flushing.cancel()
        self._flush()
        self._db.close()

    def _change(self, kind: str, key: str, value: bytes | None) -> None:
        self._pending[kind, key] = value
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = None
        changed = [(*at, value) for at, value in self._pending.items() if value is not None]
        gone = [at for at, value in self._pending.items() if value is None]
        with self._db:
            self._db.execute("BEGIN")
            self._db.executemany("REPLACE INTO item VALUES (?, ?, ?)", changed)
            self._db.executemany("DELETE FROM item WHERE kind = ? AND key = ?", gone)
        self._pending.clear()
