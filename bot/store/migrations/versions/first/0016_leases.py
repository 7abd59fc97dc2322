"""Leases of shards, and notifications of changed tables on PostgreSQL.

A trigger notifies within the transaction that changes the table. So a click needs no extra request,
and a rolled-back change is never announced.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

FUNCTION = """
CREATE FUNCTION table_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'fortytwo', 'table ' || NEW.table_id || ' ' || NEW.version || ' ' || NEW.guild_id
    );
    RETURN NULL;
END $$
"""
OPENED = """
CREATE TRIGGER table_opened AFTER INSERT ON tables
FOR EACH ROW WHEN (NEW.event_id IS NULL) EXECUTE FUNCTION table_changed()
"""
CHANGED = """
CREATE TRIGGER table_changed AFTER UPDATE OF version ON tables
FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION table_changed()
"""


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "leases",
        sa.Column("shards", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("shard", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("home", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in (FUNCTION, OPENED, CHANGED):
            op.execute(statement)
