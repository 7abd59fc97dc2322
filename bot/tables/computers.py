"""The computer players of a lobby: adding, removing, and their level."""

from __future__ import annotations

from . import lobby
from .ports import ComputerPlayers
from .repository import TableRepository
from .views import Progress


class Computers:
    """Adds computer players to lobbies. Every method may raise a `TableError`."""

    def __init__(self, repository: TableRepository, players: ComputerPlayers) -> None:
        self._repository = repository
        self._players = players

    async def fill(self, table_id: str, user_id: int, level: str | None = None) -> Progress:
        """Fill the open seats with computer players; a given level applies to all of them."""
        levels = self._players.levels
        wanted = level if level in levels else None
        return await self._repository.change(
            table_id, lambda live: lobby.fill(live, user_id, wanted, levels[0]), user_id
        )

    async def set_level(self, table_id: str, user_id: int, level: str) -> Progress:
        """Set the level of the computer players; the strongest if it is unknown."""
        wanted = level if level in self._players.levels else self._players.levels[0]
        return await self._repository.change(
            table_id, lambda live: lobby.set_level(live, user_id, wanted), user_id
        )

    async def remove(self, table_id: str, user_id: int, seat: int) -> Progress:
        """Remove a computer player from the lobby."""
        return await self._repository.change(
            table_id, lambda live: lobby.remove_computer(live, user_id, seat), user_id
        )
