"""The one message at a table that calls for somebody: the player in turn, or those a claim asks."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord

from bot.presenter import Message, RenderContext, claim_offer, nudge, takeover_offer
from bot.tables.views import TableView

from .convert import to_edit, to_send
from .digest import digest_of
from .ports import Surface, SurfaceKind, Surfaces


async def say(
    bot: discord.Client, table: TableView, message: Message, nonce: str | None = None
) -> discord.Message:
    """Post a message at a table; with a `nonce`, sent again it is not written twice."""
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    kwargs = to_send(message, {})
    if nonce is not None:
        kwargs["nonce"] = nonce
    return await channel.send(**kwargs)


class Notice:
    """The call that stands at a table at present, if one does."""

    def __init__(self, bot: discord.Client, surfaces: Surfaces, table_id: str) -> None:
        self._bot = bot
        self._surfaces = surfaces
        self._table_id = table_id
        self._surface: Surface | None = None
        self._asked: int | None = None  # the seq at which it puts a claim to people

    def remember(self, surface: Surface) -> None:
        """Note the call that an earlier start of the program has left."""
        self._surface = surface

    async def show(self, table: TableView, context: RenderContext) -> None:
        """Call the person in turn, offer a computer's turn, ask about a claim, or take it back."""
        claims = table.claim is not None and bool(table.claim.waiting)
        wanted = _wanted(table, context, claims=claims)
        asked, self._asked = self._asked, table.seq if claims else None
        if self._surface is not None and (wanted is None or self._asked != asked):
            await self._take_back(self._surface)  # an edit calls nobody: a claim is a new message
        if wanted is None:
            return
        if self._surface is None:
            await self._post(table, wanted, "claim" if claims else "call")
        elif self._surface.digest != digest_of(wanted):
            await self._edit(self._surface, table, wanted)

    async def _post(self, table: TableView, wanted: Message, kind: str) -> None:
        nonce = f"{self._table_id}:{table.seq}:{kind}"
        sent = await say(self._bot, table, wanted, nonce)
        digest = digest_of(wanted)
        self._surface = Surface(
            self._table_id, SurfaceKind.PING, 0, 0, table.channel_id, sent.id, digest
        )
        await self._surfaces.put_surface(self._surface)

    async def _edit(self, surface: Surface, table: TableView, wanted: Message) -> None:
        try:
            await self._partial(surface).edit(**to_edit(wanted, {}))
        except discord.NotFound:  # somebody has deleted it
            await self._post(table, wanted, "again")
        else:
            self._surface = replace(surface, digest=digest_of(wanted))

    async def _take_back(self, surface: Surface) -> None:
        with suppress(discord.NotFound):  # somebody else has taken it away
            await self._partial(surface).delete()
        self._surface = None
        await self._surfaces.drop_surface(surface)

    def _partial(self, surface: Surface) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(surface.channel_id)
        return channel.get_partial_message(surface.message_id)


def _wanted(table: TableView, context: RenderContext, *, claims: bool) -> Message | None:
    if claims:
        return claim_offer(table, context)
    if table.offer:
        return takeover_offer(table, context)
    return nudge(table, context) if table.nudge else None
