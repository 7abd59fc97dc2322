"""A process sends only the screens whose lease it holds."""

from __future__ import annotations

import asyncio
from typing import cast

from bot.publisher.keeper.live_message import LiveMessage
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.updater import Updater
from bot.publisher.screens.reader import Reader
from bot.runtime.clock import SystemClock


async def test_work_of_another_process_is_skipped() -> None:
    done: list[str] = []
    wanted = False

    async def work() -> None:
        done.append("sent")

    follower = Updater("board", work, SystemClock(1.0), is_wanted=lambda: wanted)
    follower.request()
    assert not follower.tasks
    wanted = True
    follower.request()
    while follower.tasks:  # noqa: ASYNC110 - no event to wait for
        await asyncio.sleep(0)
    assert done == ["sent"]


async def _nothing(**_: object) -> None:
    pass


def _reader(digest: str) -> Reader:
    reader = Reader(cast("Means", None), "k3f9q2", 11)
    reader.direct.live = LiveMessage(5, _nothing, _nothing, digest=digest)
    return reader


def test_dm_answered_by_another_process_stays_live_and_is_updated_if_stale() -> None:
    same = _reader("shown")
    assert not same.answered_elsewhere("shown")
    assert same.panel_is_live is False
    other = _reader("shown")
    assert other.answered_elsewhere("another")
    assert other.direct.live is not None
    assert other.direct.live.is_unknown


async def test_waiting_for_one_attempt_does_not_wait_for_later_work() -> None:
    begun = asyncio.Event()
    go_on = asyncio.Event()

    async def work() -> None:
        begun.set()
        await go_on.wait()

    follower = Updater("board", work, SystemClock(1.0), gap=3600.0)
    await follower.wait_tried()  # nothing was requested
    follower.request()
    waiting = asyncio.create_task(follower.wait_tried())
    await begun.wait()
    assert not waiting.done()
    go_on.set()
    await waiting
    assert follower.tasks
    await follower.stop()
