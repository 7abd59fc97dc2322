"""Who lets their only legal domino be played for them, noted at the tables where they sit."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from .errors import NoSuchTable
from .loaded import LoadedTable, PendingChange, with_table
from .ports import Store, saved
from .repository import TableRepository
from .seating import Seating


class ForcedPlays:
    """Follows a person's choice at their tables. New seats take it from the store."""

    def __init__(self, repository: TableRepository, store: Store, seating: Seating) -> None:
        self._repository = repository
        self._store = store
        self._seating = seating

    async def follow(self, user_id: int) -> None:
        """Let a person's tables do what the person has chosen by now. Raises TryAgain."""
        async with self._seating.still(user_id):
            with saved():
                wanted = user_id in await self._store.who_plays_forced([user_id])
                tables = await self._store.tables_of(user_id)

            def edit(live: LoadedTable) -> PendingChange | None:
                number = live.table.seat_of(user_id)
                if number is None or live.table.seats[number].plays_forced is wanted:
                    return None
                seats = list(live.table.seats)
                seats[number] = replace(seats[number], plays_forced=wanted)
                return PendingChange(with_table(live, seats=tuple(seats)))

            for table in tables:
                with suppress(NoSuchTable):  # it has ended meanwhile
                    await self._repository.change(table.table_id, edit)
