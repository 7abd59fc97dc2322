"""Sends a message in words where Discord refuses its picture."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of, picture_refused

from .live_message import NO_FILES, Files

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


async def or_in_words(send: Callable[[Files], Awaitable[T]], files: Files) -> T:
    """Send with these files, and once more without if Discord refuses a picture; log that.

    Without its file a picture is shown as its alt text. Raises discord.py's errors.
    """
    try:
        return await send(files)
    except DISCORD_ERRORS as error:
        if not (files and picture_refused(error)):
            raise
        failure = failure_of(error)
    sent = await send(NO_FILES)
    _LOG.warning("Discord refused a picture, which is shown in words: %s", failure)
    return sent
