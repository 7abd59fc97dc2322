"""House rules that the managers of servers saved."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from bot.values.server_presets import ServerPreset

from ..database import wait_turn
from ..rows import row_of, value_of
from ..topic import Topic, reads, writes
from .schema_settings import server_presets

_presets = server_presets.c


class PresetStore(Topic):
    """Keeps the presets of servers."""

    @reads
    def presets_of(self, connection: Connection, guild_id: int) -> Sequence[ServerPreset]:
        """List a server's presets by name."""
        return _load(connection, guild_id)

    @writes
    def add_preset(self, connection: Connection, preset: ServerPreset, most: int) -> bool:
        """Save a new preset; return False, and save nothing, if the server has `most`."""
        wait_turn(connection, preset.guild_id)
        if len(_load(connection, preset.guild_id)) >= most:
            return False
        connection.execute(insert(server_presets), row_of(server_presets, preset))
        return True

    @writes
    def change_preset(self, connection: Connection, preset: ServerPreset) -> bool:
        """Save a preset's newest name and rules; return False if it was deleted."""
        changed = update(server_presets).where(_is(preset.guild_id, preset.preset_id))
        row = row_of(server_presets, preset)
        return bool(connection.execute(changed.values(row)).rowcount)

    @writes
    def delete_preset(self, connection: Connection, guild_id: int, preset_id: str) -> None:
        """Delete a preset; tables keep its rules."""
        connection.execute(delete(server_presets).where(_is(guild_id, preset_id)))


def _load(connection: Connection, guild_id: int) -> Sequence[ServerPreset]:
    found = select(server_presets).where(_presets.guild_id == guild_id)
    rows = connection.execute(found.order_by(_presets.name, _presets.preset_id)).mappings()
    return [value_of(ServerPreset, row) for row in rows]


def _is(guild_id: int, preset_id: str) -> ColumnElement[bool]:
    return and_(_presets.guild_id == guild_id, _presets.preset_id == preset_id)
