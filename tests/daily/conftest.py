"""Fixtures for tests of the daily hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.asked.hands import HandQuestions
from tests.asked.asking import FixedOracle
from tests.daily.stage import DailyStage, installed


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        yield running


@pytest.fixture
def questions(stage: DailyStage) -> HandQuestions:
    """Questions about a hand, on the stage's store."""
    return HandQuestions(FixedOracle(), stage.tables, stage.tables.archive, stage.daily)
