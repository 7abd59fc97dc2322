"""The turn of a piece of work: what its requests are for, and its place in the budget."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .kinds import Kind


class Turn:
    """What the requests of a piece of work are for, and its place for the first of them.

    `since`: when it began to wait, and `granted`: when it got its place, in elapsed seconds.
    `has_place`: the place is there and not used yet. `is_over`: the work has ended, though tasks
    that it has started may still know it.
    """

    __slots__ = ("granted", "has_place", "is_over", "kind", "since")

    def __init__(self, kind: Kind, since: float | None = None) -> None:
        self.kind = kind
        self.since = since
        self.granted = 0.0
        self.has_place = False
        self.is_over = False


_CURRENT: ContextVar[Turn | None] = ContextVar("turn", default=None)


def current_turn() -> Turn | None:
    """Return the turn of the running work, if it has one."""
    turn = _CURRENT.get()
    return None if turn is None or turn.is_over else turn


@contextmanager
def taking(turn: Turn) -> Iterator[Turn]:
    """Make a turn that of the block, and of what the block starts until it has ended."""
    token = _CURRENT.set(turn)
    try:
        yield turn
    finally:
        turn.is_over = True
        _CURRENT.reset(token)


@contextmanager
def requests_are(kind: Kind) -> Iterator[Turn]:
    """Say what the requests of a block are for; each waits for a place when it is sent."""
    with taking(Turn(kind)) as turn:
        yield turn


def forget_turn() -> None:
    """Begin work of its own in a task that somebody else's work has started."""
    _CURRENT.set(None)
