"""Fixtures for tests of the daily hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.asked.hands import HandQuestions
from bot.runtime.randomness import SeededRandomness
from bot.tables.service import TableService
from tests.asked.asking import FixedOracle
from tests.daily.stage import DailyStage, installed
from tests.tables.house import SLEEPLESS, Computers


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        yield running


@pytest.fixture
async def questions(stage: DailyStage) -> AsyncIterator[HandQuestions]:
    """Questions about a hand, on the stage's store."""
    randomness = SeededRandomness("tables")
    store = stage.store
    tables = TableService(
        store.tables, store.results, store.people, Computers(), stage.clock, randomness, SLEEPLESS
    )
    yield HandQuestions(FixedOracle(), tables, tables.archive, stage.daily)
    await tables.stop()
