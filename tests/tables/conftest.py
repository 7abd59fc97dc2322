"""Houses: services on a file of their own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.store.databases import newest

from .house import House

__all__ = ["newest"]


@pytest.fixture
def file(newest: Path, tmp_path: Path) -> Path:
    """Where the house keeps its tables."""
    return shutil.copy(newest, tmp_path / "tables.sqlite3")


@pytest.fixture
async def house(file: Path) -> AsyncIterator[House]:
    """A service that has been started."""
    built = await House.build(file)
    yield built
    await built.stop()
