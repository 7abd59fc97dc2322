"""Renders the pictures of messages off the event loop, with short timeouts for answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of
from bot.render import Avatars, Drawing, Priority, Renderer, size_of

_LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.15
"""Timeout for the picture of an answer: most are drawn by then, and need no second edit."""
DRAW_SECONDS = 10.0
"""Timeout for background sends, which then go out in words."""
Files = Mapping[str, bytes]


class Pictures:
    """Draws pictures as files by name. `may_attach(channel_id)`: whether uploads are possible.

    `avatars`: those cached when a picture is drawn. Without a renderer everything is in words.
    """

    def __init__(
        self, renderer: Renderer | None, avatars: Avatars, may_attach: Callable[[int], bool]
    ) -> None:
        self._renderer = renderer
        self._avatars = avatars
        self._may_attach = may_attach
        self._drawing: set[asyncio.Task[bytes | None]] = set()

    def are_shown(self, channel_id: int | None) -> bool:
        """Return True if pictures are possible in a channel, or in a DM if that is None."""
        shown = self._renderer is not None
        return shown and (channel_id is None or self._may_attach(channel_id))

    async def of(
        self,
        message: Message,
        seconds: float = DRAW_SECONDS,
        *,
        priority: Priority = Priority.WATCHING,
    ) -> Files:
        """Draw the picture of a message; return nothing if it has none or drawing fails."""
        picture = picture_of(message)
        if picture is None or self._renderer is None:
            return {}
        drawing = _draw(self._renderer, picture.drawing, self._avatars, priority)
        task = asyncio.create_task(drawing)
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)
        try:
            done, _ = await asyncio.wait({task}, timeout=seconds)
        finally:
            task.cancel()  # a later edit draws the newest state
        file = task.result() if done and not task.cancelled() else None
        return {} if file is None else {picture.name: file}

    async def draw_soon(self, message: Message, shown: bytes | None) -> tuple[Files, bool]:
        """Draw the picture of an answer; return it, and whether it is the message's own.

        If drawing is slow, return `shown`, the picture that its reader sees now, or a blank one of
        the same size, so that nothing moves under a thumb. Just after a start there is neither.
        """
        picture = picture_of(message)
        if picture is None:
            return {}, True
        files = await self.of(message, PATIENCE_SECONDS, priority=Priority.PRESSED)
        if files:
            return files, True
        stand_in = shown or self._still(picture.drawing)
        return ({} if stand_in is None else {picture.name: stand_in}), False

    async def close(self) -> None:
        """Cancel all drawing, and draw no more."""
        self._renderer = None
        for task in self._drawing:
            task.cancel()
        await asyncio.gather(*self._drawing, return_exceptions=True)

    def _still(self, drawing: Drawing) -> bytes | None:
        if self._renderer is None:
            return None
        return self._renderer.stills.get(size_of(drawing))


async def _draw(
    renderer: Renderer, drawing: Drawing, avatars: Avatars, priority: Priority
) -> bytes | None:
    try:
        return await renderer.draw(drawing, avatars, priority=priority)
    except Exception:  # noqa: BLE001 - a failed picture never stops the game: words replace it
        _LOG.exception("could not draw a picture")
        return None
