"""One interaction and its answer: within three seconds, exactly once, whatever happens.

Discord gives an interaction three seconds. `Answer` may be deferred by the router while the
handler is still at work, so each step holds a lock and looks at what has been sent already.

Every way to answer returns a handle on the message that was really made. This is the only module
that knows what an interaction calls its "original" message: after a press on a public message
that is deferred, it is that public message, and nothing private may ever be written into it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, partial
from typing import TypeVar, cast

import discord

from bot.presenter.words.spec import Message, TextForm

from .calls.convert import to_edit, to_modal, to_send
from .calls.discord_errors import (
    ALREADY_ANSWERED,
    DISCORD_ERRORS,
    TOO_LATE,
    UNKNOWN_MESSAGE,
    failure_of,
    uploads_refused,
)
from .messages.live_message import NO_PICTURES, LiveMessage, first_of, shown_digest

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
ORIGINAL = cast("int", "@original")  # where an id is asked for, Discord takes this word, too
TOKEN_SECONDS = 14 * 60.0
# the answers after which "original" means the message that was clicked
IN_PLACE = (
    None,  # a deferral of which Discord's word did not come back
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
ON_A_MESSAGE = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class AnswerLost(Exception):
    """Discord did not take the answer; what was done is done and saved."""


class _MessageGone(AnswerLost):
    """The message that the answer was to be written into is not there any more."""


class Token:
    """What an interaction allows for a quarter of an hour: private messages to who asked.

    It holds nothing else of the interaction. With the message that was clicked that is hundreds
    of objects, which handles would keep, and the garbage collector visit, until the next press.
    """

    def __init__(self, webhook: discord.Webhook, expires: float) -> None:
        self.expires = expires
        self._webhook = webhook

    async def push(
        self, message: Message, pictures: Mapping[str, bytes] = NO_PICTURES
    ) -> LiveMessage:
        """Show one more message to the user alone. Raises discord.py's errors."""
        sent = await self._webhook.send(ephemeral=True, wait=True, **to_send(message, pictures))
        pushed = self._handle(sent.id, sent.id)
        pushed.digest, pushed.picture = shown_digest(message, pictures), first_of(pictures)
        return pushed

    def original(self, message_id: int) -> LiveMessage:
        """Return a handle on a private message that the interaction calls its original."""
        return self._handle(message_id, ORIGINAL)

    def _handle(self, message_id: int, known_as: int) -> LiveMessage:
        edit = partial(self._webhook.edit_message, known_as)
        delete = partial(self._webhook.delete_message, known_as)
        return LiveMessage(message_id, edit, delete, expires=self.expires)


