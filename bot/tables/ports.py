"""Ports of the table service: store, screens, computer players, time, randomness."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from bot.store.errors import StoreFailure
from bot.values.experts import ExpertState
from texas42.ai.findings.judgments import Advice, Advised, Decision, Objection, Review
from texas42.engine import Action, SeatView, Tile

from .errors import TryAgain
from .views import Progress


@contextmanager
def store_errors_as_try_again() -> Iterator[None]:
    """Convert a failure of the store to TryAgain."""
    try:
        yield
    except StoreFailure as error:
        raise TryAgain from error


def log_failure(log: logging.Logger, error: Exception, what: str, *parts: object) -> None:
    """Log a failure of background work: an outage of the store in one line, else a traceback.

    `what` is a format for `parts`, as of `logging`.
    """
    if isinstance(error, (StoreFailure, TryAgain)):
        with_cause = f"{what}: %s"
        log.warning(with_cause, *parts, error.__cause__ or error or type(error).__name__)
    else:
        log.error(what, *parts, exc_info=error)


class Leases(Protocol):
    """The tables that this process serves: it runs their clocks, computer turns and screens."""

    def holds(self, guild_id: int | None) -> bool:
        """Return True if this process serves the tables of a server, or of this home."""


class EveryTable:
    """The leases of a single process: all of them."""

    def holds(self, _guild_id: int | None) -> bool:
        """Return True: every table is its own."""
        return True


class Publisher(Protocol):
    """Shows tables to people."""

    def publish(self, progress: Progress) -> None:
        """Bring every screen of a table to this state; returns at once.

        Called once for each saved change, in order, and for each table at the start.
        """

    async def shown(self, table_id: str) -> None:
        """Wait until all screens of a table are up to date, with a timeout."""


class NoScreens:
    """Shows tables to nobody: the publisher of a service that has been given none yet."""

    def publish(self, _progress: Progress) -> None:
        """Do nothing."""

    async def shown(self, _table_id: str) -> None:
        """Return at once."""


class FixedPlayers(Protocol):
    """The fixed experts. Their choices depend only on the view."""

    async def ready(self, seconds: float) -> ExpertState:
        """Wait until the experts can play, with a timeout; start the warm-up if needed."""

    async def choose(self, view: SeatView) -> Action:
        """Choose an act for the seat in turn; the experts must be ready."""


class ComputerPlayers(Protocol):
    """The computer players."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""

    async def choose(self, view: SeatView, level: str, seconds: float | None = None) -> Action:
        """Choose an act for the seat of this view, one of `view.legal`.

        `seconds`: its time limit, if below the usual one.
        """

    async def advise(self, view: SeatView, *, asked: bool) -> Advice:
        """Return what is best for this seat by the judge of reviews, from its view alone.

        Advice that nobody has `asked` for may be plainer, so that no answer waits for it.
        """

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Find an order of the leader's tiles that takes every trick, whatever the others hold.

        None if the leader's view does not prove one.
        """

    async def objection(self, view: SeatView) -> Objection | None:
        """Find a tile that, for all the leader can know, may take a trick from the leader.

        None if there is none, and in contracts where nothing can be proved.
        """

    async def believes(self, view: SeatView, claimer: int) -> bool:
        """Return True if a computer in this seat grants the claimer every remaining trick.

        It decides from its own view alone, in which the claimer's tiles lie face up.
        """

    async def review(
        self, record: str, hand: int, advised: tuple[Advised, ...] = ()
    ) -> Review | None:
        """Review a hand of a game record, counted from 1.

        What was advised in it is never wrong. None without a solver. Raises ReviewNotReady if it
        takes too long.
        """

    async def decisions(
        self, record: str, hand: int, seat: int, advised: tuple[Advised, ...] = ()
    ) -> tuple[Decision, ...] | None:
        """List a seat's bids and plays in a hand of a game record, counted from 1, in order.

        Only real choices, judged by what the seat could know; what was advised is never a mistake.
        Returns None and raises like
        `review`.
        """


class Randomness(Protocol):
    """The source of all randomness."""

    def secret(self) -> bytes:
        """Draw 32 random bytes for a shake."""

    def table_id(self) -> str:
        """Draw a name for a table: six lower-case letters and digits."""

    def table_code(self) -> str:
        """Draw a code to sit down by; see `bot.values.table_codes`."""

    def choose(self, count: int) -> int:
        """Draw a uniform number from 0 to count - 1."""
