"""An evening: a stage on a fixed date, and the transcript of what the bot sends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.runtime.composition import foundation
from tests.e2e.failures.conftest import (
    ana,
    bo,
    cy,
    di,
    draftsman,
    eve,
    installs,
    newest_postgres,
    on_postgres,
    people,
    unlimited,
    unlit,
)
from tests.e2e.failures.days import go_to
from tests.e2e.failures.onlookers import Draftsman
from tests.support.daily_house import PlainExperts
from tests.support.stage import Stage

from .transcript import Transcript

__all__ = [
    "ana",
    "bo",
    "cy",
    "di",
    "draftsman",
    "eve",
    "installs",
    "newest_postgres",
    "on_postgres",
    "people",
    "unlimited",
    "unlit",
]
EVENING = datetime(2045, 1, 4, 18, tzinfo=UTC)  # a Wednesday
DAILY_HOUR = 9


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"daily_hour_utc": DAILY_HOUR, "contact": "mailto:host@example.org"}


@pytest.fixture(autouse=True)
def experts(draftsman: Draftsman, monkeypatch: pytest.MonkeyPatch) -> PlainExperts:
    """Replace the experts, which are not compiled here, by the rules player."""
    plain = PlainExperts()
    monkeypatch.setattr(foundation, "FixedExperts", lambda *_: plain)
    return plain


@pytest.fixture
def transcript(unlit: Stage, request: pytest.FixtureRequest) -> Transcript:
    """The transcript of the test's evening, named as the test; the bot is not running yet."""
    go_to(unlit, EVENING.timestamp())
    return Transcript(unlit.sandbox, request.node.name.removeprefix("test_"))


@pytest.fixture
async def stage(unlit: Stage, transcript: Transcript) -> AsyncIterator[Stage]:
    """The stage with the bot running."""
    async with unlit.running():
        yield unlit
