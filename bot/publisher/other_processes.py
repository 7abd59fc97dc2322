"""What the publisher has to know of other processes, and they of what it has done."""

from __future__ import annotations

from typing import Protocol


class OtherProcesses(Protocol):
    """The other processes on the same database."""

    def keeps(self, guild_id: int | None) -> bool:
        """Return whether this process, and no other, shows the tables of a server."""
        ...

    def share(self) -> float:
        """Return which part of what Discord allows the bot this process may use."""
        ...

    def pressed(self, table_id: str, user_id: int, digest: str) -> None:
        """Tell who keeps a table that a user was answered on their DM, which shows this now."""
        ...

    def chosen(self, user_id: int) -> None:
        """Tell the others that a user has made other choices."""
        ...

    def pictures_chosen(self, guild_id: int, *, wanted: bool) -> None:
        """Tell the others whether the tables of a server are shown as pictures from now on."""
        ...

    def asked_again(self, table_id: str) -> None:
        """Tell who keeps a table that its board is to be posted anew."""
        ...

    def forgotten(self, user_id: int) -> None:
        """Tell the others that a user has asked to be forgotten."""
        ...


class NoOtherProcesses:
    """A process that is alone."""

    def keeps(self, _guild_id: int | None) -> bool:
        """Return True: it shows every table."""
        return True

    def share(self) -> float:
        """Return 1: it may use all that Discord allows."""
        return 1.0

    def pressed(self, table_id: str, user_id: int, digest: str) -> None:
        """Tell nobody."""

    def chosen(self, user_id: int) -> None:
        """Tell nobody."""

    def pictures_chosen(self, guild_id: int, *, wanted: bool) -> None:
        """Tell nobody."""

    def asked_again(self, table_id: str) -> None:
        """Tell nobody."""

    def forgotten(self, user_id: int) -> None:
        """Tell nobody."""
