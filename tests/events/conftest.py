"""Fixtures for event services, each on its own SQLite file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.hall import Hall


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The SQLite file of the service."""
    return tmp_path / "events.sqlite3"


@pytest.fixture
async def hall(file: Path) -> AsyncIterator[Hall]:
    """A started event service."""
    built = await Hall.build(file)
    yield built
    await built.stop()
