"""Sends what is wanted in pictures, or in words where Discord refuses files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, uploads_refused

from .live_message import NO_FILES, Files, LiveMessage
from .means import Means
from .wanted import Wanted

Send = Callable[[Message, Files], Awaitable[None]]


async def in_pictures(
    means: Means, wanted: Wanted, send: Send, live: LiveMessage | None, seconds: float
) -> Message:
    """Send what is wanted with its picture, or in words where Discord takes no files; return it.

    Nothing is drawn or sent for a message that is `live` and shows it already. `seconds`: timeout
    for the picture.
    """
    message = wanted.write()
    if live is not None and live.shows(message):
        return message
    if wanted.render is not None:
        files = await wanted.render(message)
    else:
        files = await means.pictures.of(message, seconds)
    try:
        await send(message, files)
    except DISCORD_ERRORS as error:
        if not (files and uploads_refused(error)):
            raise
        means.limit_uploads(wanted.guild_id)
        message = wanted.write()
        await send(message, NO_FILES)
    return message
