"""Houses: services on a file of their own."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import open_store

from .house import House


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest schema, to be copied: that is quicker than to make it."""
    path = tmp_path_factory.mktemp("empty") / "tables.sqlite3"

    async def make() -> None:
        await (await open_store(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


@pytest.fixture
def file(empty: Path, tmp_path: Path) -> Path:
    """Where the house keeps its tables."""
    return shutil.copy(empty, tmp_path / "tables.sqlite3")


@pytest.fixture
async def house(file: Path) -> AsyncIterator[House]:
    """A service that has been started."""
    built = await House.build(file)
    yield built
    await built.stop()
