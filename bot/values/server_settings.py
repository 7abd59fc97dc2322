"""The settings of a server, set by its managers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server.

    `channels`: where tables and their threads may open; empty for anywhere. `threads`: every table
    opens in its own thread. `game`, `preset`: the defaults for new tables. `host_role`: the role
    that may open tables and events, None for everyone. `boards`: leaderboards are on. `pictures`:
    tables are shown as pictures, else in words.
    """

    guild_id: int
    channels: tuple[int, ...] = ()
    threads: bool = False
    game: str = "42"
    preset: str | None = None
    host_role: int | None = None
    boards: bool = True
    pictures: bool = True
