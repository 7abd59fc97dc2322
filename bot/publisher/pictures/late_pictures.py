"""Sends answers at once and adds their pictures later if drawing is slow."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer, AnswerLost
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.messages.live_message import LiveMessage

from .rendering import Pictures

_LOG = logging.getLogger(__name__)
REMEMBERED = 64
LATE_SECONDS = 60.0
"""How long a message waits for its picture; until then it shows a placeholder."""


class LatePictures:
    """Adds late pictures to messages, and shows answers that belong to no table.

    It remembers the pictures of recent messages, which serve as placeholders until the new ones
    are drawn.
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
        pictures, own = await self._pictures.draw_soon(message, stand_in)
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
        """Add a message's picture once it is drawn, and call `then` unless it was dropped.

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
            files = await self._pictures.draw_late(message, LATE_SECONDS)
            if files:
                self._remember(shown)
                await quietly(shown.edit(message, files), "adding a late picture")
        except Exception:  # noqa: BLE001 - a table's screens are refreshed, other pages stay
            _LOG.exception("could not add a late picture")
