"""The secrets of a table: of the shake of each hand, and of the draws before games."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Integer, LargeBinary, String, Table

from .columns import required
from .schema import metadata

shakes = Table(
    "shakes",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("hand_no", Integer, primary_key=True, autoincrement=False),
    *required(String, "public", "commitment"),
    Column("secret", LargeBinary, nullable=False),
    Column("dealt", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

draws = Table(  # `drawers` is empty until the dominoes are drawn
    "draws",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("game_no", Integer, primary_key=True, autoincrement=False),
    Column("commitment", String, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("drawers", JSON, nullable=False),
    *required(Boolean, "for_partners", "drawn"),
    sqlite_with_rowid=False,
)
