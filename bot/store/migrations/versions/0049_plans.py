"""Plans of tables, and which plan has opened a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    """Create the tables, and the column of the plan."""
    op.create_table(
        "plans",
        sa.Column("plan_id", sa.String(), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger()),
        sa.Column("host_name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("best_of", sa.Integer()),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("weekly", sa.Boolean(), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("date_no", sa.Integer(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("idle", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String()),
        sa.Column("channel_of_last", sa.BigInteger()),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=False),
    )
    op.create_index("plans_host", "plans", ["host_id"])
    op.create_index("plans_guild", "plans", ["guild_id"])
    op.create_index("plans_channel", "plans", ["channel_id"])
    op.create_index("plans_due", "plans", ["due_at", "plan_id"])
    op.create_table(
        "plan_people",
        sa.Column(
            "plan_id",
            sa.String(),
            sa.ForeignKey("plans.plan_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("plan_people_user", "plan_people", ["user_id"])
    op.add_column("tables", sa.Column("plan", sa.String()))
    condition = sa.text("plan IS NOT NULL")
    op.create_index(
        "tables_plan", "tables", ["plan"], sqlite_where=condition, postgresql_where=condition
    )
