"""Finished hands and games, to look back at: what was played, and what it was worth."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from bot.engine import Call, Contract, MakeCall, PlayTile, SeatView, view_for
from bot.records.moments import Moment

from .errors import ReviewNotReady
from .model import Status
from .views import Advice, TableView

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
class PlayCost:
    """What a play of a finished hand gave away, with all tiles in view.

    `points`: what its side lost by it, None in nel-o and sevens; `decisive`: it turned a hand that
    was made into one that was set, or the other way; `best` would have lost nothing.
    """

    trick: int
    play: PlayTile
    best: PlayTile
    points: int | None
    decisive: bool


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play of a finished hand, judged by what its player could know.

    `chance` that it makes the bid, for the other side that it sets it; `best_chance` the same of
    the best play. `sure`: over every deal that was possible, else over sampled ones. `mistake`:
    the best play was clearly better.
    """

    trick: int
    play: PlayTile
    best: PlayTile
    chance: float
    best_chance: float
    sure: bool
    mistake: bool


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A call of a finished hand, judged by what its player could know.

    `best` was worth most; `contract` and `chance` are those of the best bid that the hand had.
    `mistake`: a hand was passed that makes it clearly more often than not, or a bid was made that
    does clearly less often.
    """

    seat: int
    call: Call
    best: Call
    contract: Contract
    chance: float
    mistake: bool


@dataclass(frozen=True, slots=True)
class Possible:
    """The most that a side could have had of a whole hand, had it won the bid.

    `points` with that bidder and contract; None in nel-o, which the bidder could have made.
    """

    side: int
    bidder: int
    contract: Contract
    points: int | None


@dataclass(frozen=True, slots=True)
class Review:
    """What was possible in a finished hand from the first lead on, and what each play cost.

    `bidders` and `others`: the points of each with best play by all, None in nel-o and sevens
    and where the search did not tell. `made`: whether the bid could be made so; None where the
    search did not tell, or nobody bid. `unknown`: how many plays are not among `costs`, as it did
    not tell.
    `possible`: each side's best contract, and who could have made nel-o; empty where the hand
    is too large to tell. `judged`: the plays that were a choice, by what could be known; `calls`:
    every call in order, None for one that was no choice.
    """

    bidders: int | None
    others: int | None
    made: bool | None
    costs: tuple[PlayCost, ...]
    unknown: int = 0
    possible: tuple[Possible, ...] = ()
    judged: tuple[JudgedPlay, ...] = ()
    calls: tuple[JudgedCall | None, ...] = ()

    def cost_of(self, trick: int, seat: int) -> PlayCost | None:
        """Return what a seat's play to a trick gave away, None where the search did not tell."""
        found = (each for each in self.costs if (each.trick, each.play.seat) == (trick, seat))
        return next(found, None)

    def judged_of(self, trick: int, seat: int) -> JudgedPlay | None:
        """Return how a seat's play to a trick was judged, None where it was no choice."""
        found = (each for each in self.judged if (each.trick, each.play.seat) == (trick, seat))
        return next(found, None)


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
class Mistake:
    """A bid or play of a finished hand that was clearly worse than another, by what was known.

    `view`: what its seat saw then. `advice`: what was better, and why; its chance is that of the
    better play, or of the best bid. `chance`: that of the play that was made, or of a bid higher
    than the better one; None for other calls.
    `sure`: over every deal that was possible, else over sampled ones. `lost`: in how much of such
    deals the hand went the other way for it, 0 to 1. `stake`: what the hand counts in the game,
    in marks or points; `hands`: how many ordinary ones it is worth.
    """

    view: SeatView
    action: MakeCall | PlayTile
    advice: Advice
    chance: float | None
    sure: bool
    lost: float
    stake: int
    hands: int

    @property
    def weight(self) -> float:
        """How much it mattered, whatever the game counts: in ordinary hands."""
        return self.lost * self.hands


@dataclass(frozen=True, slots=True)
class Decision:
    """A bid or play of a finished hand that was a choice, by what its player could know.

    `step`: the moment of the hand's replay that shows it. `offered`: the players' patterns that
    the choice was about; `followed`: those that it follows. `shown`: the one of them that made it
    a mistake, if any.
    """

    step: int
    offered: tuple[str, ...]
    followed: tuple[str, ...]
    shown: str | None = None
    mistake: Mistake | None = None


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


class Looking(Generic[T]):
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
