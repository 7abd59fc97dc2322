"""People whom somebody keeps away from the tables that they host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

from bot.store.settings.blocks import PersonBlockStore
from bot.values.clock import Clock

from ..errors import NoSuchTable
from ..model import Occupant, Status, Table
from ..ports import store_errors_as_try_again
from ..repository import TableRepository
from ..seating import Seating
from ..views import names_at
from .errors import BlocksFull, MeetsBlocked, NoInvitation, NotBlockable
from .private import PrivateTables

MOST_BLOCKED = 100
"""How many people somebody can block."""
BETWEEN_GAMES = (Status.LOBBY, Status.FINISHED)


class Blocks:
    """Knows who has blocked whom, and keeps blocked people from a host's seats.

    Tables of events are exempt. A game that has begun is played to its end: nobody loses a rated
    game because somebody blocked them. `leave` frees a person's seat. Methods raise TryAgain.
    """

    def __init__(
        self,
        store: PersonBlockStore,
        private: PrivateTables,
        repository: TableRepository,
        seating: Seating,
        leave: Callable[[str, int], Awaitable[object]],
        clock: Clock,
    ) -> None:
        self._store = store
        self._private = private
        self._repository = repository
        self._seating = seating
        self._leave = leave
        self._clock = clock

    async def blocks(self, user_id: int, other_id: int) -> bool:
        """Return True if the first person has blocked the second."""
        with store_errors_as_try_again():
            return await self._store.has_blocked(user_id, other_id)

    async def blocked_among(self, user_id: int, people: Collection[int]) -> frozenset[int]:
        """Return those of some people whom a person has blocked."""
        with store_errors_as_try_again():
            return await self._store.blocked_among(user_id, people)

    async def is_kept_away(self, table_id: str, user_id: int) -> bool:
        """Return True if the host of a table has blocked a person."""
        with store_errors_as_try_again():
            return await self._store.is_kept_away(table_id, user_id)

    async def blocked_by(self, user_id: int) -> Sequence[tuple[int, str]]:
        """List whom a person has blocked, the newest first; a name is empty if unknown."""
        with store_errors_as_try_again():
            return await self._store.blocked_by(user_id)

    async def block(self, user_id: int, other_id: int) -> None:
        """Block a person, who loses their seats at tables that this one hosts between games.

        Raises NotBlockable and BlocksFull.
        """
        if user_id == other_id:
            raise NotBlockable
        with store_errors_as_try_again():
            now = self._clock.now()
            if not await self._store.add_block(user_id, other_id, now, MOST_BLOCKED):
                raise BlocksFull(MOST_BLOCKED)
        for table in await self._seating.tables_of(other_id):
            if table.host_id == user_id:
                await self._free_seat(table, other_id)

    async def unblock(self, user_id: int, other_id: int) -> None:
        """Unblock a person."""
        with store_errors_as_try_again():
            await self._store.drop_block(user_id, other_id)

    async def require_welcome(
        self, table_id: str, user_id: int, *, anyway: bool, with_code: bool = False
    ) -> None:
        """Raise NoInvitation if a table's host has blocked the user, or at a private table.

        `with_code`: the user has typed its code, which admits to a private table. Raises
        MeetsBlocked, unless `anyway`, if they are about to join people whom they have blocked.
        """
        table = (await self._repository.read(table_id)).table
        if table.event_id is not None or table.status is Status.CLOSED:
            return
        if table.host_id != user_id and await self.blocks(table.host_id, user_id):
            raise NoInvitation
        if not (with_code or await self._private.is_admitted(table, user_id)):
            raise NoInvitation
        if anyway or table.held_by(user_id) is not None:
            return
        if met := await self.blocked_among(user_id, _people_at(table)):
            raise MeetsBlocked(_names_of(table, met))

    async def free_seats(self, table_id: str, user_id: int | None = None) -> None:
        """Free the seats of people whom a table's host has blocked, in a lobby and after a game.

        Raises NoInvitation if the user, who wants to go on there, is one of them.
        """
        table = (await self._repository.read(table_id)).table
        if table.status not in BETWEEN_GAMES or table.event_id is not None:
            return
        blocked = await self.blocked_among(table.host_id, _people_at(table))
        for each in blocked:
            await self._free_seat(table, each)
        if user_id in blocked:
            raise NoInvitation

    async def _free_seat(self, table: Table, user_id: int) -> None:
        begun = table.status not in BETWEEN_GAMES and table.seat_of(user_id) is not None
        if begun or table.event_id is not None:
            return
        with suppress(NoSuchTable):  # it has ended meanwhile
            await self._leave(table.table_id, user_id)


def _names_of(table: Table, people: Collection[int]) -> tuple[str, ...]:
    """Return the names of some of a table's people, as its screens show them."""
    names = names_at(table.seats)
    return tuple(
        names[number if seat.occupant is Occupant.PERSON else len(table.seats) + number]
        for number, seat in enumerate(table.seats)
        if seat.holder in people
    )


def _people_at(table: Table) -> list[int]:
    return [seat.holder for seat in table.seats if seat.holder is not None]
