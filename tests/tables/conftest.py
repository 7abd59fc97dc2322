"""Houses: services on a file of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .house import House


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the house keeps its tables."""
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def house(file: Path) -> AsyncIterator[House]:
    """A service that has been started."""
    built = await House.build(file)
    yield built
    await built.stop()
