"""Results of hands and games, and the standings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Upgrade the schema."""
    _games()
    _game_players()
    _hands()
    _hand_players()
    _standings()


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("game_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=False),
        *required(sa.JSON, "total", "marks"),
        sa.Column("contested", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "game_no"),
    )


def _game_players() -> None:
    op.create_table(
        "game_players",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("game_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("marks", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
        sa.PrimaryKeyConstraint("table_id", "game_no", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("game_players_user", "game_players", ["user_id"])


def _hands() -> None:
    op.create_table(
        "hands",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("hand_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_no", sa.Integer(), nullable=False),
        sa.Column("bidder", sa.Integer()),
        sa.Column("bid", sa.String()),
        sa.Column("contract", sa.String()),
        sa.Column("made", sa.Boolean()),
        sa.Column("ended", sa.String(), nullable=False),
        *required(sa.JSON, "points", "score", "record"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "hand_no"),
    )


def _hand_players() -> None:
    op.create_table(
        "hand_players",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("hand_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        *required(sa.Integer, "game_no", "bids", "bids_made", "sets"),
        sa.ForeignKeyConstraint(["table_id", "hand_no"], ["hands.table_id", "hands.hand_no"]),
        sa.PrimaryKeyConstraint("table_id", "hand_no", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("hand_players_user", "hand_players", ["user_id"])


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *required(sa.Integer, "games", "wins", "marks", "hands", "bids", "bids_made", "sets"),
        sa.PrimaryKeyConstraint("guild_id", "listed", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("standings_user", "standings", ["user_id"])
