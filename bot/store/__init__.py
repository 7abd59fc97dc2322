"""The database: schema, migrations and queries; the only SQL of the project."""

from __future__ import annotations

from .errors import BadDatabaseUrl, NewerSchema
from .store import SqlStore, open_store

__all__ = ["BadDatabaseUrl", "NewerSchema", "SqlStore", "open_store"]
