"""Private tables: who may sit there and see them, and how a lobby becomes one."""

from __future__ import annotations

from dataclasses import replace

from bot.store.results import ResultStore
from bot.store.settings.blocks import PersonBlockStore
from bot.store.settings.invitations import InvitationStore

from ..loaded import LoadedTable, PendingChange, with_table
from ..lobby import require_host
from ..model import Table
from ..ports import Randomness, store_errors_as_try_again
from ..repository import TableRepository
from ..turns import require_lobby
from ..views import Progress, TableView
from .errors import NoInvitation


class PrivateTables:
    """Admits people to private tables: who is invited, and who has a part there. Raises TryAgain.

    A code admits, too, but only as somebody sits down by it; see `Blocks.require_welcome`. Whom the
    host has blocked is a stranger there, although invited, as soon as they have no seat.
    """

    def __init__(
        self,
        repository: TableRepository,
        results: ResultStore,
        invitations: InvitationStore,
        blocks: PersonBlockStore,
        randomness: Randomness,
    ) -> None:
        self._repository = repository
        self._results = results
        self._invitations = invitations
        self._blocks = blocks
        self._randomness = randomness

    async def is_admitted(self, table: Table | TableView, user_id: int) -> bool:
        """Return True if a person may sit down at a table, and see it."""
        if not table.private or _has_part(table, user_id):
            return True
        with store_errors_as_try_again():
            if not await self._invitations.is_invited(table.table_id, user_id):
                return False
            return not await self._blocks.is_kept_away(table.table_id, user_id)

    async def require_entry(self, table: Table, user_id: int) -> None:
        """Raise NoInvitation unless a person is admitted, or has played there before."""
        if await self.is_admitted(table, user_id):
            return
        with store_errors_as_try_again():
            is_stranger = await self._blocks.is_kept_away(table.table_id, user_id)
        if is_stranger:
            raise NoInvitation
        await self._require_played(table.table_id, user_id)

    async def require_finished_hands(self, table: Table | TableView, user_id: int) -> None:
        """Raise NoInvitation unless a person is admitted, or has finished a hand there.

        What somebody has played stays theirs, also if the host blocks them.
        """
        if not await self.is_admitted(table, user_id):
            await self._require_played(table.table_id, user_id)

    async def _require_played(self, table_id: str, user_id: int) -> None:
        with store_errors_as_try_again():
            if not await self._results.has_played(table_id, user_id):
                raise NoInvitation

    async def require_makeable(self, table_id: str, user_id: int) -> None:
        """Raise NotSeated, NotHost, EventTable or WrongStatus if `make_private` would."""
        _require_makeable(await self._repository.read(table_id), user_id)

    async def make_private(self, table_id: str, user_id: int, channel_id: int) -> Progress:
        """Make a lobby private, for its host; from now on it is in this thread."""

        def edit(live: LoadedTable) -> PendingChange | None:
            _require_makeable(live, user_id)
            if live.table.private:
                return None
            there = replace(live.table.known_place, channel_id=channel_id)
            code = self._randomness.table_code()
            return PendingChange(with_table(live, private=True, code=code, place=there))

        return await self._repository.change(table_id, edit, user_id)


def _require_makeable(live: LoadedTable, user_id: int) -> None:
    require_host(live, user_id)
    require_lobby(live, user_id)


def _has_part(table: Table | TableView, user_id: int) -> bool:
    """Return True if a person sits at a table, has a seat there to come, or hosts it."""
    mine = any(user_id in (seat.holder, seat.held_for, seat.played_by) for seat in table.seats)
    return mine or (isinstance(table, Table) and table.host_id == user_id)
