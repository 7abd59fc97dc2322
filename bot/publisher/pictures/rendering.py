"""Renders the pictures of messages off the event loop; answers don't wait for slow ones."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.keeper.answers import Answer, AnswerLost
from bot.publisher.keeper.in_words import or_in_words
from bot.publisher.keeper.live_message import LiveMessage
from bot.render import Avatars, Drawing, Priority, Renderer, size_of

_LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.15
"""Timeout for the picture of an answer: most are ready by then, and need no second edit."""
RENDER_SECONDS = 10.0
"""Timeout for background sends, which then go out in words."""
LATE_SECONDS = 60.0
"""How long an answer waits for its picture; until then it shows a placeholder."""
REMEMBERED = 64
Files = Mapping[str, bytes]


class Pictures:
    """Draws pictures as files by name. `may_attach(channel_id)`: whether uploads are possible.

    `avatars`: those cached when a picture is made. Without a renderer everything is in words.
    """

    def __init__(
        self, renderer: Renderer | None, avatars: Avatars, may_attach: Callable[[int], bool]
    ) -> None:
        self._renderer = renderer
        self._avatars = avatars
        self._may_attach = may_attach
        self._drawing: set[asyncio.Task[bytes | None]] = set()
        self._late: dict[Drawing, asyncio.Task[bytes | None]] = {}  # of answers that went out

    def are_shown(self, channel_id: int | None) -> bool:
        """Return True if pictures are possible in a channel, or in a DM if that is None."""
        shown = self._renderer is not None
        return shown and (channel_id is None or self._may_attach(channel_id))

    async def of(
        self,
        message: Message,
        seconds: float = RENDER_SECONDS,
        *,
        priority: Priority = Priority.WATCHING,
    ) -> Files:
        """Render the picture of a message; return nothing if it has none or drawing fails."""
        picture = picture_of(message)
        task = None if picture is None else self._start(picture.drawing, priority)
        return await self._finish(message, task, seconds)

    async def render_soon(self, message: Message, shown: bytes | None) -> tuple[Files, bool]:
        """Render the picture of an answer; return it, and whether it is the message's own.

        If drawing is slow, return `shown`, the picture that its reader sees now, or a blank one of
        the same size, so that nothing moves under a thumb. Just after a start there is neither.
        The drawing's place in the queue is reserved for `render_late`.
        """
        picture = picture_of(message)
        if picture is None:
            return {}, True
        task = self._start(picture.drawing, Priority.PRESSED)
        if task is not None:
            done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
            if not done:
                self._reserve_place(picture.drawing, task)
            elif (file := task.result()) is not None:
                return {picture.name: file}, True
        stand_in = shown or self._still(picture.drawing)
        return ({} if stand_in is None else {picture.name: stand_in}), False

    async def render_late(self, message: Message, seconds: float) -> Files:
        """Render the picture of an answer that went out without it."""
        picture = picture_of(message)
        if picture is None:
            return {}
        task = self._late.pop(picture.drawing, None)
        task = task or self._start(picture.drawing, Priority.PRESSED)
        return await self._finish(message, task, seconds)

    async def close(self) -> None:
        """Cancel all drawing, and draw no more."""
        self._renderer = None
        for task in self._drawing:
            task.cancel()
        await asyncio.gather(*self._drawing, return_exceptions=True)

    def _start(self, drawing: Drawing, priority: Priority) -> asyncio.Task[bytes | None] | None:
        if self._renderer is None:
            return None
        work = _render(self._renderer, drawing, self._avatars, priority)
        task = asyncio.create_task(work)
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)
        return task

    def _reserve_place(self, drawing: Drawing, task: asyncio.Task[bytes | None]) -> None:
        def forget(done: asyncio.Task[bytes | None]) -> None:
            if self._late.get(drawing) is done:
                del self._late[drawing]  # the renderer keeps the picture for a while

        self._late[drawing] = task
        task.add_done_callback(forget)

    async def _finish(
        self, message: Message, task: asyncio.Task[bytes | None] | None, seconds: float
    ) -> Files:
        """Wait for a message's drawing, and give it up after some seconds or if cancelled."""
        picture = picture_of(message)
        if picture is None or task is None:
            return {}
        try:
            done, _ = await asyncio.wait({task}, timeout=seconds)
        finally:
            task.cancel()  # a later edit renders the newest state
        file = task.result() if done and not task.cancelled() else None
        return {} if file is None else {picture.name: file}

    def _still(self, drawing: Drawing) -> bytes | None:
        if self._renderer is None:
            return None
        return self._renderer.stills.get(size_of(drawing))


