"""The table of wrong codes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, Table

from ..schema import metadata

wrong_codes = Table(  # when somebody typed a code that no table had, but not which; see `Codes`
    "wrong_codes",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

Index("wrong_codes_at", wrong_codes.c.at)
