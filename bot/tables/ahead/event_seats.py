"""Tables of events: opened with their people seated, and seated anew for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables import hands
from bot.tables.clocks.deadlines import Timing
from bot.tables.describe import table_view
from bot.tables.house_rules import new_table, table_rules
from bot.tables.model import Place, Seat, Table
from bot.tables.ports import Randomness
from bot.tables.repository import TableRepository
from bot.tables.seating import Seating
from bot.tables.views import TableView
from bot.values.clock import Clock


class EventSeats:
    """Seats people at tables of events. `level`: that of the computers."""

    def __init__(
        self,
        repository: TableRepository,
        seating: Seating,
        level: str,
        randomness: Randomness,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._seating = seating
        self._level = level
        self._randomness = randomness
        self._clock = clock
        self._timing = timing

    async def open_seated(
        self,
        *,
        event_id: str,
        place: Place,
        host_id: int,
        game: str,
        rules: Mapping[str, object],
        seats: Sequence[Seat],
        best_of: int | None = None,
    ) -> TableView:
        """Open an event's table with these people and computers seated, and begin.

        `place`: with the table's number in the event. `best_of`: as in `Table`.
        A person with a live seat elsewhere is away here until they take this seat.
        """
        now = self._clock.now()
        table = new_table(place, host_id, table_rules(game, rules), self._timing, now)

        async def create(seated: tuple[Seat, ...]) -> Table:
            row = replace(table, event_id=event_id, seats=seated, best_of=best_of)
            return await self._repository.create(row)

        created = await self._seating.seat_all(seats, self._level, create)
        await self._repository.change(
            created.table_id, lambda live: hands.begin(live, self._randomness, now)
        )
        return table_view(await self._repository.read(created.table_id), self._timing)

    async def seat_anew(self, table_id: str, seats: Sequence[Seat], game_no: int) -> None:
        """Begin this game of an event's table with other people in the seats.

        No change if it has begun. People are seated as by `open_seated`.
        """
        randomness = self._randomness
        now = self._clock.now()

        async def begin(seated: tuple[Seat, ...]) -> None:
            await self._repository.change(
                table_id, lambda live: hands.seat_anew(live, seated, game_no, randomness, now)
            )

        await self._seating.seat_all(seats, self._level, begin, table_id)
