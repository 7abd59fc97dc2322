"""Tests here run on every database that the store knows."""

from tests.store.databases import postgres, sqlite_store, store, url

__all__ = ["postgres", "sqlite_store", "store", "url"]
