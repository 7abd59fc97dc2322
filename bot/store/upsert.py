"""INSERT … ON CONFLICT for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from .rows import Row

Fresh = Any  # the columns of the row that could not be inserted


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Row],
    change: Callable[[Fresh], dict[str, Any]],
    *,
    only_if: ColumnElement[bool] | None = None,
) -> int:
    """Insert rows, or change those whose key exists; return how many were written.

    `change` gets the columns of the new row and returns the values that the old one is set to. An
    existing row that does not satisfy `only_if` is left alone and not counted.
    """
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table)
    statement = statement.on_conflict_do_update(
        index_elements=list(table.primary_key), set_=change(statement.excluded), where=only_if
    )
    return sum(connection.execute(statement, row).rowcount for row in rows)