async def _render(
    renderer: Renderer, drawing: Drawing, avatars: Avatars, priority: Priority
) -> bytes | None:
    try:
        return await renderer.render(drawing, avatars, priority=priority)
    except Exception:  # noqa: BLE001 - a failed picture never stops the game: words replace it
        _LOG.exception("could not render a picture")
        return None


class LatePictures:
    """Adds late pictures to messages, and shows answers that belong to no table.

    It remembers the pictures of recent messages, which serve as placeholders until the new ones
    are ready.
    """

    def __init__(self, pictures: Pictures) -> None:
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self._pictures = pictures
        self._shown: OrderedDict[int, LiveMessage] = OrderedDict()
        self._watched: dict[int, asyncio.Event] = {}

    async def show(self, answer: Answer, message: Message, *, in_place: bool) -> LiveMessage | None:
        """Answer with a message and return it, None if it was lost.

        `in_place`: edit the clicked message if it is private.
        """
        before = None
        if in_place and answer.on_private_message and answer.clicked_id is not None:
            before = self._shown.pop(answer.clicked_id, None)
            self.drop(answer.clicked_id)
        stand_in = None if before is None else before.picture
        pictures, own = await self._pictures.render_soon(message, stand_in)
        try:
            shown = await answer.fill(message, in_place=in_place, pictures=pictures)
        except AnswerLost:
            _LOG.info("an answer was lost")
            return None
        if shown is None:
            return None
        if pictures:
            self._remember(shown)
        if not own:
            shown.digest = ""
            self.follow(shown, message)
        return shown

    def follow(
        self, shown: LiveMessage, message: Message, then: Callable[[], None] = lambda: None
    ) -> None:
        """Add a message's picture once it is ready, and call `then` unless it was dropped.

        It comes before others, since the user who pressed is looking at it.
        """
        key = shown.message_id
        self.drop(key)
        self.tasks[key] = task = asyncio.create_task(self._add(shown, message), name="picture")
        task.add_done_callback(lambda done: self._on_done(key, done, then))

    def is_adding_to(self, message_id: int) -> bool:
        """Return True if a message is about to get its picture."""
        return message_id in self.tasks

    @contextmanager
    def watch(self, message_id: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set once a press replaces what the message shows."""
        replaced = self._watched[message_id] = asyncio.Event()
        try:
            yield replaced
        finally:
            if self._watched.get(message_id) is replaced:
                del self._watched[message_id]

    def drop(self, message_id: int | None) -> None:
        """Cancel the late picture of a message that is about to change."""
        if message_id is None:
            return
        if (late := self.tasks.pop(message_id, None)) is not None:
            late.cancel()
        if (replaced := self._watched.pop(message_id, None)) is not None:
            replaced.set()

    async def close(self) -> None:
        """Cancel all late pictures."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _remember(self, shown: LiveMessage) -> None:
        self._shown[shown.message_id] = shown
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    def _on_done(self, key: int, task: asyncio.Task[None], then: Callable[[], None]) -> None:
        if self.tasks.get(key) is task:
            del self.tasks[key]
            then()

    async def _add(self, shown: LiveMessage, message: Message) -> None:
        try:
            files = await self._pictures.render_late(message, LATE_SECONDS)
            if files:
                self._remember(shown)
                adding = or_in_words(partial(shown.edit, message), files)
                await quietly(adding, "adding a late picture")
        except Exception:  # noqa: BLE001 - a table's screens are refreshed, other pages stay
            _LOG.exception("could not add a late picture")
