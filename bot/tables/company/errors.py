"""Refusals about people who find each other or keep each other away."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import NoSuchHand, NoThread, TableError


@dataclass
class NoGameTogether(TableError):
    """The user has not finished a game with other people in this server, or if `by_dm` by DM."""

    by_dm: bool


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


@dataclass
class NobodyToInvite(TableError):
    """The user can invite up to `most` other people, and no app."""

    most: int


@dataclass
class AlreadyHere(TableError):
    """People with these names have a seat at the table to which they are invited."""

    names: tuple[str, ...]


class RoleNotChosen(TableError):
    """The server has no role that a lobby could mention to look for players."""


@dataclass
class CalledLately(TableError):
    """The server's role for players was mentioned lately; it can be again at a time."""

    again_at: float


@dataclass
class AlertsFull(TableError):
    """The user is told of tables in as many channels as they can be."""

    most: int
