"""Posts a message and saves where it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import same_controls
from bot.publisher.calls.discord_errors import quietly
from bot.values.posted import Posted, PostedKey, PostedState

from .in_words import or_in_words
from .live_message import Files, shown_digest
from .means import Means
from .policies import POLICIES
from .wanted import Wanted


@dataclass(frozen=True, slots=True)
class Sent:
    """A saved message. `found`: an earlier attempt posted it, with different content."""

    posted: Posted
    found: bool


async def post(
    means: Means,
    key: PostedKey,
    wanted: Wanted,
    message: Message,
    files: Files,
    before: Posted | None,
    fate: PostedState | None,
) -> Sent:
    """Send a message and save it, with what becomes of the one `before` it: its `fate`.

    Raises discord.py's errors, NoDm, and StoreFailure.
    """
    if wanted.part is not None:
        key = replace(key, part=wanted.part)
    if wanted.silent is not None:
        message = replace(message, silent=wanted.silent)
    policy = POLICIES[key.kind]
    once = policy.once
    next_one = 1 if once else await means.messages.last_occasion(key) + 1
    known = None if before is None else before.message_id

    async def send(channel_id: int) -> tuple[discord.Message, int]:
        names = key.about, key.part, key.kind.value, channel_id, key.user_id
        to = partial(means.channels.post, channel_id, names, next_one, message, known=known)
        return await or_in_words(to, files)

    if wanted.channel_id is not None:
        channel_id = wanted.channel_id
        sent, occasion = await send(channel_id)
    else:
        async with means.dm_channels.writing_to(key.user_id) as channel_id:
            sent, occasion = await send(channel_id)
    found = not same_controls(sent, message)
    posted = Posted(
        key,
        occasion,
        wanted.guild_id or 0,
        channel_id,
        sent.id,
        # what was found may be older than what it was built from now
        "" if found or wanted.digest is not None else shown_digest(message, files),
        PostedState.DELETING if policy.passing else PostedState.LIVE,
        means.clock.now(),
    )
    try:
        await means.messages.put_posted(posted, older=fate)
    except BaseException:
        if once or policy.passing:
            await quietly(sent.delete(), "deleting a message that was not saved")
        raise
    return Sent(posted, found)
