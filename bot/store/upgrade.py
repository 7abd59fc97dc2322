"""Runs migrations. Alembic is imported only here, since it loads slowly and is rarely needed."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from .database import wait_turn

_LOCK = 4_242_420_001  # PostgreSQL's advisory lock: one process at a time migrates


def upgrade(connection: Connection, scripts: Traversable, target: str) -> None:
    """Run the scripts up to the revision `target` in the connection's transaction."""
    wait_turn(connection, _LOCK)
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
