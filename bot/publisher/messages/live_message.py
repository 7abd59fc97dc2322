"""Messages that the bot keeps up to date: one way to edit, retire and delete any of them.

Boards, panels, direct messages, notices and the messages of events are all `LiveMessage`s; what
brings them up to date in the background is an `Updater`.
"""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import discord

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of, same_controls, to_edit, to_send
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    failure_of,
    is_deleted,
    is_out_of_reach,
    quietly,
)
from bot.publisher.calls.nonces import create
from bot.publisher.ports import Surfaces
from bot.values.surfaces import Surface

from .results import as_result

_LOG = logging.getLogger(__name__)
NO_PICTURES: Mapping[str, bytes] = {}

Edit = Callable[..., Awaitable[object]]
Delete = Callable[[], Awaitable[object]]
IsGone = Callable[[BaseException], bool]


def digest_of(message: Message) -> str:
    """Return a short text that differs if two messages differ."""
    audible = replace(message, silent=False)  # whether it rings is never seen
    return hashlib.blake2b(repr(audible).encode(), digest_size=12).hexdigest()


def shown_digest(message: Message, pictures: Mapping[str, bytes]) -> str:
    """Return what a message shows with these pictures; empty where one is still to come."""
    return "" if picture_of(message) is not None and not pictures else digest_of(message)


def first_of(pictures: Mapping[str, bytes]) -> bytes | None:
    """Return the picture of a message, which has one at most."""
    return next(iter(pictures.values()), None)


class LiveMessage:
    """A message that Discord really has: the one way to edit it and to take it away.

    `digest` tells what it shows. It is empty while nobody can tell: an edit is under way or has
    failed, two of them overlapped, or another picture stands in. `picture`: the one that it shows.
    `expires`: when it can no longer be edited, in Unix seconds.
    """

    def __init__(
        self,
        message_id: int,
        edit: Edit,
        delete: Delete,
        *,
        digest: str = "",
        picture: bytes | None = None,
        expires: float = math.inf,
        is_gone: IsGone = is_out_of_reach,
    ) -> None:
        self.message_id = message_id
        self.digest = digest
        self.picture = picture
        self.expires = expires
        self.deleted = False
        self._edit = edit
        self._delete = delete
        self._is_gone = is_gone
        self._sending = 0
        self._sent = 0

    @property
    def is_unknown(self) -> bool:
        """Whether nobody can tell what it shows, and nobody is about to change that."""
        return not self.digest and not self._sending

    def shows(self, message: Message) -> bool:
        """Return whether it shows this already."""
        return self.digest == digest_of(message)

    async def edit(self, message: Message, pictures: Mapping[str, bytes] = NO_PICTURES) -> bool:
        """Let it show this, if it does not; return False where it is gone.

        The pictures that are not given again go.
        """
        if self.shows(message):
            return True
        try:
            with self.showing(message, pictures):
                await self._edit(**to_edit(message, pictures))
        except DISCORD_ERRORS as error:
            if not self._is_gone(error):
                raise
            return False
        return True

    async def retire(self, message: Message, pictures: Mapping[str, bytes] = NO_PICTURES) -> None:
        """Let it show this for good, if Discord is willing."""
        await quietly(self._edit(**to_edit(message, pictures)), "retiring a message")

    async def delete(self, now: float) -> None:
        """Take it away, if that can still be done and Discord is willing."""
        self.deleted = True
        if self.expires >= now:
            await quietly(self._delete(), "deleting a message")

    async def remove(self) -> None:
        """Take it away; where Discord refuses that for good, it is left behind.

        Raises discord.py's errors where trying again may help.
        """
        try:
            await self._delete()
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("a message was left behind: %s", failure)

    @contextmanager
    def showing(
        self, message: Message, pictures: Mapping[str, bytes], *, own_picture: bool = True
    ) -> Iterator[None]:
        """Note what it shows once the block has sent that, unless another send overlapped.

        `own_picture`: that the pictures are those of the message and do not stand in for them.
        """
        self._sending += 1
        self._sent = sent = self._sent + 1
        alone, self.digest = self._sending == 1, ""
        try:
            yield
            if alone and self._sent == sent:
                self.picture = first_of(pictures)
                self.digest = shown_digest(message, pictures) if own_picture else ""
        finally:
            self._sending -= 1

    def adopt_token(self, newer: LiveMessage) -> None:
        """Use the ways of a newer handle on the same message: its token lasts longer."""
        self._edit, self._delete, self.expires = newer._edit, newer._delete, newer.expires


class KeptMessage(LiveMessage):
    """A message of a channel that the store remembers from one start to the next."""

    def __init__(
        self, bot: discord.Client, surfaces: Surfaces, surface: Surface, is_gone: IsGone
    ) -> None:
        channel = bot.get_partial_messageable(surface.channel_id)
        partial = channel.get_partial_message(surface.message_id)
        super().__init__(
            surface.message_id,
            partial.edit,
            partial.delete,
            digest=surface.digest,
            is_gone=is_gone,
        )
        self.surface = surface
        self.found = False  # whether an earlier try has posted it, with what was to be shown then
        self._bot = bot
        self._surfaces = surfaces

    @classmethod
    async def post(
        cls,
        bot: discord.Client,
        surfaces: Surfaces,
        surface: Surface,
        message: Message,
        pictures: Mapping[str, bytes] = NO_PICTURES,
        is_gone: IsGone = is_deleted,
        *,
        instead_of: LiveMessage | None = None,
    ) -> KeptMessage:
        """Post a message and remember it; where an earlier try has posted it, find it again.

        The earlier try may have ended with a broken connection, or with the whole program. What it
        posted may show something else: then the message is `found` and its digest is empty.
        `surface`: everything about it but its id, digest and occasion. `instead_of`: the message
        whose place it takes, which is another one, whatever Discord says.
        """
        place = surface.channel_id, surface.user_id
        sent, occasion = await create(
            bot.get_partial_messageable(surface.channel_id),
            (surface.table_id, surface.hand_no, surface.kind.value, *place),
            await surfaces.occasions(surface) + 1,
            lambda: to_send(message, pictures),
            None if instead_of is None else instead_of.message_id,
        )
        found = not same_controls(sent, message)
        digest = "" if found else shown_digest(message, pictures)
        posted = replace(surface, message_id=sent.id, digest=digest, occasion=occasion)
        await surfaces.put_surface(posted)
        kept = cls(bot, surfaces, posted, is_gone)
        kept.found = found
        if not found:
            kept.picture = first_of(pictures)
        return kept

    async def retire_as_it_is(self) -> None:
        """Let it show what it shows now as a result, if Discord is willing."""
        channel = self._bot.get_partial_messageable(self.surface.channel_id)
        reading = channel.get_partial_message(self.message_id).fetch()
        found = await quietly(reading, "reading an old result")
        if found is not None:
            await quietly(found.edit(**as_result(found)), "retiring an old result")

    async def forget(self) -> None:
        """Remember the message no longer."""
        await self._surfaces.drop_surface(self.surface)
