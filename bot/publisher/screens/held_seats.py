"""The messages to the people for whom a lobby holds seats; each pings once."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.presenter.table.notices import seat_held_by_dm, seats_held
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.tables.views import TableView
from bot.values.posted import EVERYBODY, Posted, PostedKey, PostedKind

from .surroundings import Surroundings

_LOG = logging.getLogger(__name__)


class HeldSeats:
    """The messages about one table: one in its channel, or at a table without one a DM to each.

    Each is posted once. The one in the channel is deleted when no seat is held any longer.
    """

    def __init__(self, around: Surroundings, table_id: str) -> None:
        self._around = around
        self._table_id = table_id
        self._messages: dict[int, PostedMessage] = {}  # by reader
        self._passed_over: set[int] = set()  # whom no DM may reach, or can

    def remember(self, posted: Posted) -> None:
        """Adopt an entry of an earlier run."""
        self._message_to(posted.key.user_id).remember(posted)

    def forget(self, user_id: int) -> None:
        """Stop writing to a user."""
        self._messages.pop(user_id, None)

    def _message_to(self, reader: int) -> PostedMessage:
        if reader not in self._messages:
            key = PostedKey(PostedKind.HELD_SEATS, self._table_id, user_id=reader)
            self._messages[reader] = PostedMessage(self._around.means, key, is_ours=True)
        return self._messages[reader]

    # In the channel --------------------------------------------------------------------------

    async def show(self, table: TableView, context: RenderContext) -> None:
        """Post the message, or edit it as people sit down or decline; an edit pings no one.

        A message that somebody has deleted is not posted again.
        """
        message = self._message_to(EVERYBODY)
        held = [line.held_for for line in table.seats if line.held_for is not None]
        if not held:
            await message.remove()
            return
        pinged: tuple[int, ...] = ()
        if message.live is None:
            if await self._was_posted(message):
                return
            pinged = await self._whom_to_ping(table, held)
        written = replace(seats_held(table, held, context), mentions=pinged, silent=not pinged)
        await message.show(
            Wanted(
                write=lambda: written,
                channel_id=table.known_place.channel_id,
                guild_id=table.guild_id,
            )
        )

    async def _was_posted(self, message: PostedMessage) -> bool:
        return bool(await self._around.means.messages.last_occasion(message.key))

    async def _whom_to_ping(self, table: TableView, held: list[int]) -> tuple[int, ...]:
        """Return whom a message pings: nobody at a planned table, of which its people know."""
        if table.plan is not None:
            return ()
        host = next((line.user_id for line in table.seats if line.host), None)
        return () if host is None else await self._around.pings.take(table.table_id, host, held)

    # By DM -----------------------------------------------------------------------------------

    async def show_by_dm(self, table: TableView) -> None:
        """Write to each person for whom a seat is held, if they may be pinged and can be reached.

        Their DM stays when the seat is held no longer, as they can still sit down by it; it is
        deleted when they have. Raises discord.py's errors if a retry may succeed.
        """
        held = {line.held_for for line in table.seats if line.held_for is not None}
        for user_id in sorted(held | self._messages.keys()):
            message = self._message_to(user_id)
            if table.held_by(user_id) is not None:
                await message.remove()
            elif message.live is not None or (
                user_id in held and await self._may_write(table, user_id, message)
            ):
                await self._write(table, user_id, message)

    async def _may_write(self, table: TableView, user_id: int, message: PostedMessage) -> bool:
        if user_id in self._passed_over or await self._was_posted(message):
            return False
        if await self._whom_to_ping(table, [user_id]):
            return True
        self._passed_over.add(user_id)
        return False

    async def _write(self, table: TableView, user_id: int, message: PostedMessage) -> None:
        chosen = await self._around.preferences.preferences(user_id)
        context = self._around.contents.context(table.guild_id, chosen.locale)
        written = seat_held_by_dm(table, user_id, context)
        try:
            await message.show(Wanted(write=lambda: written, channel_id=None))
        except NoDm as error:
            _LOG.info("somebody is not told that a seat is held for them: %s", error)
            self._passed_over.add(user_id)
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("could not tell somebody that a seat is held for them: %s", failure)
            self._passed_over.add(user_id)
