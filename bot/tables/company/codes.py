"""Sitting down by a code, which the people at a table give to their friends."""

from __future__ import annotations

from typing import Protocol

from bot.store.settings.wrong_codes import WrongCodeStore
from bot.store.tables import TableStore
from bot.values.clock import Clock
from bot.values.table_codes import MOST_WRONG, WRONG_SECONDS, read_code

from ..loaded import LoadedTable, PendingChange, with_table
from ..lobby import require_host
from ..ports import Randomness, store_errors_as_try_again
from ..repository import TableRepository
from ..views import Progress
from .errors import NoCode, NoSuchCode, TooManyCodes


class Sit(Protocol):
    """Seats a person; see `TableService.sit`."""

    async def __call__(
        self, table_id: str, user_id: int, name: str, *, anyway: bool, with_code: bool
    ) -> Progress:
        """Seat a person, who has typed the table's code."""


class Codes:
    """Seats people by the codes of tables, and changes those. Methods raise TryAgain.

    Who tries many codes would find a table of strangers sooner or later, so wrong ones are counted,
    for all processes and over restarts.
    """

    def __init__(
        self,
        wrong: WrongCodeStore,
        tables: TableStore,
        repository: TableRepository,
        sit: Sit,
        randomness: Randomness,
        clock: Clock,
    ) -> None:
        self._wrong = wrong
        self._tables = tables
        self._repository = repository
        self._sit = sit
        self._randomness = randomness
        self._clock = clock

    async def join(self, code: str, user_id: int, name: str, *, anyway: bool = False) -> Progress:
        """Seat a person at the table with a code, as they typed it.

        Raises NoSuchCode, TooManyCodes, and what `TableService.sit` raises.
        """
        read = read_code(code)
        if read is None:
            raise NoSuchCode
        table_id = await self._table_with(read, user_id)
        return await self._sit(table_id, user_id, name, anyway=anyway, with_code=True)

    async def _table_with(self, code: str, user_id: int) -> str:
        """Find the open table with a code; count a wrong one.

        A try is counted before the code is looked up: several at once get no answer for free.
        """
        now = self._clock.now()
        since = now - WRONG_SECONDS
        with store_errors_as_try_again():
            number = await self._wrong.take_try(user_id, now=now, since=since, most=MOST_WRONG)
            if number is None:
                oldest = await self._wrong.oldest_try(user_id, since)
                raise TooManyCodes((now if oldest is None else oldest) + WRONG_SECONDS)
            table_id = await self._tables.table_with_code(code)
            if table_id is None:
                raise NoSuchCode
            await self._wrong.forgive(user_id, number)
        return table_id

    async def change(self, table_id: str, user_id: int) -> Progress:
        """Give a table that has a code a new one, for its host. Raises NoCode and NotHost."""

        def edit(live: LoadedTable) -> PendingChange:
            require_host(live, user_id)
            if live.table.code is None:
                raise NoCode
            return PendingChange(with_table(live, code=self._randomness.table_code()))

        return await self._repository.change(table_id, edit, user_id)
