"""Which process a table belongs to, of several on one database."""

from __future__ import annotations

from zlib import crc32

from bot.tables.deals.ids import is_hand

SHARD_SHIFT = 22
"""Discord finds a server's shard by the bits of its id from here on."""


def home_of(table_id: str, guild_id: int | None) -> int:
    """Return the id by which a process holds a table: its server's, or 0 without one.

    Presses in DMs reach the process with that of 0, so it can show what it has changed itself. The
    hands of a shared deal have an id made from their own: everybody plays one on the same day, and
    they are spread over all processes.
    """
    if is_hand(table_id):
        return crc32(table_id.encode()) << SHARD_SHIFT
    return guild_id or 0
