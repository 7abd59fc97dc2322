"""Refusals about people who keep each other away."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import TableError


class NoInvitation(TableError):
    """The user can't sit at this table: its host has blocked them."""


@dataclass
class MeetsBlocked(TableError):
    """People whom the user has blocked sit at the table that they are about to join."""

    names: tuple[str, ...]


class NoSuchCode(TableError):
    """No open table has the code that the user typed."""


class NoCode(TableError):
    """The table has no code: anybody who sees it can sit down."""


@dataclass
class TooManyCodes(TableError):
    """The user has typed too many wrong codes; they can try again at `until`, in Unix seconds."""

    until: float


@dataclass
class BlocksFull(TableError):
    """The user has blocked as many people as they can."""

    most: int


class NotBlockable(TableError):
    """The user can block other people only: not themselves, and no app."""
