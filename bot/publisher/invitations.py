"""Invitations and calls for players: messages that bring people to a table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace

from bot.presenter.company.inviting import Reached, invitation, invitation_dm, players_call
from bot.presenter.words.spec import Message
from bot.store.people import PeopleStore
from bot.store.sent.pings import PingStore
from bot.tables.company.errors import CalledLately
from bot.tables.views import TableView
from bot.values.clock import Clock
from bot.values.posted import EVERYBODY, PostedKey, PostedKind
from bot.values.seat_alerts import CALL_SECONDS

from .calls.discord_errors import DISCORD_ERRORS, failure_of, quietly
from .calls.dm_channels import NoDm
from .keeper.wanted import Wanted
from .publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)
IsAdmitted = Callable[[TableView, int], Awaitable[bool]]


class InvitationMessages:
    """Posts what brings people to a table. `number` in its methods: a press has its own.

    Methods raise discord.py's errors.
    """

    def __init__(
        self, publisher: DiscordPublisher, people: PeopleStore, pings: PingStore, clock: Clock
    ) -> None:
        self._publisher = publisher
        self._people = people
        self._pings = pings
        self._clock = clock

    async def invite(
        self,
        table: TableView,
        inviter: int,
        people: Mapping[int, str],
        number: int,
        within_sight: Collection[int],
    ) -> Reached:
        """Reach invited people, by their ids with their names: by a DM or a mention at the table.

        `within_sight`: those who can see the table's channel. Who may not be pinged is mentioned
        without a notification, or counts as not reached, whatever the reason.
        """
        about = f"{table.table_id}/{number}"
        allowed = await self._publisher.pings.take(about, inviter, people)
        by_dm = [each for each in allowed if await self._write_to(table, inviter, each, number)]
        rest = [each for each in people if each not in by_dm]
        here = [each for each in rest if each in within_sight]
        if here:
            pinged = tuple(each for each in here if each in allowed)
            context = self._publisher.context(table.guild_id)
            message = invitation(table, inviter, here, context)
            await self._post(table, number, replace(message, mentions=pinged, silent=not pinged))
        return Reached(
            [people[each] for each in here],
            [people[each] for each in by_dm],
            [people[each] for each in rest if each not in here],
        )

    async def _write_to(self, table: TableView, inviter: int, user_id: int, number: int) -> bool:
        """Send an invitation by DM to who wants that; return False if that is not possible."""
        chosen = await self._people.preferences(user_id)
        if not chosen.invited_by_dm:
            return False
        key = PostedKey(PostedKind.INVITATION, table.table_id, number, user_id)
        try:
            await self._invite_by_dm(key, table, inviter)
        except NoDm as error:
            _LOG.info("an invitation was refused: %s", error)
            return False
        except DISCORD_ERRORS as error:
            _LOG.info("an invitation was not sent: %s", failure_of(error))
            return False
        return True

    async def follow(
        self, before: str, table: TableView, host: int, is_admitted: IsAdmitted
    ) -> None:
        """Lead the DMs that invite to a table to the one in its place, so that people can sit.

        Elsewhere everybody finds the new lobby in the table's channel. Who is not admitted, since
        the host has blocked them or they only asked to be told of tables there, is not led to it.
        """
        if table.place is not None and not table.private:
            return
        messages = self._publisher.means.messages
        for posted in await messages.posted_about(before, PostedKind.INVITATION):
            user_id = posted.key.user_id
            if user_id == EVERYBODY or table.held_by(user_id) is not None:
                continue
            if not await is_admitted(table, user_id):
                continue
            key = replace(posted.key, about=table.table_id)
            await messages.put_posted(replace(posted, key=key))
            await messages.drop_posted(posted)
            edited = self._invite_by_dm(key, table, host)
            await quietly(edited, "leading an invitation to another table")

    async def _invite_by_dm(self, key: PostedKey, table: TableView, inviter: int) -> None:
        """Post the DM that invites a person, or edit it."""
        chosen = await self._people.preferences(key.user_id)
        context = self._publisher.context(table.guild_id, chosen.locale)
        message = invitation_dm(table, inviter, context)
        await self._publisher.message(key).show(Wanted(write=lambda: message, channel_id=None))

    async def called_back(self, table: TableView) -> Reached:
        """Say for whom a table without a channel holds seats: who got a DM about that, who not."""
        about = table.table_id, PostedKind.HELD_SEATS
        sent = await self._publisher.means.messages.posted_about(*about)
        readers = {posted.key.user_id for posted in sent}
        held = [line for line in table.seats if line.held_for is not None]
        names = {line.held_for: table.newcomers[line.seat] for line in held}
        return Reached(
            by_dm=[name for user_id, name in names.items() if user_id in readers],
            not_reached=[name for user_id, name in names.items() if user_id not in readers],
        )

    async def call(self, table: TableView, role: int, number: int) -> None:
        """Mention a server's role for players, once in `CALL_SECONDS`. Raises CalledLately."""
        now = self._clock.now()
        guild_id = table.known_place.guild_id or 0
        before = await self._pings.take_call(guild_id, now=now, since=now - CALL_SECONDS)
        if before is not None:
            raise CalledLately(before + CALL_SECONDS)
        message = players_call(table, role, self._publisher.context(guild_id))
        try:
            await self._post(table, number, message)
        except DISCORD_ERRORS:
            await self._pings.undo_call(guild_id, now)
            raise

    async def _post(self, table: TableView, number: int, message: Message) -> None:
        """Post a message at a table, which goes when the table closes."""
        key = PostedKey(PostedKind.INVITATION, table.table_id, number, EVERYBODY)
        await self._publisher.message(key).show(
            Wanted(
                write=lambda: message,
                channel_id=table.known_place.channel_id,
                guild_id=table.guild_id,
            )
        )
