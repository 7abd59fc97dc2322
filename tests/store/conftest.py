"""Fixtures that run each test on both SQLite and PostgreSQL."""

from tests.store.databases import newest, postgres, sqlite_store, store, url

__all__ = ["newest", "postgres", "sqlite_store", "store", "url"]
