"""Finished hands and games, to look back at: what was played, and what it was worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine import Call, Contract, PlayTile, view_for
from bot.records.moments import Moment

from .model import Status
from .views import TableView


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
    search did not tell. `unknown`: how many plays are not among `costs`, as it did not tell.
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
