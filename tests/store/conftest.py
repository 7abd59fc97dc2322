"""Tests here run on every database that the store knows."""

from tests.store.databases import sqlite_store, store, url

__all__ = ["sqlite_store", "store", "url"]
