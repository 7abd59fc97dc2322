"""A topic of the store: a class whose methods hold the SQL about one thing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from .database import Database

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound="Topic")
Query = Callable[Concatenate[T, Connection, P], R]
Method = Callable[Concatenate[T, P], Coroutine[Any, Any, R]]


class Topic:
    """The base of all topics.

    Each method is a transaction of its own. It raises `StoreFailure` on a database failure; then
    nothing was changed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database


def reads(query: Query[T, P, R]) -> Method[T, P, R]:
    """Turn a query of a connection into a method that reads one consistent snapshot."""

    @wraps(query)
    async def method(self: T, /, *args: P.args, **options: P.kwargs) -> R:
        return await self._database.read(lambda found: query(self, found, *args, **options))

    return method


def writes(query: Query[T, P, R]) -> Method[T, P, R]:
    """Turn a query of a connection into a method that returns once its writes are on disk."""

    @wraps(query)
    async def method(self: T, /, *args: P.args, **options: P.kwargs) -> R:
        return await self._database.write(lambda found: query(self, found, *args, **options))

    return method
