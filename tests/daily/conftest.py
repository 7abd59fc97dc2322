"""The stage of the tests of the daily hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.daily.stage import DailyStage, installed


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        yield running
