"""The one message at a table that calls for somebody: the player in turn, or those a claim asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.presenter.table.claims import claim_offer
from bot.presenter.table.notices import nudge, takeover_offer
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.ports import Surfaces
from bot.tables.views import TableView
from bot.values.surfaces import Surface, SurfaceKind

from .convert import to_send
from .discord_errors import is_deleted
from .nonces import single_nonce
from .surfaces import KeptMessage


async def say(bot: discord.Client, table: TableView, message: Message) -> None:
    """Post a message at a table that is never changed, and never tried again."""
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    await channel.send(nonce=single_nonce(), **to_send(message, {}))


class Notice:
    """The call that stands at a table now, if one does."""

    def __init__(self, bot: discord.Client, surfaces: Surfaces, table_id: str) -> None:
        self._bot = bot
        self._surfaces = surfaces
        self._table_id = table_id
        self._posted: KeptMessage | None = None
        self._tried = False  # whether a post has failed, of which Discord may have a message
        self._asked: tuple[int, bool] | None = None  # the seq of its turn; whether of a claim

    def remember(self, surface: Surface) -> None:
        """Take up the call that an earlier start of the program has left."""
        self._posted = KeptMessage(self._bot, self._surfaces, surface, is_deleted)

    async def show(
        self, table: TableView, context: RenderContext, pinged: Mapping[int, bool]
    ) -> None:
        """Call the user in turn, offer a computer's turn, ask about a claim, or take it back.

        `pinged`: who may be pinged now, and whether it is for their turn.
        """
        claims = table.claim is not None and bool(table.claim.waiting)
        wanted = _wanted(table, context, claims=claims, pinged=any(pinged.values()))
        if wanted is not None:
            may = tuple(user_id for user_id in wanted.mentions if user_id in pinged)
            wanted = replace(wanted, mentions=may)
        asked, self._asked = self._asked, (table.seq, claims)
        another = self._asked != asked and (claims or asked is not None)
        if self._posted is not None and (wanted is None or another):
            await self._take_back(self._posted)  # an edit calls nobody: a turn is a new message
        if wanted is None:
            return
        if self._posted is None or not await self._posted.edit(wanted):
            await self._post(table, wanted)

    async def _post(self, table: TableView, wanted: Message) -> None:
        surface = Surface(self._table_id, SurfaceKind.PING, 0, 0, table.channel_id, message_id=0)
        tried, self._tried = self._tried, True
        posted = await KeptMessage.post(self._bot, self._surfaces, surface, wanted)
        self._posted, self._tried = posted, False
        if tried and posted.found:  # a call for somebody else: an edit would not call anybody
            await self._take_back(posted)
            posted = await KeptMessage.post(self._bot, self._surfaces, surface, wanted)
            self._posted = posted
        if posted.found:
            await posted.edit(wanted)

    async def _take_back(self, posted: KeptMessage) -> None:
        """Delete the call; one that Discord does not let the bot delete is left behind."""
        await posted.remove()
        self._posted = None
        await posted.forget()


def _wanted(
    table: TableView, context: RenderContext, *, claims: bool, pinged: bool
) -> Message | None:
    if claims:
        return claim_offer(table, context)
    if table.offer:
        return takeover_offer(table, context)
    return nudge(table, context) if pinged else None
