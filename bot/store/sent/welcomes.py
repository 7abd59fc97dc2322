"""The welcome at the end of a channel of each server that wants one."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from bot.values.welcome import Welcome

from .. import schema
from ..database import upsert
from ..rows import row_of, value_of
from .schema_sent import welcomes as table

_servers = schema.server_settings.c


def welcome_channels(connection: Connection) -> Sequence[tuple[int, int]]:
    """List the servers that want a welcome, each with its channel."""
    found = select(_servers.guild_id, _servers.welcome_channel)
    mine = found.where(_servers.welcome_channel.is_not(None))
    return [(row.guild_id, row.welcome_channel) for row in connection.execute(mine)]


def welcomes(connection: Connection) -> Sequence[Welcome]:
    """List the posted welcomes, and those that are still to be deleted."""
    return [value_of(Welcome, row) for row in connection.execute(select(table)).mappings()]


def save_welcome(connection: Connection, welcome: Welcome) -> None:
    """Save a server's welcome, replacing what is stored about it."""
    upsert(connection, table, [row_of(table, welcome)])


def drop_welcome(connection: Connection, guild_id: int) -> None:
    """Forget the welcome of a server that wants none any more."""
    connection.execute(delete(table).where(table.c.guild_id == guild_id))
