"""Refusals of plans, with the facts for a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.errors import TableError


class NoSuchPlan(TableError):
    """The plan is over, or its date is."""


@dataclass
class TooManyPlans(TableError):
    """The person has `most` plans, or the server if `everyone`."""

    most: int
    everyone: bool


@dataclass
class NotNamed(TableError):
    """The plan is for other people, by these names."""

    names: tuple[str, ...]


@dataclass
class NotPlanner(TableError):
    """Only the planner, of this name, or a manager may end the plan."""

    name: str


class NoSuchTime(TableError):
    """What was typed is no time."""


@dataclass
class TimeOver(TableError):
    """The time is not ahead, or more than `days` ahead."""

    days: int


@dataclass
class TooManyNamed(TableError):
    """A plan names at most `most` people."""

    most: int


class NobodyNamed(TableError):
    """What was typed names no member of the server."""
