"""The computer players of a table: adding, removing, their level, and a game with them."""

from __future__ import annotations

from dataclasses import replace

from bot.values.clock import Clock

from . import hands, lobby
from .ahead import changes
from .loaded import LoadedTable, PendingChange, with_table
from .model import Occupant, Status
from .ports import ComputerPlayers, Randomness
from .repository import TableRepository
from .turns import require_seated
from .views import Progress


class Computers:
    """Adds and changes computer players. Every method may raise a `TableError`."""

    def __init__(
        self,
        repository: TableRepository,
        players: ComputerPlayers,
        randomness: Randomness,
        clock: Clock,
    ) -> None:
        self._repository = repository
        self._players = players
        self._randomness = randomness
        self._clock = clock

    async def fill(self, table_id: str, user_id: int, level: str | None = None) -> Progress:
        """Fill the open seats with computer players; a given level applies to all of them."""
        return await self._repository.change(
            table_id, lambda live: self._fill(live, user_id, level), user_id
        )

    async def begin(self, table_id: str, user_id: int, level: str | None = None) -> Progress:
        """Fill the open seats as `fill` does, and begin the game."""

        def begin(live: LoadedTable) -> PendingChange | None:
            filled = live
            if live.table.status is Status.LOBBY:
                plan = self._fill(live, user_id, level)
                filled = live if plan is None else plan.live
            return hands.start(filled, user_id, self._randomness, self._clock.now())

        return await self._repository.change(table_id, begin, user_id)

    async def set_level(self, table_id: str, user_id: int, level: str) -> Progress:
        """Set the level of the computer players; the strongest if it is unknown."""
        wanted = level if level in self._players.levels else self._players.levels[0]

        def edit(live: LoadedTable) -> PendingChange | None:
            changes.require_setup(live, user_id)
            if live.table.status is Status.FINISHED:
                return changes.set_level(live, user_id, self._randomness, wanted)
            return lobby.set_level(live, user_id, wanted)

        return await self._repository.change(table_id, edit, user_id)

    async def fill_against(self, table_id: str, user_id: int, level: str | None) -> Progress:
        """Fill the open seats; a given level applies to the person's opponents."""

        def fill(live: LoadedTable) -> PendingChange | None:
            plan = self._fill(live, user_id, None)
            return plan if plan is None else _against(plan.live, user_id, level) or plan

        return await self._repository.change(table_id, fill, user_id)

    async def set_opponents(self, table_id: str, user_id: int, level: str) -> Progress:
        """Set the level of a person's opponents at their own table, after a game."""

        def edit(live: LoadedTable) -> PendingChange | None:
            after_game = live.table.alone and live.table.status is Status.FINISHED
            return _against(live, user_id, level) if after_game else None

        return await self._repository.change(table_id, edit, user_id)

    async def remove(self, table_id: str, user_id: int, seat: int) -> Progress:
        """Remove a computer player from the lobby, or for its host a person.

        After a game, a computer takes the person's seat.
        """
        level = self._players.levels[0]

        def edit(live: LoadedTable) -> PendingChange | None:
            changes.require_setup(live, user_id)
            if live.table.status is Status.FINISHED:
                now = self._clock.now()
                return changes.dismiss(live, user_id, self._randomness, seat, level, now)
            return lobby.remove(live, user_id, seat)

        return await self._repository.change(table_id, edit, user_id)

    def _fill(self, live: LoadedTable, user_id: int, level: str | None) -> PendingChange | None:
        levels = self._players.levels
        return lobby.fill(live, user_id, level if level in levels else None, levels[0])


def _against(live: LoadedTable, user_id: int, level: str | None) -> PendingChange | None:
    """Set the level of the computers on the other sides; None if nothing changes."""
    game = live.rules.game
    own = require_seated(live, user_id)
    seats = tuple(
        replace(seat, level=level)
        if level and seat.occupant is Occupant.COMPUTER and game.side_of(at) != game.side_of(own)
        else seat
        for at, seat in enumerate(live.table.seats)
    )
    if seats == live.table.seats:
        return None
    return PendingChange(with_table(live, seats=seats))
