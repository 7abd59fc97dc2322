"""Fixtures for the bot in a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live_stage import RATE, LiveStage, run_live_stage


@pytest.fixture
def rate() -> float:
    """Speed of the clock; tests that never see the end of a hand may override it."""
    return RATE


@pytest.fixture
async def stage(tmp_path: Path, rate: float) -> AsyncIterator[LiveStage]:
    async with run_live_stage(tmp_path, rate=rate) as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.e2e)
