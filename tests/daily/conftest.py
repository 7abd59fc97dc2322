"""Fixtures for tests of the daily hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.daily.looks import Program
from tests.daily.stage import DailyStage, installed, list_people
from tests.daily.told import LISTED


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        yield running


@pytest.fixture
async def program(
    stage: DailyStage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Program]:
    """Yield the rest of the program on the stage's store, with the environment for host commands.

    The experts choose at once: the first legal act that is not a bid, if there is one.
    """
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'daily.sqlite3'}")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    stage.experts.choose_by = lambda view: view.legal[0]
    await list_people(stage, *LISTED)
    found = Program(stage)
    yield found
    await found.tables.stop()
    await found.own_data.stop()
