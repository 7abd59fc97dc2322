"""Settings of people and of servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Upgrade the schema."""
    for table, name in (
        ("people", "asks_first"),
        ("people", "plays_forced"),
        ("seats", "plays_forced"),
    ):
        op.add_column(table, _off(name))
    for column in (
        sa.Column("pings", sa.String(), nullable=False, server_default="late"),
        sa.Column("time_zone", sa.String(), nullable=False, server_default="America/Chicago"),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer(), nullable=False, server_default="7"),
        _off("safe_colors"),
        sa.Column("pace", sa.String()),
    ):
        op.add_column("people", column)
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("preset", sa.String()),
        sa.Column("host_role", sa.BigInteger()),
        *required(sa.Boolean, "boards", "pictures"),
    )


def _off(name: str) -> sa.Column[bool]:
    """Build the column of a switch that is off by default."""
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
