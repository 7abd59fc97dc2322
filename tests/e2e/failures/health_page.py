"""The health pages of a bot, as a host reads them."""

from __future__ import annotations

from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.health import free_port, page_at, readiness


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"health_port": free_port()}


async def get(settings: dict[str, Any], path: str) -> tuple[int, str]:
    return await page_at(settings["health_port"], path)


async def until(settings: dict[str, Any], status: int) -> str:
    """Poll readiness until the answer has this status; return its body."""
    return await readiness(settings["health_port"], status)


async def figures(settings: dict[str, Any]) -> dict[tuple[str, ...], float]:
    """Map every metric sample by name and label values, ordered by label name."""
    _, text = await get(settings, "metrics")
    families = text_string_to_metric_families(text)
    return {(s.name, *s.labels.values()): s.value for f in families for s in f.samples}
