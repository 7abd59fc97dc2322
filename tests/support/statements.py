"""One cache of compiled SQL for all SQLite stores of a process.

Each engine compiles its statements anew, and nearly every test opens a store of its own.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.util import LRUCache

from bot.store.connections import sqlite

MOST = 2000
"""More statements than the whole suite uses."""


class SharedCache(LRUCache[Any, Any]):
    """Compiled statements by their text; the dialects of all stores have the same settings."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_by_kind(key), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_by_kind(key), value)


def _by_kind(key: tuple[object, ...]) -> tuple[object, ...]:
    """Name the dialect, the first part of a statement's key, by its class."""
    dialect, *rest = key
    return type(dialect), *rest


def share_compiled_statements() -> None:
    """Make all SQLite stores opened from now on share one cache."""
    build = sqlite._engine
    cache = SharedCache(MOST)

    def build_sharing(*args: Any, **options: Any) -> Engine:
        engine = build(*args, **options)
        engine._compiled_cache = cache
        return engine

    sqlite._engine = build_sharing  # type: ignore[assignment]
