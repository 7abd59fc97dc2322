"""Fixtures that run each test on both SQLite and PostgreSQL."""

import pytest

from bot.stats.service import Stats
from bot.store import Store
from tests.store.databases import newest_postgres, postgres, store, url
from tests.support.clocks import SetClock

from .season import PLAYED_AT, Season

__all__ = ["newest_postgres", "postgres", "store", "url"]


@pytest.fixture
def season(store: Store) -> Season:
    return Season(store)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(PLAYED_AT)


@pytest.fixture
def stats(store: Store, clock: SetClock) -> Stats:
    return Stats(store.leaderboards, store.profiles, store.people, clock)
