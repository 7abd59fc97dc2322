"""Messages in channels that nobody waits for: votes, boards of the daily hand, events.

This is the one place that decides what follows when Discord refuses one for good. A refusal
does not fail the loop that sent the message, and stops no other message. It is stored, so that the
people it concerns are told once, and nothing is retried until the bot's rights in the channel have
changed or a while has passed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.publisher.calls.channel_rights import known_rights
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    MOST_TRIES,
    UNKNOWN_MESSAGE,
    Failure,
    failure_of,
)
from bot.publisher.untold import Untold
from bot.store.sent.undelivered import UndeliveredStore
from bot.tables.views import Note
from bot.values.clock import Clock
from bot.values.undelivered import Delivery, Undelivered

_LOG = logging.getLogger(__name__)
AGAIN_SECONDS = 6 * 3600.0
"""How long to wait before requesting again what Discord refused, if no right has changed."""
LONG_SECONDS = 24 * 3600.0
"""The same after `MOST_TRIES`."""


class Background:
    """Sends the messages that nobody waits for."""

    def __init__(
        self, bot: discord.Client, store: UndeliveredStore, untold: Untold, clock: Clock
    ) -> None:
        self._bot = bot
        self._store = store
        self._untold = untold
        self._clock = clock

    async def send(
        self,
        about: Undelivered,
        sending: Callable[[], Awaitable[object]],
        *,
        posts: bool,
        last: bool = False,
    ) -> Delivery:
        """Send a message, unless Discord has refused it and would refuse it again.

        `posts`: it is a new message, which needs more rights than an edit. `last`: try it once more
        unless a right is missing, since nothing will come after it. `sending` returns False if the
        message is gone. Raises discord.py's errors if a retry may succeed.
        """
        known = await self._store.find_undelivered(about.kind, about.key)
        found = known_rights(self._bot, about.channel_id)
        if found is not None and not _suffice(found, posts=posts, in_thread=self._is_thread(about)):
            await self._note(about, known, found, Note.NOT_ALLOWED, None)
            return Delivery.REFUSED
        if known is not None and not last and self._is_held(known, about, found):
            return Delivery.REFUSED
        try:
            there = await sending()
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("%s %s: %s", about.kind.value, about.key, failure)
            if failure.code == UNKNOWN_MESSAGE:
                await self._note_sent(known)
                return Delivery.GONE
            await self._note(about, known, found, failure.note or Note.REFUSED, failure)
            return Delivery.GONE if failure.note is Note.PLACE_GONE else Delivery.REFUSED
        await self._note_sent(known)
        return Delivery.GONE if there is False else Delivery.SENT

    async def forget(self, about: Undelivered) -> None:
        """Delete what is stored about a message that is over, unless somebody must be told."""
        known = await self._store.find_undelivered(about.kind, about.key)
        if known is not None and (known.told or not known.reason):
            await self._store.drop_undelivered(about.kind, about.key)

    def _is_thread(self, about: Undelivered) -> bool:
        return isinstance(self._bot.get_channel(about.channel_id), discord.Thread)

    def _is_held(
        self, known: Undelivered, about: Undelivered, rights: discord.Permissions | None
    ) -> bool:
        """Return True if Discord would refuse the message again, for all that is known."""
        if not known.reason or known.channel_id != about.channel_id:
            return False
        if known.rights != _bits(rights):
            return False
        wait = AGAIN_SECONDS if known.tries < MOST_TRIES else LONG_SECONDS
        return self._clock.now() < known.at + wait

    async def _note(
        self,
        about: Undelivered,
        known: Undelivered | None,
        rights: discord.Permissions | None,
        note: Note,
        failure: Failure | None,
    ) -> None:
        """Store why a message was refused. `failure`: of the request; None if there was none."""
        same = known is not None and known.reason == note.value
        same = same and known is not None and known.channel_id == about.channel_id
        if known is not None and same and failure is None and known.rights == _bits(rights):
            return
        tries = known.tries if known is not None and same else 0
        refused = replace(
            about,
            reason=note.value,
            code=0 if failure is None else failure.code,
            rights=_bits(rights),
            tries=tries + (failure is not None),
            at=self._clock.now(),
            told=known is not None and known.told,
        )
        await self._store.save_undelivered(refused)
        if refused.user_id is not None and not refused.told:
            self._untold.add(refused.user_id)

    async def _note_sent(self, known: Undelivered | None) -> None:
        """Store that a message got through, and that nobody is to be told again of its trouble."""
        if known is None or not known.reason:
            return
        if known.told:
            await self._store.save_undelivered(replace(known, reason="", rights="", tries=0))
        else:
            await self._store.drop_undelivered(known.kind, known.key)


def _bits(rights: discord.Permissions | None) -> str:
    return "" if rights is None else str(rights.value)


def _suffice(rights: discord.Permissions, *, posts: bool, in_thread: bool) -> bool:
    """Return True if the bot may post, or edit its own message, with these rights."""
    if not rights.view_channel:
        return False
    may_write = rights.send_messages_in_threads if in_thread else rights.send_messages
    return may_write or not posts
