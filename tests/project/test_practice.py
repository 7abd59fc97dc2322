"""What practice shows while the strong players warm up."""

from __future__ import annotations

import asyncio
from typing import cast

from bot.cli.practice import show_warm_up
from texas42.ai.players.warm_up import WarmUp


class _SlowWarmUp:
    """A warm-up that ends when the test says so."""

    def __init__(self) -> None:
        self.done = asyncio.Event()
        self.started = 0

    def start(self) -> asyncio.Task[bool]:
        self.started += 1
        return asyncio.create_task(self.done.wait())


async def test_warm_up_notice_is_shown_from_start_to_finish() -> None:
    warm_up = _SlowWarmUp()
    ready = asyncio.Event()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    showing = asyncio.create_task(show_warm_up(cast("WarmUp", warm_up), ready, lines.put_nowait))
    await asyncio.sleep(0)
    assert (warm_up.started, lines.empty()) == (0, True)
    ready.set()
    first = await lines.get()
    assert first is not None
    assert first.startswith("Warming up the strong players…")
    warm_up.done.set()
    await showing
    while (last := await lines.get()) is not None:
        assert last.startswith("Warming up the strong players…")
    assert (last, warm_up.started) == (None, 1)
