"""A queue on a clock that tests move."""

from __future__ import annotations

import pytest

from tests.store.databases import newest_postgres, postgres, sqlite_store, store, url
from tests.support.house import HandClock

__all__ = ["newest_postgres", "postgres", "sqlite_store", "store", "url"]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()
