"""Draws the pictures of messages, off the event loop, each one once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor

from bot.presenter import Message
from bot.render import BoardPicture, draw_board

from .convert import picture_of

KEPT = 64


class Pictures:
    """Boards as PNG files. `allowed(channel_id)` tells whether files may be posted there."""

    def __init__(self, executor: Executor, allowed: Callable[[int], bool]) -> None:
        self._executor = executor
        self._allowed = allowed
        self._drawn: OrderedDict[BoardPicture, bytes] = OrderedDict()

    async def of(self, message: Message, channel_id: int) -> dict[str, bytes]:
        """Return the files of a message by name; none where the channel takes no files."""
        picture = picture_of(message)
        if picture is None or not self._allowed(channel_id):
            return {}
        png = self._drawn.get(picture.board)
        if png is None:
            loop = asyncio.get_running_loop()
            png = await loop.run_in_executor(self._executor, draw_board, picture.board)
            self._drawn[picture.board] = png
            while len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        return {picture.name: png}
