"""Fixtures for tests of the daily hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.asked.hands import HandQuestions
from tests.asked.asking import FixedOracle
from tests.support.daily_house import DailyHouse, installed


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[DailyHouse]:
    async with installed(tmp_path) as running:
        yield running


@pytest.fixture
def questions(house: DailyHouse) -> HandQuestions:
    """Questions about a hand, on the house's store."""
    return HandQuestions(FixedOracle(), house.tables, house.daily)
