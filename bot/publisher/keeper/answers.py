"""Answers each interaction exactly once, within Discord's three seconds.

The router may defer an `Answer` while its handler is still running, so each step takes a lock and
checks what was sent already.

Each answer returns a handle on the message that Discord has made. Only this module knows which
message an interaction calls "original": after a deferred press on a public message, that is the
public message, and nothing private may ever be written into it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from typing import TypeVar, cast

import discord

from bot.presenter.words.ids import ComponentId
from bot.presenter.words.spec import Message, TextForm
from bot.publisher.calls.convert import to_edit, to_modal, to_send
from bot.publisher.calls.discord_errors import (
    ALREADY_ANSWERED,
    DISCORD_ERRORS,
    TOO_LATE,
    UNKNOWN_MESSAGE,
    failure_of,
    picture_refused,
    uploads_refused,
)
from bot.values.names import is_visible

from .in_words import or_in_words
from .live_message import NO_FILES, Files, LiveMessage, first_of, shown_digest

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
ORIGINAL = cast("int", "@original")  # Discord accepts this in place of a message id
TOKEN_SECONDS = 14 * 60.0
# the responses after which "original" means the clicked message
IN_PLACE = (
    None,  # a deferral whose response was lost
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
ON_A_MESSAGE = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class AnswerLost(Exception):
    """Discord did not take the answer; the action itself is saved."""


class _MessageGone(AnswerLost):
    """The message to edit has been deleted."""


class Token:
    """The right to send private messages to a user for 15 minutes after an interaction.

    It holds no reference to the interaction, whose hundreds of objects would otherwise stay in
    memory until the next press.
    """

    def __init__(self, webhook: discord.Webhook, expires: float) -> None:
        self.expires = expires
        self._webhook = webhook

    async def push(self, message: Message, pictures: Files = NO_FILES) -> LiveMessage:
        """Send another ephemeral message. Raises discord.py's errors."""
        sent = await self._webhook.send(ephemeral=True, wait=True, **to_send(message, pictures))
        pushed = self._handle(sent.id, sent.id)
        pushed.digest = shown_digest(message, pictures)
        pushed.picture = first_of(pictures)
        return pushed

    def original(self, message_id: int) -> LiveMessage:
        """Return a handle on an ephemeral message that is the interaction's original."""
        return self._handle(message_id, ORIGINAL)

    def _handle(self, message_id: int, known_as: int) -> LiveMessage:
        edit = partial(self._webhook.edit_message, known_as)
        delete = partial(self._webhook.delete_message, known_as)
        return LiveMessage(message_id, edit, delete, expires=self.expires)


