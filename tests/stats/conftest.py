"""Tests here run on every database that the store knows."""

from tests.store.databases import postgres, store, url

__all__ = ["postgres", "store", "url"]
