"""Tests here run on every database that the store knows."""

from tests.store.databases import store, url

__all__ = ["store", "url"]
