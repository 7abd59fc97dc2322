"""The settings of a server, set by its managers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EventHosts(StrEnum):
    """Who may open events, besides the managers."""

    TABLES = "tables"  # anyone who may open tables
    ANYONE = "anyone"
    ROLE = "role"
    MANAGERS = "managers"  # nobody else


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server.

    `channels`: where tables and their threads may open; empty for anywhere. `threads`: every table
    opens in its own thread. `game`, `preset`: the defaults for new tables. `host_role`: the role
    that may open tables, None for everyone. `leaderboards`: they are on. `pictures`: tables are
    shown as pictures, else in words. `event_role`: the role that may open events if `event_hosts`
    is a role; None until one is chosen. `daily_channel`: where the boards of the daily hand are
    posted; None for nowhere. `welcome_channel`: where a welcome is kept at the end; None for
    nowhere. `players_role`: the role that a lobby can mention to look for players; None for no one.
    """

    guild_id: int
    channels: tuple[int, ...] = ()
    threads: bool = False
    game: str = "42"
    preset: str | None = None
    host_role: int | None = None
    leaderboards: bool = True
    pictures: bool = True
    event_hosts: EventHosts = EventHosts.TABLES
    event_role: int | None = None
    daily_channel: int | None = None
    welcome_channel: int | None = None
    players_role: int | None = None
