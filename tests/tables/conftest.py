"""Fixtures for table services, each on its own SQLite file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.house import House


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The SQLite file of the service."""
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def house(file: Path) -> AsyncIterator[House]:
    """A started table service."""
    built = await House.build(file)
    yield built
    await built.stop()
