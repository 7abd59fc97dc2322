"""Judges plays by playing possible holdings to their end with a quick player."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from zlib import crc32

import numpy as np

from bot.ai.inference.knowledge import Knowledge
from bot.ai.kernels import layout, weighing, worlds
from bot.ai.kernels.bits import Table
from bot.ai.rollouts.beliefs import belief_in_play, seen_of, start_of
from bot.ai.solver.problem import Goal, Problem
from bot.engine import PlayTile, SeatView

_MOVES = 32
_BATCH = 32
"""Holdings a compiled call: it holds no lock, and ends in a few milliseconds."""
_TRIES = 4
"""Holdings drawn for each that is kept, once plays have told something."""
_EVERY = 2048
"""Up to so many possible holdings all of them are tried."""
_LAST_TRICKS = 4
"""With more tiles in hand there are always more holdings than that."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What became of a play in the holdings tried, for the side of the seat that plays.

    `chance` is how often it has its way (makes or sets the bid), `points` its mean points.
    """

    play: PlayTile
    chance: float
    points: float


@dataclass(frozen=True, slots=True)
class _Question:
    """What the compiled code is told: the trick, what is needed, and all that the seat knows."""

    me: int
    state: tuple[int, int, int, int, int, int]
    need: int
    start: Table
    table: Table
    belief: Table
    seen: Table


class Roller:
    """Holds the working memory of roll-outs; one for each thread."""

    def __init__(self) -> None:
        self._world: Table = np.zeros(layout.WORLD_SIZE + layout.HOLDERS, np.int64)
        self._rows: Table = np.zeros(_EVERY * worlds.ROW_SIZE, np.int64)
        self._places: Table = np.zeros(worlds.PLACES, np.int64)
        self._moves: Table = np.zeros(1 + _MOVES, np.int64)
        self._chance: Table = np.zeros(1, np.int64)
        self._made: Table = np.zeros(_MOVES, np.int64)
        self._taken: Table = np.zeros(_MOVES, np.int64)

    def weigh(
        self,
        known: Knowledge,
        plays: Sequence[PlayTile],
        goal: Goal,
        need: int | None,
        most_worlds: int,
        until: float,
        *,
        hears: bool = False,
    ) -> list[Weighed]:
        """Weigh plays over so many holdings, or all there are, or until the moment `until`.

        Holdings count for more in which the others would have played as they did. `need` is what
        the bidder's side must still take from this trick on, None for all of it; the goal says
        of what. With `hears` holdings also count by how well they go with the calls: that makes
        chances true, and choices no better. The draw depends on the view alone.
        """
        view = known.view
        if view.contract is None or view.bidder is None:
            raise ValueError("no contract has been named")
        problem = Problem(view.rules, view.contract, view.bidder, goal)
        moment = problem.lay_out(known)
        self._moves[0] = len(plays)
        for number, play in enumerate(plays):
            place = problem.place_in_hand(known.me, play)
            self._moves[1 + number] = place | (256 if play.declared is not None else 0)
            problem.declare(place, play)
        question = _Question(
            known.me,
            moment.state,
            int(need) if need is not None else moment.left,
            start_of(known, moment.table),
            problem.table,
            belief_in_play(known),
            seen_of(known, hears=hears),
        )
        self._chance[0] = seed_of(view)
        self._made[:] = 0
        self._taken[:] = 0
        dealt = 0
        if len(view.hand) <= _LAST_TRICKS:
            dealt = self._over_all(question, min(most_worlds, _EVERY), until)
        if not dealt:
            dealt = self._over_drawn(question, most_worlds, until)
        return self._weighed(known, plays, moment.left, dealt)

    def _over_all(self, question: _Question, most: int, until: float) -> int:
        """Weigh over every possible holding; return their weight, 0 where they are too many."""
        found = self._find(question, most, 0)
        if found <= 0:
            return 0
        rows = self._rows[: found * worlds.ROW_SIZE].reshape(found, worlds.ROW_SIZE)
        # The likeliest first, should time run out.
        rows[:] = rows[np.argsort(-rows[:, weighing.WEIGHT], kind="stable")]
        dealt = 0
        for first in range(0, found, _BATCH):
            dealt += self._roll(question, first, min(first + _BATCH, found))
            if monotonic() >= until:
                break
        return dealt

    def _over_drawn(self, question: _Question, most: int, until: float) -> int:
        """Weigh over drawn holdings; return how many."""
        tries = _TRIES if question.seen[weighing.PLAYS] else 1
        dealt = 0
        while dealt < most:
            found = self._find(question, min(_BATCH, most - dealt), tries)
            if found <= 0:
                break
            dealt += self._roll(question, 0, found)
            if monotonic() >= until:
                break
        return dealt

    def _find(self, question: _Question, number: int, tries: int) -> int:
        return weighing.find_holdings(
            question.me,
            number,
            tries,
            question.start,
            question.table,
            question.belief,
            question.seen,
            self._chance,
            self._world,
            self._rows,
            self._places,
        )

    def _roll(self, question: _Question, first: int, last: int) -> int:
        return weighing.weigh(
            *question.state,
            question.start,
            question.table,
            self._moves,
            question.need,
            first,
            last,
            self._rows,
            self._world,
            self._made,
            self._taken,
        )

    def _weighed(
        self, known: Knowledge, plays: Sequence[PlayTile], left: int, dealt: int
    ) -> list[Weighed]:
        found = []
        for number, play in enumerate(plays):
            chance = float(self._made[number]) / max(dealt, 1)
            points = float(self._taken[number]) / max(dealt, 1)
            if not known.declaring:
                chance, points = 1 - chance, left - points
            found.append(Weighed(play, chance, points))
        return found


def seed_of(view: SeatView) -> int:
    """Return a number that depends on what the seat sees alone."""
    seen = (view.seat, view.hand, view.calls, view.tricks, view.trick, view.deal_number)
    return crc32(repr(seen).encode())
