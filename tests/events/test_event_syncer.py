"""The sync of an event with its tables is retried until it succeeds, apart from other events."""

from __future__ import annotations

import asyncio

import pytest

from bot.events.event_tables import RETRY_SECONDS, EventSyncer
from bot.store.errors import StoreFailure
from tests.support.refusals import Rests


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (StoreFailure("disk full"), "WARNING"),
        (KeyError("round"), "ERROR"),
        (ValueError(), "ERROR"),
    ],
)
async def test_failed_sync_is_logged_and_retried_after_a_pause(
    error: Exception, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    looked: list[str] = []

    async def look(event_id: str) -> None:
        looked.append(event_id)
        if looked.count("bad") < 3 and event_id == "bad":
            raise error

    rests = Rests()
    syncer = EventSyncer(look, rests)
    syncer.rouse("bad")
    syncer.rouse("good")
    await asyncio.gather(*syncer.tasks)
    assert sorted(looked) == ["bad"] * 3 + ["good"]
    assert rests.seconds == [RETRY_SECONDS] * 2
    assert [record.levelname for record in caplog.records] == [level] * 2
    syncer.rouse("bad")
    await asyncio.gather(*syncer.tasks)
    assert looked.count("bad") == 4
