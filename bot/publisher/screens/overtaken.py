"""Drops a picture that the table has overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Overtaken(Exception):
    """The table has moved on: what was being rendered is stale."""


async def unless(overtaken: asyncio.Event | None, work: Coroutine[Any, Any, T]) -> T:
    """Await `work`; cancel it and raise Overtaken if the event is set first."""
    if overtaken is None:
        return await work
    working = asyncio.create_task(work)
    stop = asyncio.create_task(overtaken.wait())
    try:
        await asyncio.wait({working, stop}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Overtaken
        return working.result()
    finally:
        working.cancel()
        stop.cancel()
