"""Invitations: who brings whom to a table."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.settings.invitations import InvitationStore
from bot.values.clock import Clock
from bot.values.pings import MOST_INVITED

from ..errors import EventTable, NoSuchTable, NotSeated, TableFull
from ..model import Occupant, Status, Table
from ..ports import store_errors_as_try_again
from ..service import TableService
from ..views import TableView
from .errors import AlreadyHere, NobodyToInvite


class Invitations:
    """Saves who is invited to which table. Every method may raise a `TableError`.

    Whoever has a seat at a table can invite people there.
    """

    def __init__(self, store: InvitationStore, tables: TableService, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock

    async def require_inviter(self, table_id: str, user_id: int) -> TableView:
        """Return a table to which a person can invite others now.

        Raises NotSeated, EventTable, and TableFull if people have all seats.
        """
        table = await self._tables.row(table_id)
        if table.status is Status.CLOSED:
            raise NoSuchTable(table.number)
        if table.held_by(user_id) is None:
            raise NotSeated(table.number)
        if table.event_id is not None:
            raise EventTable
        if not has_room(table):
            raise TableFull(table.number)
        return await self._tables.view(table_id)

    async def invite(self, table_id: str, user_id: int, people: Mapping[int, str]) -> TableView:
        """Invite people, by their ids with their names.

        Raises what `require_inviter` raises, NobodyToInvite without any, or for oneself, and
        AlreadyHere if one has a seat there.
        """
        view = await self.require_inviter(table_id, user_id)
        if not 0 < len(people) <= MOST_INVITED or user_id in people:
            raise NobodyToInvite(MOST_INVITED)
        here = tuple(name for each, name in people.items() if view.held_by(each) is not None)
        if here:
            raise AlreadyHere(here)
        with store_errors_as_try_again():
            await self._store.invite(table_id, people.keys(), user_id, self._clock.now())
        return view


def has_room(table: Table) -> bool:
    """Return True if another person could get a seat, now or at the next shake."""
    return any(
        seat.occupant is not Occupant.PERSON and seat.holder is None and seat.held_for is None
        for seat in table.seats
    )
