"""Refusals about people who keep each other away."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import NoSuchHand, NoThread, TableError


class NoInvitation(TableError):
    """The user can't sit at this table: it is private, or its host has blocked them."""


@dataclass
class NoPrivateThread(TableError):
    """A table that is private, or is to be, can't get a thread in this channel; `why` not."""

    why: NoThread


class HandKept(NoSuchHand):
    """The table keeps its finished hands to those who played them, and the user did not."""


class HandNotShared(NoSuchHand):
    """The table keeps its finished hands to those who played them, so nobody shows them around."""


class HandsStayKept(TableError):
    """Hands that were finished while a table kept them stay with those who played them."""


@dataclass
class MeetsBlocked(TableError):
    """People whom the user has blocked sit at the table that they are about to join."""

    names: tuple[str, ...]


@dataclass
class BlocksFull(TableError):
    """The user has blocked as many people as they can."""

    most: int


class NotBlockable(TableError):
    """The user can block other people only: not themselves, and no app."""
