"""The table of invitations."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, String, Table

from ..schema import metadata

invitations = Table(  # who was invited to a live table, last by whom
    "invitations",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("invited_by", BigInteger),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

Index("invitations_user", invitations.c.user_id)
Index("invitations_by", invitations.c.invited_by)
