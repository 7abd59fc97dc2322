"""The channels at whose end a welcome is kept."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from .. import schema

_servers = schema.server_settings.c


def welcome_channels(connection: Connection) -> Sequence[tuple[int, int]]:
    """List the servers that want a welcome, each with its channel."""
    found = select(_servers.guild_id, _servers.welcome_channel)
    mine = found.where(_servers.welcome_channel.is_not(None))
    return [(row.guild_id, row.welcome_channel) for row in connection.execute(mine)]
