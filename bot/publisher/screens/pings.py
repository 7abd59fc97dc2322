"""Pings at a table: for the turn or a claim, and for people whose hand did not reach them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.presenter.table.claims import claim_offer
from bot.presenter.table.notices import (
    cannot_dm,
    dm_comes_later,
    hands_dealt,
    nudge,
    out_of_reach,
    takeover_asked,
    takeover_offer,
)
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.tables.errors import TableError
from bot.tables.model import Status
from bot.tables.service import TableService
from bot.tables.views import TableView
from bot.values.posted import PostedKey, PostedKind

from .reader import PingReason, Reader

_LOG = logging.getLogger(__name__)


class TurnPing:
    """The current ping at a table, for the player in turn or for those a claim asks."""

    def __init__(self, means: Means, table_id: str) -> None:
        self.message = PostedMessage(means, PostedKey(PostedKind.PING, table_id), is_ours=True)
        # the seq of its turn; whether it is about a claim
        self._asked: tuple[int, bool] | None = None

    async def show(
        self, table: TableView, context: RenderContext, pinged: Mapping[int, bool]
    ) -> None:
        """Ping for the turn, a computer's takeover or a claim, or delete a ping that is over.

        `pinged`: the users who may be pinged, with True for those pinged for their turn.
        """
        claims = table.claim is not None and bool(table.claim.waiting)
        message = _message_for(table, context, claims=claims, pinged=any(pinged.values()))
        asked = self._asked
        self._asked = (table.seq, claims)
        another = self._asked != asked and (claims or asked is not None)
        if message is None:
            await self.message.remove()
            return
        may = tuple(user_id for user_id in message.mentions if user_id in pinged)
        wanted = replace(message, mentions=may)
        await self.message.show(
            Wanted(
                write=lambda: wanted,
                channel_id=table.known_place.channel_id,
                guild_id=table.guild_id,
                again=another and self.message.live is not None,  # an edit pings no one
            )
        )


def _message_for(
    table: TableView, context: RenderContext, *, claims: bool, pinged: bool
) -> Message | None:
    if claims:
        return claim_offer(table, context)
    if table.offer:
        return takeover_offer(table, context)
    if pinged:
        return nudge(table, context)
    return takeover_asked(table, context) if table.asked else None


async def may_be_pinged(
    table: TableView, person: Callable[[int], Awaitable[Reader]], now: float
) -> Mapping[int, bool]:
    """Return the users who may be pinged, with True for those pinged for their turn."""
    found = {}
    to_act = None if table.view is None else table.view.to_act
    for line in table.people:
        chosen = (await person(line.user_id or 0)).preferences
        if chosen.may_be_pinged(now):
            turn = line.seat == to_act and not (table.alone or line.away)
            found[line.user_id or 0] = turn and chosen.is_pinged(now, late=table.nudge)
    return found


async def ping_people(
    channels: Channels,
    table: TableView,
    context: RenderContext,
    pinged: Sequence[Reader],
    now: float,
    *,
    waiting: bool,
    gone: Callable[[int], Awaitable[None]],
) -> None:
    """Ping users whose hand did not reach them, unless their preferences forbid it.

    `waiting`: a DM is pending whose user may have to be in the same ping. `gone` is called for a
    user who cannot be reached.
    """
    for person in pinged:
        if person.ping is PingReason.CLOSED:
            message = cannot_dm(table, person.user_id, context)
            if not person.preferences.may_be_pinged(now):
                message = replace(message, mentions=())
            await _ping(channels, table, message, [person], person.ping)
        elif person.ping is PingReason.GONE:
            await gone(person.user_id)
            message = out_of_reach(table, person.user_id, context)
            await _ping(channels, table, message, [person], person.ping)
        else:
            continue
        person.ping = None
    if waiting:
        return
    later = [person for person in pinged if person.ping is PingReason.LATER]
    dealt = [
        person for person in pinged if person.ping is PingReason.DEALT and _may_ping(person, now)
    ]
    if later and table.status is Status.PLAYING:
        told = [person.user_id for person in later]
        called = tuple(person.user_id for person in later if _may_ping(person, now))
        message = dm_comes_later(table, told, context, called)
        await _ping(channels, table, message, later, PingReason.LATER)
        for person in later:
            person.ping = None
    if dealt and table.status is Status.PLAYING:
        message = hands_dealt(table, [person.user_id for person in dealt], context)
        await _ping(channels, table, message, dealt, PingReason.DEALT)
    for person in pinged:
        person.ping = None


async def tell_unreached(
    table: TableView,
    context: RenderContext,
    unreached: Sequence[Reader],
    now: float,
    *,
    gone: Callable[[int], Awaitable[None]],
) -> None:
    """Tell users whom no DM has reached, at a table without a channel to ping in, where they press.

    `gone` is called for a user who cannot be reached.
    """
    for person in unreached:
        if person.ping is PingReason.GONE:
            await gone(person.user_id)
        elif person.ping is not None:
            message = cannot_dm(table, person.user_id, context)
            if person.ping is PingReason.LATER:
                message = dm_comes_later(table, [person.user_id], context, ())
            await person.tell(replace(message, mentions=()), now)
        person.ping = None


async def set_away(tables: TableService, table_id: str, user_id: int) -> None:
    """Let a computer play for a user who cannot be reached."""
    try:
        await tables.set_away(table_id, user_id)
    except TableError:
        _LOG.info("an unreachable user has already left table %s", table_id)


def _may_ping(person: Reader, now: float) -> bool:
    """Return True if a user cannot see their hand and may be pinged."""
    return not person.has_panel(now) and person.preferences.may_be_pinged(now)


async def _ping(
    channels: Channels,
    table: TableView,
    message: Message,
    people: Sequence[Reader],
    why: PingReason,
) -> None:
    """Post a ping; a retry never posts a second one."""
    readers = [person.user_id for person in people]
    channel_id = table.known_place.channel_id
    _, occasion = await channels.post(
        channel_id,
        (table.table_id, table.hand_no, why.name, channel_id, *readers),
        1 + max(person.pinged for person in people),
        message,
    )
    for person in people:
        person.pinged = occasion
