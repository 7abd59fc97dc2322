"""The computer players of a lobby: who they are and how strong they play."""

from __future__ import annotations

from . import lobby
from .ports import ComputerPlayers
from .repository import TableRepository
from .views import Progress


class Computers:
    """Puts computer players into a lobby's seats. Every method may raise a `TableError`."""

    def __init__(self, repository: TableRepository, players: ComputerPlayers) -> None:
        self._repository = repository
        self._players = players

    async def fill(self, table_id: str, user_id: int, level: str | None = None) -> Progress:
        """Put computer players into the open seats; a level that is named is that of all."""
        levels = self._players.levels
        wanted = level if level in levels else None
        return await self._repository.change(
            table_id, lambda live: lobby.fill(live, user_id, wanted, levels[0]), user_id
        )

    async def set_level(self, table_id: str, user_id: int, level: str) -> Progress:
        """Let the computer players play at a level; the strongest where it is unknown."""
        wanted = level if level in self._players.levels else self._players.levels[0]
        return await self._repository.change(
            table_id, lambda live: lobby.set_level(live, user_id, wanted), user_id
        )

    async def remove(self, table_id: str, user_id: int, seat: int) -> Progress:
        """Take a computer player out of the lobby."""
        return await self._repository.change(
            table_id, lambda live: lobby.remove_computer(live, user_id, seat), user_id
        )
