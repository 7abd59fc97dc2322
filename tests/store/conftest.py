"""Tests here run on every database that the store knows."""

from tests.store.databases import newest, postgres, sqlite_store, store, url

__all__ = ["newest", "postgres", "sqlite_store", "store", "url"]
