"""What tests of posted messages share."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest


class _Restless:
    """Replaces asyncio in discord.py: its pauses between tries only let other tasks run."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py try a failed request again at once: it rests up to nine seconds each time."""
    monkeypatch.setattr("discord.http.asyncio", _Restless())
