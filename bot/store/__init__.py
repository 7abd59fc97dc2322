"""The database: schema, migrations and queries; the only SQL of the project."""

from __future__ import annotations

from .errors import BadDatabaseUrl, DatabaseInUse, NewerSchema, OlderSchema
from .store import SqlStore, open_store

__all__ = [
    "BadDatabaseUrl",
    "DatabaseInUse",
    "NewerSchema",
    "OlderSchema",
    "SqlStore",
    "open_store",
]
