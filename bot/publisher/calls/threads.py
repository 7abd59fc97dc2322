"""Opens threads for tables, and finds threads that were never used."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final

import discord

from bot.tables.errors import DiscordError, NoThread, ThreadRefusal
from bot.tables.views import Note

from .discord_errors import DISCORD_ERRORS, as_table_error, failure_of, quietly

_LOG = logging.getLogger(__name__)
LISTED_MINUTES: Final = 1_440
"""How long a thread stays listed after a message; edits and presses do not count."""
TRIAL_NAME = "42"
TRIAL_MINUTES: Final = 60
REFUSALS: Mapping[Note | None, ThreadRefusal] = {
    Note.WRONG_CHANNEL: ThreadRefusal.KIND,
    Note.TOO_MANY_THREADS: ThreadRefusal.SERVER_FULL,
    Note.TOO_MANY_NEWS_THREADS: ThreadRefusal.NEWS_FULL,
}
MISSING = {50001: "view_channel", 50013: "create_public_threads"}
MISSING_PRIVATE = {**MISSING, 50013: "create_private_threads"}


async def open_thread(
    channel: discord.TextChannel, name: str, in_use: Collection[int] = (), *, private: bool = False
) -> int:
    """Open a thread, or reuse an unused one of that name and kind, and return its id.

    `in_use`: threads that have a table. `private`: only its members see it. Raises NoThread if
    Discord refuses, and DiscordError if a retry may succeed.
    """
    for left in unused_threads(channel, name):
        if left.id not in in_use and left.is_private() is private:
            return left.id
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    try:
        thread = await channel.create_thread(
            name=name,
            type=kinds.private_thread if private else kind,
            auto_archive_duration=LISTED_MINUTES,
            invitable=not private,
        )
    except DISCORD_ERRORS as error:
        raise _refusal(channel, error, private=private) from error
    return thread.id


def _refusal(
    channel: discord.TextChannel, error: BaseException, *, private: bool = False
) -> NoThread | DiscordError:
    """Convert Discord's refusal of a thread to an error for players."""
    failure = failure_of(error)
    _LOG.warning("could not open a thread in channel %d: %s", channel.id, failure)
    if failure.is_temporary:
        return as_table_error(failure)
    if failure.note is Note.NOT_ALLOWED:
        missing = MISSING_PRIVATE if private else MISSING
        return NoThread(channel.name, ThreadRefusal.RIGHTS, (missing[failure.code],))
    return NoThread(channel.name, REFUSALS.get(failure.note, ThreadRefusal.OTHER))


async def try_thread(channel: discord.TextChannel, message_id: int) -> None:
    """Open a thread on a message of the bot and delete it, also one that an earlier try left.

    Unlike one without a message it leaves no line in the channel. Raises NoThread, and discord.py's
    errors.
    """
    for thread in unused_threads(channel, TRIAL_NAME):
        await thread.delete()
    try:
        thread = await channel.get_partial_message(message_id).create_thread(
            name=TRIAL_NAME, auto_archive_duration=TRIAL_MINUTES
        )
    except DISCORD_ERRORS as error:
        raise _refusal(channel, error) from error
    await thread.delete()


async def in_archived_thread(
    bot: discord.Client, thread_id: int, work: Callable[[], Awaitable[None]]
) -> None:
    """Open an archived thread for some work, which edits a message there, and archive it again.

    Discord refuses edits in an archived thread. Only a moderator may open a locked one.
    """
    thread = await bot.fetch_channel(thread_id)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
        try:
            await work()
        finally:
            await quietly(thread.edit(archived=True), "archiving a thread again")


async def archive_unused(channel: discord.TextChannel, names: Collection[str]) -> None:
    """Archive the unused threads of these names."""
    for name in names:
        for thread in unused_threads(channel, name):
            await quietly(thread.edit(archived=True), "archiving an unused thread")


def unused_threads(channel: discord.TextChannel, name: str) -> Sequence[discord.Thread]:
    """Return the bot's active threads of a name without any messages."""
    mine = channel.guild.me.id
    return [
        thread
        for thread in channel.threads
        if (thread.name, thread.owner_id) == (name, mine)
        and thread.last_message_id is None
        and not thread.locked
    ]
