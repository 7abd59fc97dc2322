"""Settings chosen by a server's managers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, select

from bot.values.server_settings import EventHosts, ServerSettings

from . import schema
from .database import upsert
from .rows import Row

_columns = schema.server_settings.c


def server_settings(connection: Connection, guild_id: int) -> ServerSettings:
    """Return a server's settings, or the defaults."""
    statement = select(schema.server_settings).where(_columns.guild_id == guild_id)
    row = connection.execute(statement).mappings().one_or_none()
    if row is None:
        return ServerSettings(guild_id)
    changed = {"channels": tuple(row["channels"]), "event_hosts": EventHosts(row["event_hosts"])}
    return ServerSettings(**{**row, **changed})


def save_server_settings(connection: Connection, guild_id: int, /, **choices: Any) -> None:
    """Save some settings by their names in `ServerSettings`; the others stay."""
    row: Row = asdict(ServerSettings(guild_id, **choices))
    row["channels"], row["event_hosts"] = list(row["channels"]), row["event_hosts"].value
    upsert(
        connection,
        schema.server_settings,
        [row],
        lambda fresh: {name: fresh[name] for name in choices},
    )


def servers_without_pictures(connection: Connection) -> Sequence[int]:
    """Return the servers whose tables are shown in words."""
    statement = select(_columns.guild_id).where(_columns.pictures.is_(False))
    return list(connection.scalars(statement))
