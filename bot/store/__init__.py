"""The database: schema, migrations and queries; the only SQL of the project."""

from __future__ import annotations

from .errors import (
    BadDatabaseUrl,
    DatabaseInUse,
    NewerSchema,
    OlderSchema,
    StillServed,
    TooOldSchema,
    UnknownSchema,
)
from .store import SqlStore, open_store

__all__ = [
    "BadDatabaseUrl",
    "DatabaseInUse",
    "NewerSchema",
    "OlderSchema",
    "SqlStore",
    "StillServed",
    "TooOldSchema",
    "UnknownSchema",
    "open_store",
]
