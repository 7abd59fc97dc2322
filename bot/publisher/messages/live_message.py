"""Messages that the bot keeps up to date: the only way to edit, retire and delete them.

Boards, panels, direct messages, notices and the messages of events are all `LiveMessage`s; an
`Updater` updates them in the background.
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
    """Compute a digest that differs if two messages differ."""
    audible = replace(message, silent=False)  # the reader never sees whether it rings
    return hashlib.blake2b(repr(audible).encode(), digest_size=12).hexdigest()


def shown_digest(message: Message, pictures: Mapping[str, bytes]) -> str:
    """Compute the digest of a message with these pictures; empty if its picture is missing."""
    return "" if picture_of(message) is not None and not pictures else digest_of(message)


def first_of(pictures: Mapping[str, bytes]) -> bytes | None:
    """Return the picture of a message, which has at most one."""
    return next(iter(pictures.values()), None)


class LiveMessage:
    """A handle on a message that exists on Discord.

    `digest` identifies its content. It is empty while the content is unknown: an edit is pending
    or failed, two edits overlapped, or it shows a placeholder picture. `picture` is what it shows.
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
        self._edit = edit
        self._delete = delete
        self._is_gone = is_gone
        self._sending = 0
        self._sent = 0

    @property
    def is_unknown(self) -> bool:
        """True if its content is unknown and no edit is pending."""
        return not self.digest and not self._sending

    def shows(self, message: Message) -> bool:
        """Return True if it shows this already."""
        return self.digest == digest_of(message)

    async def edit(self, message: Message, pictures: Mapping[str, bytes] = NO_PICTURES) -> bool:
        """Edit it unless it shows this already; return False if it is gone.

        Pictures that are not passed again are removed.
        """
        if self.shows(message):
            return True
        try:
            with self.record_shown(message, pictures):
                await self._edit(**to_edit(message, pictures))
        except DISCORD_ERRORS as error:
            if not self._is_gone(error):
                raise
            return False
        return True

    async def retire(self, message: Message, pictures: Mapping[str, bytes] = NO_PICTURES) -> None:
        """Edit it for the last time; a failure is only logged."""
        await quietly(self._edit(**to_edit(message, pictures)), "retiring a message")

    async def delete(self, now: float) -> None:
        """Delete it if its token is valid; a failure is only logged."""
        if self.expires >= now:
            await quietly(self._delete(), "deleting a message")

    async def remove(self) -> None:
        """Delete it, or leave it behind if Discord refuses that for good.

        Raises discord.py's errors if a retry may succeed.
        """
        try:
            await self._delete()
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("could not delete a message: %s", failure)

    @contextmanager
    def record_shown(
        self, message: Message, pictures: Mapping[str, bytes], *, own_picture: bool = True
    ) -> Iterator[None]:
        """Record its content once the block has sent it, unless another send overlapped.

        `own_picture`: False if a placeholder is shown in place of the message's picture.
        """
        self._sending += 1
        self._sent = sent = self._sent + 1
        alone = self._sending == 1
        self.digest = ""
        try:
            yield
            if alone and self._sent == sent:
                self.picture = first_of(pictures)
                self.digest = shown_digest(message, pictures) if own_picture else ""
        finally:
            self._sending -= 1

    def adopt_token(self, newer: LiveMessage) -> None:
        """Use the token of a newer handle on the same message, which lasts longer."""
        self._edit = newer._edit
        self._delete = newer._delete
        self.expires = newer.expires


class KeptMessage(LiveMessage):
    """A message in a channel, saved in the store across restarts."""

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
        self.found = False  # whether an earlier attempt has posted it, with older content
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
        """Post and save a message, or find the one that an earlier attempt has posted.

        An earlier attempt may have lost its connection, or the program may have been killed. If
        the message that it posted differs, it is `found` and its digest is empty. `surface`:
        everything about it except its id, digest and occasion. `instead_of`: the message that it
        replaces, which must not be found again.
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
        """Turn its present content into a result; a failure is only logged."""
        channel = self._bot.get_partial_messageable(self.surface.channel_id)
        reading = channel.get_partial_message(self.message_id).fetch()
        found = await quietly(reading, "reading an old result")
        if found is not None:
            await quietly(found.edit(**as_result(found)), "retiring an old result")

    async def forget(self) -> None:
        """Delete the message from the store."""
        await self._surfaces.drop_surface(self.surface)