class Answer:
    """The answer to one interaction.

    `table_id`: the table that it is about, once that is known. `now`: when it came, in Unix
    seconds.
    """

    def __init__(self, interaction: discord.Interaction, now: float) -> None:
        self.interaction = interaction
        self.table_id: str | None = None
        self.no_uploads = False  # Discord has refused its picture or its file
        self._expires = now + TOKEN_SECONDS
        self._lock = asyncio.Lock()
        self._deferred = False  # Discord has been told, or at least ought to have been
        self._heard = False  # Discord has, though its word did not come back
        self._waits = False  # and shows "thinking" in a private message that the answer will fill

    @cached_property
    def token(self) -> Token:
        """The private messages that the interaction allows afterwards."""
        return Token(self.interaction.followup, self._expires)

    @property
    def user_id(self) -> int:
        """Who asked."""
        return self.interaction.user.id

    @property
    def is_open(self) -> bool:
        """Whether Discord has heard nothing yet."""
        return not self.interaction.response.is_done() and not self._heard

    @property
    def on_component(self) -> bool:
        """Whether a button or a select was used, and not a command or a form."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def clicked_id(self) -> int | None:
        """The id of the message on which something was pressed, or whose form was sent."""
        message = self.interaction.message
        return None if message is None else message.id

    @property
    def on_private_message(self) -> bool:
        """Whether what was clicked is a message that only this user sees."""
        message = self.interaction.message
        if message is None or self.interaction.type not in ON_A_MESSAGE:
            return False
        return message.flags.ephemeral or self.interaction.context.dm_channel

    @property
    def on_direct_message(self) -> bool:
        """Whether what was clicked is an ordinary message of the user's DM."""
        message = self.interaction.message
        return self.on_private_message and message is not None and not message.flags.ephemeral

    async def defer(self) -> None:
        """Tell Discord that the answer will come later, unless it has come."""
        async with self._lock:
            if not self.is_open:
                return
            self._deferred = True
            if self.on_component or self.on_private_message:
                await self._call(self.interaction.response.defer)
            else:
                self._waits = True
                defer = self.interaction.response.defer
                await self._call(lambda: defer(ephemeral=True, thinking=True))

    async def done(self) -> None:
        """Answer a click whose outcome others show."""
        async with self._lock:
            if self.is_open:
                await self._call(self.interaction.response.defer)

    async def ask(self, form: TextForm) -> None:
        """Open a form, whose answer is an interaction of its own. Raises AnswerLost.

        Too late where the answer has been deferred: the user then presses again.
        """
        async with self._lock:
            if self.is_open:
                send_modal = self.interaction.response.send_modal
                await self._call(lambda: send_modal(to_modal(form)))

    async def fill(
        self, message: Message, *, in_place: bool, pictures: Mapping[str, bytes] = NO_PICTURES
    ) -> LiveMessage | None:
        """Show this to the user and to nobody else; return a handle on what shows it.

        `in_place`: where the message that was clicked is private, it becomes this one; everywhere
        else, and where that message is gone, a new one is made. None where Discord says that the
        interaction was answered before: nobody knows by what. Raises AnswerLost.
        """
        async with self._lock:
            try:
                sent = await self._show(message, pictures, in_place=in_place)
            except DISCORD_ERRORS as error:
                self.no_uploads = uploads_refused(error)
                if not (self.no_uploads and pictures):
                    raise
                pictures = NO_PICTURES
                sent = await self._show(message, pictures, in_place=in_place)
            if sent is not None:
                sent.digest, sent.picture = shown_digest(message, pictures), first_of(pictures)
            return sent

    async def _show(
        self, message: Message, pictures: Mapping[str, bytes], *, in_place: bool
    ) -> LiveMessage | None:
        try:
            return await self._show_once(message, pictures, in_place=in_place)
        except _MessageGone:  # a newer panel has taken its place while this one was pressed
            return await self._show_once(message, pictures, in_place=False)

    async def _show_once(
        self, message: Message, pictures: Mapping[str, bytes], *, in_place: bool
    ) -> LiveMessage | None:
        sent = None
        if self.is_open:
            sent = await self._respond(message, pictures, in_place=in_place)
        if sent is None and (self._deferred or not self.is_open):
            sent = await self._send_late(message, pictures, in_place=in_place)
        return sent

    async def _respond(
        self, message: Message, pictures: Mapping[str, bytes], *, in_place: bool
    ) -> LiveMessage | None:
        """Answer by the callback; None where the interaction was answered before."""
        response = self.interaction.response
        if in_place and self.on_private_message:
            edited = await self._call(lambda: response.edit_message(**to_edit(message, pictures)))
            return self._clicked() if edited is not None or self._heard else None
        said = await self._call(
            lambda: response.send_message(ephemeral=True, **to_send(message, pictures))
        )
        if self._heard:
            made = await self._try(self.interaction.original_response())
            return None if made is None else self.token.original(made.id)
        if said is None or said.message_id is None:
            return None
        return self.token.original(said.message_id)

    async def _send_late(
        self, message: Message, pictures: Mapping[str, bytes], *, in_place: bool
    ) -> LiveMessage | None:
        """Send what could not be part of the callback.

        "Original" means the message that was clicked after a deferred press, so it is used only
        where that is private, and else for the private message that says "thinking".
        """
        if in_place and self.on_private_message and self.interaction.response.type in IN_PLACE:
            sending = self.interaction.edit_original_response(**to_edit(message, pictures))
            return None if await self._try(sending) is None else self._clicked()
        if self._waits:
            self._waits = False
            sending = self.interaction.edit_original_response(**to_edit(message, pictures))
            filled = await self._try(sending)
            return None if filled is None else self.token.original(filled.id)
        return await self._try(self.token.push(message, pictures))

    def _clicked(self) -> LiveMessage:
        """Return a handle on the private message that was clicked."""
        clicked = self.interaction.message
        if clicked is None or not self.on_private_message:
            raise ValueError("a message that others see never becomes a private one")
        if self.on_direct_message:
            return LiveMessage(clicked.id, clicked.edit, clicked.delete)
        return self.token.original(clicked.id)

    async def _call(self, respond: Callable[[], Awaitable[T]]) -> T | None:
        """Send Discord's first word of an answer; once more where the connection broke.

        Discord takes one such word: it says of the second where it has heard the first.
        """
        try:
            return await self._try(respond())
        except AnswerLost as lost:
            if lost.__cause__ is None or not failure_of(lost.__cause__).connection_broke:
                raise
            _LOG.info("the connection broke: interaction %s is answered again", self.interaction.id)
        again = await self._try(respond())
        self._heard = again is None
        return again

    async def _try(self, sending: Awaitable[T]) -> T | None:
        """Send; an answer that comes too late, twice or not through is no error of the game."""
        try:
            return await sending
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.code == ALREADY_ANSWERED:
                _LOG.info("interaction %s was answered already", self.interaction.id)
                return None
            if failure.code == UNKNOWN_MESSAGE:
                raise _MessageGone from error
            if uploads_refused(error):
                raise
            if failure.is_temporary or failure.code in TOO_LATE or failure.status == 403:
                raise AnswerLost from error
            raise
