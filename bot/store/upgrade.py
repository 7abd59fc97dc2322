"""Runs migrations. Alembic is imported only here, since it loads slowly and is rarely needed."""

from __future__ import annotations

from importlib.resources import files

from alembic import command, op
from alembic.config import Config
from sqlalchemy import Connection, TextClause

from .database import wait_turn

_LOCK = 4_242_420_001  # PostgreSQL's advisory lock: one process at a time migrates


def upgrade(connection: Connection, target: str) -> None:
    """Run the migrations up to the revision `target` in the connection's transaction."""
    wait_turn(connection, _LOCK)
    config = Config()
    scripts = str(files("bot.store") / "migrations")
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    config.set_main_option("recursive_version_locations", "true")
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def partial_index(
    name: str, table: str, columns: list[str], where: TextClause, *, unique: bool = False
) -> None:
    """In a migration: build an index of the rows that meet a condition."""
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
