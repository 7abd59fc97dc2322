"""Finished hands and games, to look back at: what was played, and what it was worth."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from bot.engine import view_for
from bot.records.moments import Moment
from bot.values.findings import Mistake

from .errors import ReviewNotReady
from .model import Status
from .views import TableView

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PastHand:
    """A finished hand in a list of them: where it was played, and how it ended."""

    table_id: str
    table_number: int
    guild_id: int | None
    game: str
    rules: Mapping[str, object]
    hand_no: int
    game_no: int
    bid: str | None
    made: bool | None
    at: float


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in a list of one person's games; `seat` was theirs at its end.

    `names` by seat, empty for those who asked to be forgotten.
    """

    table_id: str
    table_number: int
    guild_id: int | None
    game: str
    rules: Mapping[str, object]
    game_no: int
    winner: int
    total: tuple[int, ...]
    seat: int
    names: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished hand to step through, for somebody who may see it.

    `table`: the table as it stood when the hand was over, with the names of those who played.
    `moments`: the shake, then each act, each with the game after it. `trick_ends`: the moments at
    which somebody who steps by tricks stops.
    """

    table: TableView
    moments: tuple[Moment, ...]
    trick_ends: tuple[int, ...]

    def at(self, step: int) -> TableView:
        """Return the table as everybody saw it at a moment."""
        game = self.moments[step].game
        over = step == len(self.moments) - 1
        return replace(
            self.table,
            status=Status.BETWEEN if over else Status.PLAYING,
            total=game.total,
            winner=game.winner,
            view=view_for(game, None),
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A mistake of one's own, and where to see it again."""

    table_id: str
    table_number: int
    hand_no: int
    step: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class GameLessons:
    """The mistakes of one's own in a game that mattered most; `hands`: how many were judged.

    `asked`: how many hands there were to judge.
    """

    table_id: str
    table_number: int
    game_no: int
    asked: int
    hands: int
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Habit:
    """A mistake of one's own that comes again.

    `pattern`: the players' pattern. `offered`: how often there was the choice; `followed`: how
    often it was made so; `mistakes`: how often that was one. `marks` and `points`: what went the
    other way for it, on average over the deals that were possible. `lessons`: the costliest.
    """

    pattern: str
    offered: int
    followed: int
    mistakes: int
    marks: float
    points: float
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits that cost somebody most, the worst first; `asked` and `hands` as in a game."""

    asked: int
    hands: int
    habits: tuple[Habit, ...]


class CoachJob(Generic[T]):
    """A look through somebody's hands that goes on in the background.

    `hands`: how many there are; `done`: how many were judged so far.
    """

    def __init__(self, hands: int) -> None:
        self.hands = hands
        self.done = 0
        self.task: asyncio.Task[T | None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.task is not None and self.task.done()

    async def wait(self, seconds: float) -> bool:
        """Wait so long for the end; return whether it has come."""
        if self.task is not None:
            await asyncio.wait({self.task}, timeout=seconds)
        return self.is_over

    def found(self) -> T | None:
        """Return what was found once it is over, None where there is no solver.

        Raises ReviewNotReady where the program has stopped before.
        """
        if self.task is None or self.task.cancelled():
            raise ReviewNotReady(begun=False)
        return self.task.result()
