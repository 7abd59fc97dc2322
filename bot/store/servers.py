"""Servers: whether the bot is there, and the settings that their managers chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from bot.values.server_settings import EventHosts, ServerSettings

from . import schema
from .daily.due_boards import mark_server
from .database import upsert
from .rows import row_of, value_of
from .topic import Topic, reads, writes

OF_BOARDS = {"daily_channel", "leaderboards"}
"""The settings on which a server's boards of the daily hand depend."""
_columns = schema.server_settings.c
_servers = schema.servers.c


class ServerStore(Topic):
    """Keeps which servers the bot is in, and their settings."""

    @reads
    def server_settings(self, connection: Connection, guild_id: int) -> ServerSettings:
        """Return a server's settings, or the defaults."""
        statement = select(schema.server_settings).where(_columns.guild_id == guild_id)
        row = connection.execute(statement).mappings().one_or_none()
        if row is None:
            return ServerSettings(guild_id)
        return value_of(ServerSettings, row, event_hosts=EventHosts(row["event_hosts"]))

    @writes
    def save_server_settings(
        self, connection: Connection, guild_id: int, /, **choices: Any
    ) -> None:
        """Save some settings by their names in `ServerSettings`; the others stay."""
        row = row_of(schema.server_settings, ServerSettings(guild_id, **choices))
        upsert(connection, schema.server_settings, [row], [*choices])
        if choices.keys() & OF_BOARDS:
            mark_server(connection, guild_id)

    @reads
    def servers_without_pictures(self, connection: Connection) -> Sequence[int]:
        """Return the servers whose tables are shown in words."""
        statement = select(_columns.guild_id).where(_columns.pictures.is_(False))
        return list(connection.scalars(statement))

    @reads
    def welcome_channels(self, connection: Connection) -> Sequence[tuple[int, int]]:
        """List the servers that want a welcome, each with its channel."""
        found = select(_columns.guild_id, _columns.welcome_channel)
        mine = found.where(_columns.welcome_channel.is_not(None))
        return [(row.guild_id, row.welcome_channel) for row in connection.execute(mine)]

    @writes
    def server_here(self, connection: Connection, guild_id: int) -> None:
        """Record that the bot is in a server."""
        row = {"guild_id": guild_id, "left_at": None}
        upsert(connection, schema.servers, [row])

    @writes
    def server_left(self, connection: Connection, guild_id: int, at: float) -> None:
        """Record that the bot left a server, unless already recorded."""
        row = {"guild_id": guild_id, "left_at": at}
        upsert(connection, schema.servers, [row], only_if=_servers.left_at.is_(None))

    @reads
    def servers_here(self, connection: Connection) -> Sequence[int]:
        """Return the servers that the bot is in, according to the database."""
        return list(connection.scalars(select(_servers.guild_id).where(_servers.left_at.is_(None))))
