"""INSERT … ON CONFLICT, in the dialect of the database at hand."""

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
    """Insert rows; where the key exists, change that row instead. Return how many were written.

    `change` gets the columns of the new row and returns what the old one becomes. A row that
    exists and does not satisfy `only_if` stays as it is and is not counted.
    """
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table)
    statement = statement.on_conflict_do_update(
        index_elements=list(table.primary_key), set_=change(statement.excluded), where=only_if
    )
    return sum(connection.execute(statement, row).rowcount for row in rows)
