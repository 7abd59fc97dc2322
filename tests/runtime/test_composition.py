"""Background tasks of the composition root never fail silently."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.runtime.start_checks import warm_up_renderer


class Broken:
    """A renderer whose workers cannot start."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def start(self) -> None:
        raise self._error


@pytest.mark.parametrize("error", [OSError("no processes left"), KeyError("size"), MemoryError()])
async def test_render_workers_that_cannot_start_are_logged(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    await warm_up_renderer(cast("Any", Broken(error)))
    assert [record.exc_info and record.exc_info[1] for record in caplog.records] == [error]
