"""Who of the people of a private table is in its thread: who has a seat there, or is invited."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

from bot.publisher.calls.discord_errors import DISCORD_ERRORS, THREAD_ARCHIVED, failure_of
from bot.publisher.keeper.means import Means
from bot.tables.model import Status
from bot.tables.views import TableView

_LOG = logging.getLogger(__name__)


class ThreadMembers:
    """Adds people to the thread of one private table, each once; after a restart once more.

    Whom Discord refuses, perhaps since they can't see the thread's channel, plays by DM.
    """

    def __init__(self, means: Means) -> None:
        self._means = means
        self._done: set[tuple[int, int]] = set()

    def lacks_somebody(self, table: TableView) -> bool:
        """Return True if somebody who has a seat has not been added yet."""
        if table.place is None or not table.private:
            return False
        thread_id = table.place.channel_id
        return any((thread_id, user_id) not in self._done for user_id in _seated(table))

    async def add_seated(self, table: TableView) -> None:
        """Add everybody who has a seat, or for whom one is held."""
        await self.add(table, _seated(table))

    async def add(self, table: TableView, user_ids: Iterable[int]) -> None:
        """Add people, as the host invites them. Raises discord.py's errors to try again."""
        if not table.private or table.place is None or table.status is Status.CLOSED:
            return
        thread_id = table.place.channel_id
        for user_id in user_ids:
            if (thread_id, user_id) in self._done:
                continue
            try:
                await self._means.channels.add_to_thread(thread_id, user_id)
            except DISCORD_ERRORS as error:
                failure = failure_of(error)
                if failure.is_temporary:
                    raise
                _LOG.info("somebody can't be in the thread of their table: %s", failure)
                if failure.code == THREAD_ARCHIVED:  # the next message there opens it
                    continue
            self._done.add((thread_id, user_id))

    async def remove(self, table: TableView, user_id: int) -> None:
        """Remove somebody who has no seat, as the host blocks them. Raises discord.py's errors."""
        if not table.private or table.place is None or table.held_by(user_id) is not None:
            return
        thread_id = table.place.channel_id
        self._done.discard((thread_id, user_id))
        await self._means.channels.remove_from_thread(thread_id, user_id)


def _seated(table: TableView) -> Iterator[int]:
    people = (user_id for line in table.seats for user_id in (line.holder, line.held_for))
    return (user_id for user_id in people if user_id is not None)
