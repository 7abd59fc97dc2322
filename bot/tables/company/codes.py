"""The codes of tables, which the people at a table give to their friends."""

from __future__ import annotations

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


class Codes:
    """Finds tables by their codes, and changes those. Methods raise TryAgain.

    Who tries many codes would find a table of strangers sooner or later, so wrong ones are counted,
    for all processes and over restarts.
    """

    def __init__(
        self,
        wrong: WrongCodeStore,
        tables: TableStore,
        repository: TableRepository,
        randomness: Randomness,
        clock: Clock,
    ) -> None:
        self._wrong = wrong
        self._tables = tables
        self._repository = repository
        self._randomness = randomness
        self._clock = clock

    async def table_with(self, code: str, user_id: int) -> str:
        """Find the open table with a code, as a person typed it; count a wrong one.

        A try is counted before the code is looked up: several at once get no answer for free.
        Raises NoSuchCode and TooManyCodes.
        """
        read = read_code(code)
        if read is None:
            raise NoSuchCode
        now = self._clock.now()
        since = now - WRONG_SECONDS
        with store_errors_as_try_again():
            number = await self._wrong.take_try(user_id, now=now, since=since, most=MOST_WRONG)
            if number is None:
                oldest = await self._wrong.oldest_try(user_id, since)
                raise TooManyCodes((now if oldest is None else oldest) + WRONG_SECONDS)
            table_id = await self._tables.table_with_code(read)
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
