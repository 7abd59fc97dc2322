"""Tests here run on every database that the store knows."""

from tests.store.databases import newest, newest_postgres, postgres, sqlite_store, store, url

__all__ = ["newest", "newest_postgres", "postgres", "sqlite_store", "store", "url"]
