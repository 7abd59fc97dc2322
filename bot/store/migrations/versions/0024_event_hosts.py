"""The setting of who may open events on a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Bring the schema forward; who may open tables can open events, as before."""
    op.add_column(
        "server_settings",
        sa.Column("event_hosts", sa.String(), nullable=False, server_default="tables"),
    )
    op.add_column("server_settings", sa.Column("event_role", sa.BigInteger()))
