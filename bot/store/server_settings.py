"""Settings chosen by a server's managers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from bot.values.server_settings import EventHosts, ServerSettings

from . import schema
from .database import upsert
from .rows import column_of, row_of, value_of

_columns = schema.server_settings.c


def server_settings(connection: Connection, guild_id: int) -> ServerSettings:
    """Return a server's settings, or the defaults."""
    statement = select(schema.server_settings).where(_columns.guild_id == guild_id)
    row = connection.execute(statement).mappings().one_or_none()
    if row is None:
        return ServerSettings(guild_id)
    return value_of(ServerSettings, row, event_hosts=EventHosts(row["event_hosts"]))


def save_server_settings(connection: Connection, guild_id: int, /, **choices: Any) -> None:
    """Save some settings by their names in `ServerSettings`; the others stay."""
    row = row_of(schema.server_settings, ServerSettings(guild_id, **choices))
    upsert(connection, schema.server_settings, [row], [*map(column_of, choices)])


def servers_without_pictures(connection: Connection) -> Sequence[int]:
    """Return the servers whose tables are shown in words."""
    statement = select(_columns.guild_id).where(_columns.pictures.is_(False))
    return list(connection.scalars(statement))
