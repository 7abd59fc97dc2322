"""The tables of what servers saved and of whom people have blocked."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Float, Integer, String, Table

from ..columns import required
from ..schema import metadata

server_presets = Table(  # house rules that a server's managers saved under a name
    "server_presets",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("preset_id", String, primary_key=True),
    *required(String, "name", "game"),
    Column("rules", JSON, nullable=False),
    Column("best_of", Integer),
    Column("saved_at", Float, nullable=False),
    sqlite_with_rowid=False,
)

person_blocks = Table(  # whom people have blocked: the data of who blocks
    "person_blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)
