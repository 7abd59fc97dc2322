"""The message to the people for whom a lobby holds seats; it pings them once."""

from __future__ import annotations

from dataclasses import replace

from bot.presenter.table.notices import seats_held
from bot.presenter.words.render_context import RenderContext
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.people_pings import PeoplePings
from bot.tables.views import TableView
from bot.values.posted import PostedKey, PostedKind


class HeldSeats:
    """The message at one table: posted once, and deleted when no seat is held any longer."""

    def __init__(self, means: Means, pings: PeoplePings, table_id: str) -> None:
        key = PostedKey(PostedKind.HELD_SEATS, table_id)
        self.message = PostedMessage(means, key, is_ours=True)
        self._means = means
        self._pings = pings

    async def show(self, table: TableView, context: RenderContext) -> None:
        """Post the message, or edit it as people sit down or decline; an edit pings no one.

        A message that somebody has deleted is not posted again.
        """
        held = [line.held_for for line in table.seats if line.held_for is not None]
        if not held:
            await self.message.remove()
            return
        pinged: tuple[int, ...] = ()
        if self.message.live is None:
            if await self._means.messages.last_occasion(self.message.key):
                return
            pinged = await self._whom_to_ping(table, held)
        written = replace(seats_held(table, held, context), mentions=pinged, silent=not pinged)
        await self.message.show(
            Wanted(
                write=lambda: written,
                channel_id=table.known_place.channel_id,
                guild_id=table.guild_id,
            )
        )

    async def _whom_to_ping(self, table: TableView, held: list[int]) -> tuple[int, ...]:
        """Return whom the message pings: nobody at a planned table, of which its people know."""
        if table.plan is not None:
            return ()
        host = next((line.user_id for line in table.seats if line.host), None)
        return () if host is None else await self._pings.take(table.table_id, host, held)