class Answer:
    """The answer to one interaction.

    `now`: the interaction's arrival in Unix seconds. `verb`: the verb of the component, or the name
    of the command; `request`: the same with a component's argument. `table_id`: the table that it
    is about, once known. `again`: the id of a button that repeats the request, if one can.
    `clicked_id`: the message with the component or the form. `on_component`: a button or a select
    was used, not a command or a form. `on_private_message`: the clicked message is ephemeral or in
    a DM; `on_direct_message`: it is an ordinary one in a DM.
    """

    def __init__(self, interaction: discord.Interaction, now: float, verb: str = "unknown") -> None:
        message = interaction.message
        is_clicked = message is not None and interaction.type in ON_A_MESSAGE
        is_ephemeral = message is not None and message.flags.ephemeral
        in_dm = is_clicked and interaction.context.dm_channel
        self.interaction = interaction
        self.verb = verb
        self.request = verb
        self.user_id = interaction.user.id
        self.table_id: str | None = None
        self.again: ComponentId | None = None
        self.clicked_id = None if message is None else message.id
        self.on_component = interaction.type is discord.InteractionType.component
        self.on_private_message = is_clicked and (is_ephemeral or in_dm)
        self.on_direct_message = in_dm and not is_ephemeral
        self.no_uploads = False  # Discord has refused its picture or its file
        self._expires = now + TOKEN_SECONDS
        self._lock = asyncio.Lock()
        self._deferred = False  # a deferral was sent, though Discord may not have received it
        self._received = False  # Discord has received an answer whose response was lost
        self._waits = False  # an ephemeral "thinking" message is to be filled

    @cached_property
    def token(self) -> Token:
        """The right to send further private messages."""
        return Token(self.interaction.followup, self._expires)

    @property
    def is_open(self) -> bool:
        """True if Discord has received no answer yet."""
        return not self.interaction.response.is_done() and not self._received

    async def defer(self) -> None:
        """Defer the answer unless one was sent."""
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
        """Acknowledge a click whose outcome other screens show."""
        async with self._lock:
            await self._acknowledge()

    async def _acknowledge(self) -> None:
        if self.is_open:
            await self._call(self.interaction.response.defer)

    async def ask(self, form: TextForm) -> None:
        """Open a form, which is answered by a new interaction. Raises AnswerLost.

        It does nothing once the answer is deferred; the user has to press again.
        """
        async with self._lock:
            if self.is_open:
                send_modal = self.interaction.response.send_modal
                await self._call(lambda: send_modal(to_modal(form)))

    async def fill(
        self,
        message: Message,
        *,
        in_place: bool,
        pictures: Files = NO_FILES,
        replaced: Callable[[], bool] = lambda: False,
    ) -> LiveMessage | None:
        """Show a message to the user alone; return a handle on it.

        `in_place`: edit the clicked message if it is private; if it is public or gone, send a new
        one, unless the clicked message is gone because another has `replaced` it. Return None if
        nothing was sent, or if Discord reports an earlier, unknown answer. Raises AnswerLost.
        """

        async def show(files: Files) -> LiveMessage | None:
            sent = await self._show(message, files, in_place=in_place, replaced=replaced)
            if sent is not None:
                sent.digest = shown_digest(message, files)
                sent.picture = first_of(files)
            return sent

        async with self._lock:
            try:
                return await or_in_words(show, pictures)
            except DISCORD_ERRORS as error:
                self.no_uploads = uploads_refused(error)
                if not (self.no_uploads and pictures):
                    raise
                return await show(NO_FILES)

    async def _show(
        self,
        message: Message,
        pictures: Files,
        *,
        in_place: bool,
        replaced: Callable[[], bool],
    ) -> LiveMessage | None:
        try:
            return await self._show_once(message, pictures, in_place=in_place)
        except _MessageGone:
            if replaced():
                await self._acknowledge()
                return None
            return await self._show_once(message, pictures, in_place=False)

    async def _show_once(
        self, message: Message, pictures: Files, *, in_place: bool
    ) -> LiveMessage | None:
        sent = None
        if self.is_open:
            sent = await self._respond(message, pictures, in_place=in_place)
        if sent is None and (self._deferred or not self.is_open):
            sent = await self._send_late(message, pictures, in_place=in_place)
        return sent

    async def _respond(
        self, message: Message, pictures: Files, *, in_place: bool
    ) -> LiveMessage | None:
        """Answer by the callback; return None if the interaction was answered before."""
        response = self.interaction.response
        if in_place and self.on_private_message:
            edited = await self._call(lambda: response.edit_message(**to_edit(message, pictures)))
            return self._clicked_message() if edited is not None or self._received else None
        said = await self._call(
            lambda: response.send_message(ephemeral=True, **to_send(message, pictures))
        )
        if self._received:
            made = await self._try(self.interaction.original_response())
            return None if made is None else self.token.original(made.id)
        if said is None or said.message_id is None:
            return None
        return self.token.original(said.message_id)

    async def _send_late(
        self, message: Message, pictures: Files, *, in_place: bool
    ) -> LiveMessage | None:
        """Answer after the callback was used up.

        After a deferred press, "original" means the clicked message, so it is edited only if that
        is private; otherwise "original" must be the ephemeral "thinking" message.
        """
        if in_place and self.on_private_message and self.interaction.response.type in IN_PLACE:
            sending = self.interaction.edit_original_response(**to_edit(message, pictures))
            return None if await self._try(sending) is None else self._clicked_message()
        if self._waits:
            self._waits = False
            sending = self.interaction.edit_original_response(**to_edit(message, pictures))
            filled = await self._try(sending)
            return None if filled is None else self.token.original(filled.id)
        return await self._try(self.token.push(message, pictures))

    def _clicked_message(self) -> LiveMessage:
        """Return a handle on the clicked private message."""
        clicked = self.interaction.message
        if clicked is None or not self.on_private_message:
            raise ValueError("a public message must never become a private one")
        if self.on_direct_message:
            return LiveMessage(clicked.id, clicked.edit, clicked.delete)
        return self.token.original(clicked.id)

    async def _call(self, respond: Callable[[], Awaitable[T]]) -> T | None:
        """Send the initial response, and retry once if the connection broke.

        Discord accepts one: it rejects the retry if it has received the first.
        """
        try:
            return await self._try(respond())
        except AnswerLost as lost:
            if lost.__cause__ is None or not failure_of(lost.__cause__).connection_broke:
                raise
            _LOG.info(
                "the connection broke: retrying the answer to interaction %s", self.interaction.id
            )
        again = await self._try(respond())
        self._received = again is None
        return again

    async def _try(self, sending: Awaitable[T]) -> T | None:
        """Send an answer; raise AnswerLost if it is too late or did not get through."""
        try:
            return await sending
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.code == ALREADY_ANSWERED:
                _LOG.info("interaction %s was already answered", self.interaction.id)
                return None
            if failure.code == UNKNOWN_MESSAGE:
                raise _MessageGone from error
            if uploads_refused(error) or picture_refused(error):
                raise
            if failure.is_temporary or failure.code in TOO_LATE or failure.status == 403:
                raise AnswerLost from error
            raise


def name_of(user: discord.User | discord.Member) -> str:
    """Return the name to call a user by: the user name if their display name shows nothing."""
    return user.display_name if is_visible(user.display_name) else user.name
