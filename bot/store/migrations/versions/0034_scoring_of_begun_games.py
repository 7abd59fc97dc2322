"""Keep the scoring of games that began before the presets of 001 and 004 added points to a set bid.

Rules are stored as a preset and what differs from it, so that a replay would judge them anew.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"

PRESETS = {"straight-points", "celko-points"}
BEGUN = (("tables", "lobby"), ("events", "open"), ("games", None))
"""The tables with rules, and the status of what has not begun; a game in `games` is over."""


def upgrade() -> None:
    """Upgrade the data."""
    for name, waiting in BEGUN:
        _keep_exact(name, waiting)


def _keep_exact(name: str, waiting: str | None) -> None:
    """Write the old value of the option into the rules of a table's rows."""
    connection = op.get_bind()
    keys = ("table_id", "game_no") if name == "games" else (f"{name[:-1]}_id",)
    columns: list[sa.ColumnClause[object]] = [sa.column(key) for key in keys]
    rules: sa.ColumnClause[dict[str, object]] = sa.column("rules", sa.JSON())
    status: sa.ColumnClause[str] = sa.column("status")
    rows = sa.table(name, *columns, rules, status)
    asked = sa.select(*columns, rules).where(sa.cast(rules, sa.String).like("%-points%"))
    if waiting is not None:
        asked = asked.where(status != waiting)
    for *key, stored in connection.execute(asked).all():
        if stored.get("preset") not in PRESETS:
            continue
        here = [column == value for column, value in zip(columns, key, strict=True)]
        kept = {"exact_42plus": True, **stored}
        connection.execute(sa.update(rows).where(*here).values(rules=kept))
