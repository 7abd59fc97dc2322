"""The port to other processes: who shows which tables, and notifications to them."""

from __future__ import annotations

from typing import Protocol


class OtherProcesses(Protocol):
    """The other processes on the same database."""

    def serves(self, guild_id: int | None) -> bool:
        """Return True if this process shows the tables of a server."""

    def notify_dm_answered(self, table_id: str, user_id: int, digest: str) -> None:
        """Notify the process that shows a table that a user's DM now shows this."""

    def notify_preferences(self, user_id: int) -> None:
        """Notify the others of a user's new preferences."""

    def notify_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Notify the others that a server has turned pictures on or off."""

    def request_board(self, table_id: str) -> None:
        """Ask the process that shows a table to post its board again."""

    def notify_forgotten(self, user_id: int) -> None:
        """Notify the others that a user has deleted their data."""


class NoOtherProcesses:
    """The port of a single process, which has no other to notify."""

    def serves(self, _guild_id: int | None) -> bool:
        """Return True."""
        return True

    def notify_dm_answered(self, table_id: str, user_id: int, digest: str) -> None:
        """Do nothing."""

    def notify_preferences(self, user_id: int) -> None:
        """Do nothing."""

    def notify_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Do nothing."""

    def request_board(self, table_id: str) -> None:
        """Do nothing."""

    def notify_forgotten(self, user_id: int) -> None:
        """Do nothing."""
