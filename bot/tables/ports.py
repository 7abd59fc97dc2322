"""What the table service needs from outside: store, screens, computer players, time, chance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from bot.engine import Action, SeatView, Tile
from bot.values.findings import Advice, Decision, Objection, Review

from .errors import TryAgain
from .model import (
    NOTHING_UNIQUE,
    Change,
    PlayChoice,
    SeatChange,
    StoredShake,
    StoredTable,
    Table,
    UniqueResources,
)
from .past import PastGame, PastHand
from .rated import RatingOutcome
from .results import GameRow, HandRow
from .views import Progress


class Conflict(Exception):
    """Lost the race: the table was written after it was read. Read it again and retry."""


class StoreFailure(Exception):
    """The store could not save or read; nothing was changed."""


@contextmanager
def store_errors_as_try_again() -> Iterator[None]:
    """Raise TryAgain for a failure of the store."""
    try:
        yield
    except StoreFailure as error:
        raise TryAgain from error


class Store(Protocol):
    """Keeps tables. Every method raises `StoreFailure` if the database fails."""

    async def create(
        self,
        table: Table,
        shake: StoredShake,
        seat_log: Sequence[SeatChange] = (),
        unique: UniqueResources = NOTHING_UNIQUE,
    ) -> Table:
        """Save a new table and return it with its number.

        Raises Conflict if the id is taken, or another table has one of the unique resources.
        """
        ...

    async def load(self, table_id: str) -> StoredTable | None:
        """Return a table with the shake and the acts of its current hand, or None."""
        ...

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction, on disk when this returns.

        Raises Conflict, and writes nothing, unless the stored version is one less than the
        row's, the number of each act is new, and its unique resources are free.
        """
        ...

    async def live_tables(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        event_id: str | None = None,
    ) -> Sequence[Table]:
        """Return the tables that are not closed, oldest first."""
        ...

    async def tables_of(self, user_id: int) -> Sequence[Table]:
        """Return the tables that are not closed where this person has a seat, or reserved one."""
        ...

    async def wakes(self) -> Sequence[tuple[str, float, int]]:
        """Return id, `wake_at` and server of each table whose clock runs, the soonest first.

        The server is 0 for a table outside of every server.
        """
        ...

    async def shake_of(self, table_id: str, hand_no: int) -> StoredShake | None:
        """Return the shake of a hand."""
        ...

    async def hands(self, table_id: str, game_no: int) -> Sequence[HandRow]:
        """Return the finished hands of one game, in order."""
        ...

    async def last_game(self, table_id: str, game_no: int | None = None) -> GameRow | None:
        """Return a finished game of a table, the newest one unless its number is given."""
        ...

    async def game_of_hand(self, table_id: str, hand_no: int) -> int | None:
        """Return the number of the game to which a finished hand belongs, or None."""
        ...

    async def hands_of(self, user_id: int, guild_id: int | None, count: int) -> Sequence[PastHand]:
        """Return the newest finished hands of a person, in a server or (None) anywhere."""
        ...

    async def games_of(
        self, user_id: int, guild_id: int | None, game: str | None, *, after: int, count: int
    ) -> Sequence[PastGame]:
        """Return a person's finished games, the newest first, from place `after` on.

        In a server or (None) anywhere; of one game, or (None) of all.
        """
        ...

    async def names(self, user_ids: Collection[int]) -> Mapping[int, str]:
        """Return the newest names of those people who are known."""
        ...

    async def play_choices(self, user_ids: Collection[int]) -> Mapping[int, PlayChoice]:
        """Return how each of these people wants their turns to go."""
        ...

    async def rated(self, table_id: str, game_no: int) -> RatingOutcome | None:
        """Return what a finished game did to the ratings of its server, or why it is not rated."""
        ...


class Leases(Protocol):
    """Which tables this process keeps: their clocks, computer turns and screens are its work."""

    def holds(self, guild_id: int | None) -> bool:
        """Return whether the tables of a server are this process's to keep."""
        ...


@dataclass(frozen=True, slots=True)
class Lease:
    """What a process asks for: to keep the tables of all shards that nobody else keeps.

    `own`: those whose events Discord sends to it. `shards`: how many there are. `starting`: take
    `own` alone, from whoever has them.
    """

    holder: str
    own: frozenset[int]
    shards: int
    seconds: float
    starting: bool = False


class LeaseStore(Protocol):
    """Keeps leases by its own clock. Every method raises `StoreFailure`."""

    async def take(self, lease: Lease) -> tuple[frozenset[int], frozenset[int]]:
        """Renew and take leases; return the shards that are held now, and those never let go."""
        ...

    async def other_counts(self, shards: int) -> Collection[int]:
        """Return by which other numbers of shards processes that live divide the servers."""
        ...

    async def release(self, holder: str) -> None:
        """Give all leases of a process back."""
        ...


class Publisher(Protocol):
    """Shows tables to people."""

    def publish(self, progress: Progress) -> None:
        """Bring every screen of a table to this; returns at once.

        Called once for each saved change, in their order, and for each table at the start.
        """
        ...

    async def shown(self, table_id: str) -> None:
        """Wait until all screens of a table are up to date, or for as long as that may take."""
        ...


class EventTableObserver(Protocol):
    """Is notified of changes of event tables."""

    def event_table_changed(self, table: Table) -> None:
        """Handle a change of an event's table; returns at once."""
        ...


class ComputerPlayers(Protocol):
    """The computer players."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""
        ...

    async def choose(self, view: SeatView, level: str, seconds: float | None = None) -> Action:
        """Return an act for the seat whose view this is, one of `view.legal`.

        `seconds`: what it may take, where that is less than computers usually get.
        """
        ...

    async def advise(self, view: SeatView) -> Advice:
        """Return what the best of them would do in this seat's place, from its view alone."""
        ...

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Return the leader's tiles in an order that takes every trick however the rest lies.

        None where the leader's view does not prove it.
        """
        ...

    async def objection(self, view: SeatView) -> Objection | None:
        """Return a tile that, for all the leader can know, takes a trick from the leader's hand.

        None where none does, and in a contract in which nothing can be proved.
        """
        ...

    async def believes(self, view: SeatView, claimer: int) -> bool:
        """Return whether a computer in this seat grants the claimer every trick left.

        It decides from its own view alone, in which the claimer's tiles lie face up.
        """
        ...

    async def review(self, record: str, hand: int) -> Review | None:
        """Return what was possible in a hand of a game record, counted from 1.

        None where there is no solver. Raises ReviewNotReady where it takes too long.
        """
        ...

    async def decisions(self, record: str, hand: int, seat: int) -> tuple[Decision, ...] | None:
        """Return a seat's bids and plays in a hand of a game record, counted from 1, in order.

        Only what was a choice, judged by what the seat could know. None and raises as `review`.
        """
        ...


class Chance(Protocol):
    """Where everything that is drawn by lot comes from."""

    def secret(self) -> bytes:
        """Return 32 fresh bytes for a shake."""
        ...

    def table_id(self) -> str:
        """Return a fresh name for a table: six lower-case letters and digits."""
        ...

    def choose(self, count: int) -> int:
        """Return a number from 0 to count - 1, each as likely as the others."""
        ...
