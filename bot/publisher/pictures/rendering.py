"""The pictures of messages, drawn off the event loop; no answer waits long for one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of
from bot.render import Avatars, Drawing, Renderer, size_of

_LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.02
"""How long an answer waits for its picture: as long as drawing takes where nothing else waits."""
DRAW_SECONDS = 10.0
"""How long a message that nobody waits for does; then it goes out in words."""
Files = Mapping[str, bytes]


class Pictures:
    """Pictures as files by name. `may_attach(channel_id)`: whether files may be posted there.

    `avatars`: those that are at hand when a picture is drawn. Without a renderer there are no
    pictures anywhere, and people read words.
    """

    def __init__(
        self, renderer: Renderer | None, avatars: Avatars, may_attach: Callable[[int], bool]
    ) -> None:
        self._renderer = renderer
        self._avatars = avatars
        self._may_attach = may_attach
        self._drawing: set[asyncio.Task[bytes | None]] = set()

    def are_shown(self, channel_id: int | None) -> bool:
        """Return whether pictures can be shown in a channel; None stands for a direct message."""
        shown = self._renderer is not None
        return shown and (channel_id is None or self._may_attach(channel_id))

    async def of(
        self, message: Message, seconds: float = DRAW_SECONDS, *, urgent: bool = False
    ) -> Files:
        """Return the picture of a message; nothing where it has none or it cannot be drawn."""
        return await self._within(message, seconds, urgent=urgent)

    async def draw_soon(self, message: Message, shown: bytes | None) -> tuple[Files, bool]:
        """Return what an answer shows, and whether that is the message's own picture.

        If that is not drawn yet it is `shown`, the picture which its reader sees there, or a still
        one of the same size: nothing may move under a thumb. Just after a start there is none.
        """
        picture = picture_of(message)
        if picture is None:
            return {}, True
        files = await self._within(message, PATIENCE_SECONDS, urgent=True)
        if files:
            return files, True
        stand_in = shown or self._still(picture.drawing)
        return ({} if stand_in is None else {picture.name: stand_in}), False

    async def close(self) -> None:
        """Draw nothing more."""
        self._renderer = None
        for task in self._drawing:
            task.cancel()
        await asyncio.gather(*self._drawing, return_exceptions=True)

    async def _within(self, message: Message, seconds: float, *, urgent: bool) -> Files:
        picture = picture_of(message)
        if picture is None or self._renderer is None:
            return {}
        drawing = _drawn(self._renderer, picture.drawing, self._avatars, urgent=urgent)
        task = asyncio.create_task(drawing)
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)
        try:
            done, _ = await asyncio.wait({task}, timeout=seconds)
        finally:
            task.cancel()  # nobody waits any more: an edit asks again, for what is newest then
        file = task.result() if done and not task.cancelled() else None
        return {} if file is None else {picture.name: file}

    def _still(self, drawing: Drawing) -> bytes | None:
        if self._renderer is None:
            return None
        return self._renderer.stills.get(size_of(drawing))


async def _drawn(
    renderer: Renderer, drawing: Drawing, avatars: Avatars, *, urgent: bool
) -> bytes | None:
    try:
        return await renderer.draw(drawing, avatars, urgent=urgent)
    except Exception:  # noqa: BLE001 - no picture ever stops the game: words stand in
        _LOG.exception("a picture could not be drawn")
        return None
