"""The nightly backup runs each night and retries after a failure."""

from __future__ import annotations

import pytest

from bot.store.errors import StoreFailure
from bot.upkeep.nightly import AT, DAY, NightlyBackup, next_night
from tests.support.clocks import HandClock
from tests.support.house import until

HOUR = 3600.0


@pytest.mark.parametrize(
    ("now", "due"), [(AT - 1, AT), (AT, AT + DAY), (AT + 1, AT + DAY), (9.5 * DAY, 10 * DAY + AT)]
)
def test_next_backup_is_always_in_the_future(now: float, due: float) -> None:
    assert next_night(now) == due


@pytest.mark.parametrize("error", [StoreFailure("disk full"), PermissionError("read-only")])
async def test_backup_runs_each_night_and_an_hour_after_a_failure(
    error: Exception,
) -> None:
    clock = HandClock(5 * DAY)
    made = list[float]()

    async def make() -> None:
        made.append(clock.now())
        if len(made) == 1:
            raise error

    nightly = NightlyBackup(make, clock)
    nightly.start()
    for night, pause in enumerate((AT, HOUR, DAY - HOUR)):
        await until(lambda: bool(clock.sleepers))
        assert len(made) == night
        clock.move(pause)
        await until(lambda night=night: len(made) == night + 1)
    await nightly.stop()
    assert made == [5 * DAY + AT, 5 * DAY + AT + HOUR, 6 * DAY + AT]
