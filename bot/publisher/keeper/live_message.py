"""Handles on messages that exist on Discord, whatever way they were sent."""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of, to_edit
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    failure_of,
    is_out_of_reach,
    quietly,
)

_LOG = logging.getLogger(__name__)
Files = Mapping[str, bytes]
"""The files of a message's pictures, by name."""
NO_FILES: Files = {}

Edit = Callable[..., Awaitable[object]]
Delete = Callable[[], Awaitable[object]]
IsGone = Callable[[BaseException], bool]


def digest_of(message: Message) -> str:
    """Compute a digest that differs if two messages differ."""
    audible = replace(message, silent=False)  # the reader never sees whether it rings
    return hashlib.blake2b(repr(audible).encode(), digest_size=12).hexdigest()


def shown_digest(message: Message, pictures: Files) -> str:
    """Compute the digest of a message with these pictures; empty if its picture is missing."""
    return digest_of(message) if _is_complete(message, pictures) else ""


def _is_complete(message: Message, pictures: Files) -> bool:
    return bool(pictures) or picture_of(message) is None


def first_of(pictures: Files) -> bytes | None:
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

    async def edit(self, message: Message, pictures: Files = NO_FILES) -> bool:
        """Edit it unless it shows this already; return False if it is gone.

        Pictures that are not passed again are removed.
        """
        digest = digest_of(message)
        if self.digest == digest:
            return True
        try:
            with self.record_shown(digest if _is_complete(message, pictures) else "", pictures):
                await self._edit(**to_edit(message, pictures))
        except DISCORD_ERRORS as error:
            if not self._is_gone(error):
                raise
            return False
        return True

    async def retire(self, message: Message, pictures: Files = NO_FILES) -> None:
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
    def record_shown(self, digest: str, pictures: Files) -> Iterator[None]:
        """Record its content once the block has sent it, unless another send overlapped.

        `digest`: of the content; empty if its own picture is to follow.
        """
        self._sending += 1
        self._sent = sent = self._sent + 1
        alone = self._sending == 1
        self.digest = ""
        try:
            yield
            if alone and self._sent == sent:
                self.picture = first_of(pictures)
                self.digest = digest
        finally:
            self._sending -= 1

    def adopt_token(self, newer: LiveMessage) -> None:
        """Use the token of a newer handle on the same message, which lasts longer."""
        self._edit = newer._edit
        self._delete = newer._delete
        self.expires = newer.expires
