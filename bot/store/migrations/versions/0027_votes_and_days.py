"""Votes on a hand, and the daily hand.

Of votes: who chose what while they are open. Of the daily hand: its days, each person's hand, and
marks of those who deleted their data.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required
from bot.store.upgrade import partial_index

revision = "0027"
down_revision = "0026"

OPEN = sa.text("closed_at IS NULL")
UNSWEPT = sa.text("closed_at IS NOT NULL AND NOT swept")


def upgrade() -> None:
    """Bring the schema forward."""
    _votes()
    _days()
    op.create_table(
        "daily_hands",
        _day(),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        *required(sa.String, "name", "version"),
        sa.Column("begun_at", sa.Float(), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("acts", sa.JSON(), nullable=False),
        sa.Column("act_count", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.Float()),
        sa.Column("score", sa.Integer()),
        sa.Column("taken", sa.Integer()),
        sa.Column("bid", sa.String()),
        sa.Column("ours", sa.Boolean()),
        sa.Column("made", sa.Boolean()),
        sa.Column("tricks", sa.String()),
        sa.Column("lead", sa.String()),
        sa.Column("par", sa.Integer()),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_hands_user", "daily_hands", ["user_id", "day"])
    op.create_index(
        "daily_hands_field",
        "daily_hands",
        ["day", "version", "score", "bid", "ours", "made", "lead"],
    )
    op.create_table(
        "daily_marks",
        _day(),
        sa.Column("mark", sa.String(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_experts",
        _day(),
        sa.Column("version", sa.String(), primary_key=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_reminders",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("reminded_on", sa.String()),
    )


def _votes() -> None:
    op.create_table(
        "votes",
        sa.Column("vote_id", sa.String(), primary_key=True),
        *required(sa.BigInteger, "guild_id", "channel_id", "message_id"),
        sa.Column("host_id", sa.BigInteger()),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
    )
    op.create_index("votes_host", "votes", ["host_id"])
    op.create_table(
        "vote_picks",
        sa.Column(
            "vote_id",
            sa.String(),
            sa.ForeignKey("votes.vote_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("choice", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("vote_picks_user", "vote_picks", ["user_id"])


def _day() -> sa.Column[str]:
    return sa.Column("day", sa.String(), sa.ForeignKey("daily_days.day"), primary_key=True)


def _days() -> None:
    op.create_table(
        "daily_days",
        sa.Column("day", sa.String(), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("key", sa.LargeBinary()),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.Column("closed_at", sa.Float()),
        sa.Column("offered", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("swept", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    partial_index("daily_days_open", "daily_days", ["day"], OPEN)
    partial_index("daily_days_unswept", "daily_days", ["closed_at"], UNSWEPT)
