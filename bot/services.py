"""What the cogs are given to work with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.publisher.desk import Desk
from bot.publisher.ports import PreferencesStore
from bot.stats import Stats
from bot.tables.service import TableService


@dataclass(frozen=True, slots=True)
class Services:
    """The services of the program, built by the composition root."""

    tables: TableService
    stats: Stats
    desk: Desk
    preferences: PreferencesStore
