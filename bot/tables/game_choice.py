"""The choice of a table's game: in its lobby, or after a game for the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.values.clock import Clock

from . import lobby
from .clocks.deadlines import Timing
from .errors import AlreadySeated
from .house_rules import HouseRules, new_table, table_rules
from .model import Occupant, Seat, Status, Table
from .repository import TableRepository
from .seating import Channels, Seating
from .views import Progress


class GameChoice:
    """Changes the game of a table for its host, with the people who sit there."""

    def __init__(
        self,
        repository: TableRepository,
        house_rules: HouseRules,
        seating: Seating,
        channels: Channels,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._house_rules = house_rules
        self._seating = seating
        self._channels = channels
        self._clock = clock
        self._timing = timing

    async def change(
        self, table_id: str, user_id: int, game: str, rules: Mapping[str, object]
    ) -> Progress:
        """Change the game; after a game, a new table takes the place of the finished one.

        Raises WrongStatus in mid-game, NotHost, TooManyPeople and the library's errors.
        """
        live = await self._repository.read(table_id)
        if live.table.status is not Status.FINISHED:
            return await self._house_rules.set_game(table_id, user_id, game, rules)
        lobby.require_host(live, user_id)
        checked, old = table_rules(game, rules), live.table
        seats = lobby.seats_for(await self._still_here(old), checked.game.seats)
        place = (old.guild_id, old.channel_id, old.home_channel_id)
        table = new_table(*place, user_id, checked, self._timing, self._clock.now())
        async with self._channels.only_table(old.channel_id, table_id):
            await self._repository.change(
                table_id, lambda live: lobby.close(live, user_id, manager=False)
            )
            created = await self._repository.create(
                replace(table, seats=seats, clock=old.clock or table.clock)
            )
        await self._repository.present(created.table_id)
        return await self._repository.look(created.table_id, user_id)

    async def _still_here(self, table: Table) -> tuple[Seat, ...]:
        """Return the seats of a finished table, opened where the person sits elsewhere now."""
        seats = list(table.seats)
        for number, seat in enumerate(seats):
            if seat.occupant is Occupant.PERSON and seat.user_id is not None:
                try:
                    await self._seating.require_free(seat.user_id, table.table_id)
                except AlreadySeated:
                    seats[number] = Seat()
        return tuple(seats)
