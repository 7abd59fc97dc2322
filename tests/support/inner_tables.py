"""What a table service tells nobody but tests: its tables as they are, and what it still has to do.

Every other module of the tests asks here, and takes no private part of the service itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.tables.loaded import LoadedTable
from bot.tables.service import TableService


async def live(tables: TableService, table_id: str) -> LoadedTable:
    """Return a table with all its secrets."""
    return await changes(tables).read(table_id)


def changes(tables: TableService) -> Any:
    """Return what loads, changes and saves the tables."""
    return tables._repository


def timers(tables: TableService) -> Mapping[str, float]:
    """Map each table that has a timer to the time at which it is due."""
    return tables._scheduler._due


def waked(tables: TableService) -> Mapping[str, asyncio.Task[Any]]:
    """Map each table whose timer is being handled to the task that does it."""
    return tables._scheduler._running


def saving(tables: TableService) -> list[asyncio.Task[Any]]:
    """List the changes of tables that are under way."""
    return [*changes(tables)._under_way]


def busy(tables: TableService) -> list[asyncio.Task[Any]]:
    """List the tasks of the service that are not done yet."""
    return [*waked(tables).values(), *saving(tables), *tables._waker.tasks]


def handles_timers(tables: TableService) -> bool:
    """Return whether timers are handled when they are due."""
    return tables._scheduler.loop.task is not None
