"""Who of the people of a private table is in its thread: who has a seat there, or is invited."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Iterable, Iterator

from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    THREAD_ARCHIVED,
    Failure,
    failure_of,
)
from bot.publisher.keeper.means import Means
from bot.tables.model import Status
from bot.tables.service import TableService
from bot.tables.views import TableView

_LOG = logging.getLogger(__name__)
_Member = tuple[int, int]  # the thread and the user


class ThreadMembers:
    """Adds people to the thread of one private table, once a hand; after a restart once more.

    Without the members intent, Discord doesn't tell whom a moderator removes. So whoever has a seat
    is added again for each hand, and as soon as they open their hand elsewhere; adding a member
    changes nothing. Whom Discord refuses, perhaps since they can't see the thread's channel, is not
    tried again, and plays by DM. Who leaves their seat may go on watching, unless the host has
    blocked them meanwhile.
    """

    def __init__(self, means: Means, tables: TableService) -> None:
        self._means = means
        self._tables = tables
        self._added: dict[_Member, int] = {}  # for which hand
        self._refused: set[_Member] = set()

    def are_behind(self, table: TableView) -> bool:
        """Return True if a seat's owner was not added for this hand, or somebody left theirs."""
        if table.place is None or not table.private:
            return False
        thread_id = table.place.channel_id
        lacks = any(self._is_wanted(table, (thread_id, user_id)) for user_id in _seated(table))
        return lacks or bool(self._without_seat(table, thread_id))

    def _without_seat(self, table: TableView, thread_id: int) -> list[int]:
        seated = set(_seated(table))
        added = (user_id for thread, user_id in self._added if thread == thread_id)
        return [user_id for user_id in added if user_id not in seated]

    def _is_wanted(self, table: TableView, member: _Member) -> bool:
        return member not in self._refused and self._added.get(member) != table.hand_no

    async def follow_seats(self, table: TableView) -> None:
        """Add everybody who has a seat, or for whom one is held; remove blocked people who left.

        Raises discord.py's errors to try again.
        """
        await self.add(table, _seated(table))
        if table.place is None or table.status is Status.CLOSED:
            return
        thread_id = table.place.channel_id
        channels = self._means.channels
        for user_id in self._without_seat(table, thread_id):
            failure = None
            if await self._tables.blocks.is_kept_away(table.table_id, user_id):
                failure = await _refused(channels.remove_from_thread(thread_id, user_id))
            if failure is None or failure.code != THREAD_ARCHIVED:
                self._added.pop((thread_id, user_id), None)

    async def add_again(self, table: TableView, user_id: int) -> None:
        """Add a person who may have been removed since. Raises discord.py's errors."""
        if table.place is not None:
            self._added.pop((table.place.channel_id, user_id), None)
        await self.add(table, (user_id,))

    async def add(self, table: TableView, user_ids: Iterable[int]) -> None:
        """Add people, as the host invites them. Raises discord.py's errors to try again."""
        if not table.private or table.place is None or table.status is Status.CLOSED:
            return
        thread_id = table.place.channel_id
        for user_id in user_ids:
            member = (thread_id, user_id)
            if not self._is_wanted(table, member):
                continue
            failure = await _refused(self._means.channels.add_to_thread(thread_id, user_id))
            if failure is None:
                self._added[member] = table.hand_no
            elif failure.code != THREAD_ARCHIVED:  # the next message there opens it
                self._refused.add(member)

    async def remove(self, table: TableView, user_id: int) -> None:
        """Remove somebody who has no seat, as the host blocks them. Raises discord.py's errors."""
        if not table.private or table.place is None or table.held_by(user_id) is not None:
            return
        thread_id = table.place.channel_id
        self._added.pop((thread_id, user_id), None)
        await self._means.channels.remove_from_thread(thread_id, user_id)


async def _refused(change: Awaitable[None]) -> Failure | None:
    """Change a thread's members; return why Discord refuses. Raises its errors to try again."""
    try:
        await change
    except DISCORD_ERRORS as error:
        failure = failure_of(error)
        if failure.is_temporary:
            raise
        _LOG.info("could not change the members of a table's thread: %s", failure)
        return failure
    return None


def _seated(table: TableView) -> Iterator[int]:
    people = (user_id for line in table.seats for user_id in (line.holder, line.held_for))
    return (user_id for user_id in people if user_id is not None)
