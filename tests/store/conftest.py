"""Fixtures that run each test on both SQLite and PostgreSQL."""

from tests.store.databases import newest, newest_postgres, postgres, sqlite_store, store, url

__all__ = ["newest", "newest_postgres", "postgres", "sqlite_store", "store", "url"]
