"""Finished hands and games, as lists, replays and lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from texas42.ai.findings.judgments import Mistake
from texas42.engine import view_for
from texas42.records.moments import Moment

from .model import Status, Table
from .results import LESSON_GAME, GameRow
from .views import TableView, without_hands

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PastHand:
    """A finished hand in a list: where it was played, and how it ended.

    `number`: its number in its game, from 1. `ended`: as in a game record. `table_number` is 0 at a
    table without a place.
    """

    table_id: str
    table_number: int
    guild_id: int | None
    game: str
    rules: Mapping[str, object]
    hand_no: int
    game_no: int
    bid: str | None
    made: bool | None
    ended: str
    at: float
    number: int

    @property
    def in_lesson(self) -> bool:
        """True if the hand was dealt as a lesson."""
        return self.game_no == LESSON_GAME


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in a list of a person's games; `seat` was theirs at its end.

    `names` by seat, empty for deleted users. `table_number` is 0 at a table without a place.
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
class TableAgain:
    """A finished game whose people shall play again.

    `table`: its table as it is now, with its pace and partners. `rules`: those of the game, as in
    `Table`. `makes_room`: the person who asked may close the table, whose game is over.
    """

    table: Table
    game: GameRow
    rules: Mapping[str, object]
    makes_room: bool

    @property
    def people(self) -> frozenset[int]:
        """Everybody who played, except those who have deleted their data."""
        return frozenset(user_id for user_id in self.game.players if user_id is not None)

    def replaced_in(self, channel_id: int) -> str | None:
        """Return the table that makes room for the new one in a channel, or None."""
        place = self.table.place
        here = place is not None and place.channel_id == channel_id
        return self.table.table_id if here and self.makes_room else None

    def names_of(self, user_ids: Collection[int]) -> tuple[str, ...]:
        """Return the names of some of the people."""
        players = zip(self.game.players, self.game.names, strict=True)
        return tuple(name for user_id, name in players if user_id in user_ids and name)


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished hand to step through, for a user who may see it.

    `table`: the table at the end of the hand, with the players' names. `moments`: the shake, then
    each act, each with the game after it. `trick_ends`: the moments shown when stepping by tricks.
    `is_kept`: only those who played it see it, and this is for everybody.
    """

    table: TableView
    moments: tuple[Moment, ...]
    trick_ends: tuple[int, ...]
    is_kept: bool = False

    def at(self, step: int) -> TableView:
        """Build the public view of the table at a moment."""
        over = self.is_kept or step == len(self.moments) - 1
        game = self.moments[-1 if over else step].game
        view = view_for(game, None)
        return replace(
            self.table,
            status=Status.BETWEEN if over else Status.PLAYING,
            total=game.total,
            winner=game.winner,
            view=without_hands(view) if self.is_kept else view,
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A mistake of the user, and where to see it again."""

    table_id: str
    table_number: int
    hand_no: int
    step: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class GameLessons:
    """The user's costliest mistakes in a game; `hands`: how many were judged.

    `asked`: how many hands there were to judge. `table_number` is 0 at a table without a place.
    """

    table_id: str
    table_number: int
    game_no: int
    asked: int
    hands: int
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Habit:
    """A repeated mistake of the user.

    `pattern`: the AI's pattern. `offered`: how often the choice came up; `followed`: how often the
    user made it; `mistakes`: how often that was wrong. `marks` and `points`: the average cost over
    the possible deals. `lessons`: the costliest.
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
    """The user's costliest habits, worst first; `asked` and `hands` as in a game."""

    asked: int
    hands: int
    habits: tuple[Habit, ...]


class CoachJob(Generic[T]):
    """A background review of a user's hands.

    `hands`: how many there are; `done`: how many have been judged.
    """

    def __init__(self, hands: int) -> None:
        self.hands = hands
        self.done = 0
        self.task: asyncio.Task[T | None] | None = None

    @property
    def is_over(self) -> bool:
        """True if it has ended."""
        return self.task is not None and self.task.done()

    async def wait(self, seconds: float) -> bool:
        """Wait for the end, with a timeout; return True if it has come."""
        if self.task is not None:
            await asyncio.wait({self.task}, timeout=seconds)
        return self.is_over

    @property
    def was_stopped(self) -> bool:
        """True if the program stopped first."""
        return self.task is not None and self.task.cancelled()

    def found(self) -> T | None:
        """Return the result of one that is over and was not stopped, None without a solver."""
        return None if self.task is None else self.task.result()


@dataclass(frozen=True, slots=True)
class ShakeProof:
    """All data needed to deal a finished hand again.

    `number`: its number in its game, from 1. `seats`: whose words were in the shake.
    """

    table_id: str
    number: int
    content: str  # the proof file, JSON of `fortytwo-shake/1`
    seats: tuple[int, ...] = ()
    draw: DrawProof | None = None  # of the game that this hand began


@dataclass(frozen=True, slots=True)
class DrawProof:
    """All data needed to repeat the draws before a game: one proof file for each deal."""

    game_no: int
    contents: tuple[str, ...]
