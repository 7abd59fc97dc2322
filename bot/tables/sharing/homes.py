"""Which process a table belongs to, of several on one database."""

from __future__ import annotations

from zlib import crc32

SHARD_SHIFT = 22
"""Discord finds a server's shard by the bits of its id from here on."""


def home_of(table_id: str, guild_id: int | None) -> int:
    """Return the id by which a process holds a table: its server's, or one made from its own id.

    So the tables without a server are spread over all processes.
    """
    return guild_id or crc32(table_id.encode()) << SHARD_SHIFT
