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
from .store import Store, open_store

__all__ = [
    "BadDatabaseUrl",
    "DatabaseInUse",
    "NewerSchema",
    "OlderSchema",
    "StillServed",
    "Store",
    "TooOldSchema",
    "UnknownSchema",
    "open_store",
]
