"""Halls: event services on a file of their own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.store.databases import newest

from .hall import Hall

__all__ = ["newest"]


@pytest.fixture
def file(newest: Path, tmp_path: Path) -> Path:
    """Where the hall keeps its events and tables."""
    return shutil.copy(newest, tmp_path / "events.sqlite3")


@pytest.fixture
async def hall(file: Path) -> AsyncIterator[Hall]:
    """An event service that has been started."""
    built = await Hall.build(file)
    yield built
    await built.stop()
