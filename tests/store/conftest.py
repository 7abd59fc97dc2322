"""Fixtures that run each test on both SQLite and PostgreSQL."""

from tests.store.databases import newest_postgres, postgres, sqlite_store, store, url
from tests.store.upgrades import next_revision

__all__ = [
    "newest_postgres",
    "next_revision",
    "postgres",
    "sqlite_store",
    "store",
    "url",
]
