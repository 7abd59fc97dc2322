"""People's preferences for their turns, copied to the seats where they sit."""

from __future__ import annotations

from contextlib import suppress

from .errors import NoSuchTable
from .loaded import LoadedTable, PendingChange, with_table
from .ports import Store, store_errors_as_try_again
from .repository import TableRepository
from .seating import Seating


class PlayChoices:
    """Keeps people's live seats in step with their preferences. New seats read the store."""

    def __init__(self, repository: TableRepository, store: Store, seating: Seating) -> None:
        self._repository = repository
        self._store = store
        self._seating = seating

    async def follow(self, user_id: int) -> None:
        """Copy a person's current preferences to their seats. Raises TryAgain."""
        async with self._seating.prevent_seating(user_id):
            with store_errors_as_try_again():
                wanted = (await self._store.play_choices([user_id]))[user_id]
                tables = await self._store.tables_of(user_id)

            def edit(live: LoadedTable) -> PendingChange | None:
                number = live.table.seat_of(user_id)
                if number is None:
                    return None
                seats = list(live.table.seats)
                seats[number] = wanted.noted_on(seats[number])
                if seats[number] == live.table.seats[number]:
                    return None
                return PendingChange(with_table(live, seats=tuple(seats)))

            for table in tables:
                with suppress(NoSuchTable):  # it has ended meanwhile
                    await self._repository.change(table.table_id, edit)
