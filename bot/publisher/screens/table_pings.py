"""Pings at a table: for the turn or a claim, and for people whose hand did not reach them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import discord

from bot.presenter.table.claims import claim_offer
from bot.presenter.table.notices import (
    cannot_dm,
    dm_comes_later,
    hands_dealt,
    nudge,
    out_of_reach,
    takeover_offer,
)
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import is_deleted
from bot.publisher.calls.nonces import create, single_nonce
from bot.publisher.messages.live_message import KeptMessage
from bot.publisher.ports import Surfaces
from bot.tables.model import Status
from bot.tables.views import TableView
from bot.values.surfaces import Surface, SurfaceKind

from .personal_screens import PersonalScreens, PingReason


async def say(bot: discord.Client, table: TableView, message: Message) -> None:
    """Post a message at a table that is never changed, and never tried again."""
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    await channel.send(nonce=single_nonce(), **to_send(message, {}))


class TablePing:
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


async def ping_people(
    bot: discord.Client,
    table: TableView,
    context: RenderContext,
    pinged: Sequence[PersonalScreens],
    now: float,
    *,
    waiting: bool,
    gone: Callable[[int], Awaitable[None]],
) -> None:
    """Tell people at the table why they are pinged; who may not be pinged is not.

    `waiting`: a DM is under way whose user may have to be pinged in the same message. `gone` is
    given the user who is out of reach.
    """
    for person in pinged:
        if person.ping is PingReason.CLOSED:
            message = cannot_dm(table, person.user_id, context)
            if not person.preferences.may_be_pinged(now):
                message = replace(message, mentions=())
            await _ping(bot, table, message, [person], person.ping)
        elif person.ping is PingReason.GONE:
            await gone(person.user_id)
            message = out_of_reach(table, person.user_id, context)
            await _ping(bot, table, message, [person], person.ping)
        else:
            continue
        person.ping = None
    if waiting:
        return
    later = [person for person in pinged if person.ping is PingReason.LATER]
    dealt = [
        person for person in pinged if person.ping is PingReason.DEALT and _may_call(person, now)
    ]
    if later and table.status is Status.PLAYING:
        told = [person.user_id for person in later]
        called = tuple(person.user_id for person in later if _may_call(person, now))
        message = dm_comes_later(table, told, context, called)
        await _ping(bot, table, message, later, PingReason.LATER)
        for person in later:
            person.ping, person.knows_dm_is_later = None, True
    if dealt and table.status is Status.PLAYING:
        message = hands_dealt(table, [person.user_id for person in dealt], context)
        await _ping(bot, table, message, dealt, PingReason.DEALT)
    for person in pinged:
        person.ping = None


def _may_call(person: PersonalScreens, now: float) -> bool:
    """Return True if a person does not have their hand in front of them and may be pinged."""
    return not person.has_panel(now) and person.preferences.may_be_pinged(now)


async def _ping(
    bot: discord.Client,
    table: TableView,
    message: Message,
    people: Sequence[PersonalScreens],
    why: PingReason,
) -> None:
    """Post a ping; one that is tried again is the same message."""
    readers = [person.user_id for person in people]
    _, occasion = await create(
        bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id),
        (table.table_id, table.hand_no, why.name, table.channel_id, *readers),
        1 + max(person.pinged for person in people),
        lambda: to_send(message, {}),
    )
    for person in people:
        person.pinged = occasion
