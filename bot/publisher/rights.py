"""Checks that a press may reach the table or event that its component id names.

Component ids can be forged. In a server, the id must name something of that server, or a table
without a server at which the user sits; in a DM, a table whose message was sent to the user.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator

import discord

from bot.events.errors import NoSuchEvent
from bot.events.views import EventView
from bot.presenter.words.ids import ComponentId, Verb, is_day, parse_id
from bot.store.sent.posted import MessageStore
from bot.tables.errors import NoSuchTable, UnknownButton
from bot.tables.model import Table
from bot.values.posted import PostedKind

OF_EVENTS = frozenset(
    {
        Verb.EVENT,
        Verb.EVENT_JOIN,
        Verb.EVENT_LEAVE,
        Verb.EVENT_MANAGE,
        Verb.EVENT_START,
        Verb.EVENT_NEXT,
        Verb.EVENT_CLOSE,
    }
)
OF_NO_TABLE = frozenset(
    {Verb.HELP, Verb.NOW, Verb.OPEN, Verb.JOIN, Verb.LEADERS, Verb.PROFILE, Verb.HABITS}
)
"""Habits name a game only for the way back to it."""
OF_FINISHED_HANDS = frozenset(
    {
        *(Verb.REPLAY, Verb.OPEN_REPLAY, Verb.REPLAY_HAND, Verb.SHARE, Verb.COACH),
        *(Verb.ASK_HAND, Verb.ASK_TABLE_HAND, Verb.AGAIN),
    }
)
"""`Archive.replay`, `Coach.game` and `SamePeople.find` check these, for hands older than any
message."""
OF_VOTES = frozenset({Verb.VOTE, Verb.CLOSE_VOTE})
OF_PLANS = frozenset({Verb.PLAN_IN, Verb.PLAN_OUT, Verb.PLAN_END})
"""`Votes` checks these: a vote is of one server."""
OF_DAYS = frozenset({Verb.DAILY, Verb.PROOF})
OF_HANDS_OF_DAYS = frozenset(
    {
        *(Verb.CALL, Verb.CONTRACT, Verb.PLAY, Verb.PLAY_IT, Verb.SKIP),
        *(Verb.BIDS, Verb.HAND, Verb.LAST, Verb.RULES, Verb.REPLAY),
    }
)
"""What a day's hand allows: no help, and nothing that belongs to a table with others."""
OF_MANAGERS = frozenset({Verb.MENU, Verb.CLOSE})
"""What a server's manager does at any table of it, also at a private one."""
INVITING = PostedKind.INVITATION, PostedKind.HELD_SEATS
"""Messages that bring somebody to a table at which they don't sit yet."""
ELSEWHERE = OF_NO_TABLE | OF_FINISHED_HANDS | OF_VOTES | OF_PLANS


class Rights:
    """Checks presses before they are handled. `table` and `event` read one by its id.

    `entry` raises NoInvitation at a private table to whom is not admitted there.
    """

    def __init__(
        self,
        table: Callable[[str], Awaitable[Table]],
        event: Callable[[str], Awaitable[EventView]],
        entry: Callable[[Table, int], Awaitable[None]],
        posted: MessageStore,
    ) -> None:
        self._entry = entry
        self._table = table
        self._event = event
        self._posted = posted

    async def require(self, interaction: discord.Interaction, pressed: ComponentId) -> None:
        """Raise NoSuchTable or NoSuchEvent if the press comes from somewhere else.

        Raises NoInvitation to a stranger at a private table, and UnknownButton for what a day's
        hand doesn't allow.
        """
        if is_day(pressed.table_id):  # everybody has a hand of their own in it
            if pressed.verb not in OF_DAYS | OF_HANDS_OF_DAYS:
                raise UnknownButton
            return
        if pressed.table_id is None or pressed.verb in ELSEWHERE:
            return
        if pressed.verb in OF_EVENTS:
            event = await self._event(pressed.table_id)
            if event.guild_id != interaction.guild_id:
                raise NoSuchEvent
            return
        table = await self._table(pressed.table_id)
        if interaction.context.dm_channel:
            here = await self._was_sent(interaction, table)
        else:
            sits = table.place is None and table.held_by(interaction.user.id) is not None
            here = sits or table.guild_id == interaction.guild_id
        if not here:
            raise NoSuchTable
        manages = pressed.verb in OF_MANAGERS and interaction.permissions.manage_guild
        if not manages:
            await self._entry(table, interaction.user.id)

    async def _was_sent(self, interaction: discord.Interaction, table: Table) -> bool:
        """Return True if the DM was sent to the user for this table.

        Who was sent an invitation may follow it from other messages, too: to leave another table
        first, they press a button below the refusal.
        """
        message = interaction.message
        user_id = interaction.user.id
        named = message is not None and table.table_id in tables_on(message.components)
        if named and table.held_by(user_id) is not None:
            return True
        sent = await self._posted.posted_about(table.table_id, PostedKind.HAND, *INVITING)
        mine = [each for each in sent if each.key.user_id == user_id]
        if any(each.key.kind in INVITING for each in mine):
            return True
        return named and any(message is not None and each.message_id == message.id for each in mine)


def tables_on(parts: Iterable[object]) -> Iterator[str]:
    """Yield the table id of each component of one of our messages, including nested ones."""
    for part in parts:
        pressed = parse_id(str(getattr(part, "custom_id", None)))
        named = None if pressed is None or is_day(pressed.table_id) else pressed.table_id
        if pressed is not None and named and pressed.verb not in OF_EVENTS | OF_VOTES | OF_PLANS:
            yield named
        yield from tables_on(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield from tables_on([accessory])  # the lobbies of version 1.0
