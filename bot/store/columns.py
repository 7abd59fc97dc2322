"""Columns and indexes that the schema has in many places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Index, text
from sqlalchemy.types import TypeEngine


def required(kind: type[TypeEngine[Any]], *names: str) -> Iterator[Column[Any]]:
    """Yield columns of one type that are never NULL."""
    for name in names:
        yield Column(name, kind, nullable=False)


def partial(name: str, where: str, *columns: Column[Any], unique: bool = False) -> None:
    """Build an index of the rows that meet a condition."""
    condition = text(where)
    Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
