"""Roll out plays in sampled deals, each to its end with a quick policy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

import numpy as np

from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.seed import view_seed
from texas42.ai.kernels import deal_sampling, play_sampling, policy
from texas42.ai.kernels.bits import IntArray, TrickState
from texas42.ai.rollouts.evidence import evidence_of, known_state, unseen_in_play
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.engine import PlayTile, Tile

_MOST_LINES = 256
_BATCH = 32
_ROLL_OUTS = 512
"""Deals and roll-outs in one kernel call, so that a call ends within a few milliseconds."""
_ROUNDS = 4
"""The number of rounds in which weak lines are dropped."""
_SAMPLED_PER_DEAL = 4
"""Deals sampled for each one that resampling leaves, once there are plays to infer from."""
_MOST_LISTED = 2048
"""Up to this many possible deals, try all of them."""
_LAST_TRICKS = 4
"""With more tiles in hand there are always more deals than that."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play to try and, if given, the tile that the seat leads when it is next on lead."""

    play: PlayTile
    then: Tile | None = None


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The results of a line in sampled deals, for the side of the seat that plays.

    `chance`: how often it makes or sets the bid. `points`: its mean points.
    """

    play: PlayTile
    chance: float
    points: float


Keep: TypeAlias = Callable[[Sequence[PlayResult]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Question:
    """The input of the kernels: the trick, the need, and the seat's knowledge."""

    me: int
    trick: TrickState
    need: int
    known: IntArray
    table: IntArray
    unseen: IntArray
    evidence: IntArray


class PlaySampler:
    """Rolls out plays. Holds working memory: use one instance per thread."""

    def __init__(self) -> None:
        self._state: IntArray = np.zeros(deal_sampling.STATE_SIZE + deal_sampling.HOLDERS, np.int64)
        self._rows: IntArray = np.zeros(_MOST_LISTED * deal_sampling.ROW_SIZE, np.int64)
        self._scratch: IntArray = np.zeros(deal_sampling.SCRATCH_SIZE, np.int64)
        self._lines: IntArray = np.zeros(1 + 2 * _MOST_LINES, np.int64)
        self._rng: IntArray = np.zeros(1, np.int64)
        self._made: IntArray = np.zeros(_MOST_LINES, np.int64)
        self._taken: IntArray = np.zeros(_MOST_LINES, np.int64)

    def evaluate(
        self,
        known: Knowledge,
        lines: Sequence[Candidate],
        goal: SearchGoal,
        need: int | None,
        most_deals: int,
        until: float,
        *,
        by_calls: bool = False,
        keep: Keep | None = None,
    ) -> list[PlayResult]:
        """Roll out lines in sampled deals, or in all possible ones, until `until`.

        Deals weigh more if the others would have played as they did. `need`: what the bidder's side
        must still take from this trick on, None for all of it; the goal says of what. `by_calls`:
        weigh deals by the calls too. The sample depends on the view alone.

        With `keep`, lines are tried in rounds of equal time, each with more deals. After each round
        but the last, it returns the indexes of the lines to keep; only these have a result.
        """
        view = known.view
        now = monotonic()
        question, left = self._question(known, lines, goal, need, by_calls=by_calls)
        self._rng[0] = view_seed(view)
        self._made[:] = 0
        self._taken[:] = 0
        if len(view.hand) <= _LAST_TRICKS:
            dealt = self._over_every_deal(question, min(most_deals, _MOST_LISTED), until)
            if dealt:
                return self._results(known, lines, left, dealt)
        dealt = 0
        rounds = 1 if keep is None else _ROUNDS
        for number in range(1, rounds + 1):
            end = now + (until - now) * number / rounds
            most = most_deals >> (rounds - number)
            dealt += self._over_sampled_deals(question, most - dealt, end)
            results = self._results(known, lines, left, dealt)
            if keep is not None and number < rounds:
                kept = keep(results)
                lines = [lines[each] for each in kept]
                self._keep(kept)
        return results

    def every_deal(
        self, known: Knowledge, goal: SearchGoal, need: int | None
    ) -> list[tuple[int, ...]]:
        """List every possible deal that fits the calls, as sets of unseen tiles by seat.

        The weight follows the sets of eight seats. Empty if there are too many deals to list.
        """
        question, _ = self._question(known, (), goal, need, by_calls=True)
        self._rng[0] = view_seed(known.view)
        found = max(0, self._sample(question, _MOST_LISTED, 0))
        rows = self._rows[: found * deal_sampling.ROW_SIZE].reshape(found, deal_sampling.ROW_SIZE)
        return [(*row[:8], row[play_sampling.WEIGHT]) for row in rows.tolist()]

    def _question(
        self,
        known: Knowledge,
        lines: Sequence[Candidate],
        goal: SearchGoal,
        need: int | None,
        *,
        by_calls: bool,
    ) -> tuple[_Question, int]:
        """Build the input of the kernels, and the value of all tricks from this one on."""
        view = known.view
        if view.contract is None or view.bidder is None:
            raise ValueError("no contract has been named")
        problem = Problem(view.rules, view.contract, view.bidder, goal)
        position = problem.load_view(known)
        self._lines[0] = len(lines)
        for number, line in enumerate(lines):
            place = problem.place_in_hand(known.me, line.play)
            low = 256 if line.play.declared is not None else 0
            self._lines[1 + 2 * number] = place | low
            then = policy.FREELY
            if line.then is not None:
                then = problem.place_in_hand(known.me, PlayTile(known.me, line.then))
            self._lines[2 + 2 * number] = then
            problem.declare(place, line.play)
        question = _Question(
            known.me,
            position.trick,
            int(need) if need is not None else position.left,
            known_state(known, position.on_table),
            problem.table,
            unseen_in_play(known),
            evidence_of(known, by_calls=by_calls),
        )
        return question, position.left

    def _over_every_deal(self, question: _Question, most: int, until: float) -> int:
        """Roll out every possible deal; return their total weight, 0 if there are too many."""
        found = self._sample(question, most, 0)
        if found <= 0:
            return 0
        rows = self._rows[: found * deal_sampling.ROW_SIZE].reshape(found, deal_sampling.ROW_SIZE)
        # The likeliest first, in case time runs out.
        rows[:] = rows[np.argsort(-rows[:, play_sampling.WEIGHT], kind="stable")]
        dealt = 0
        batch = self._batch()
        for first in range(0, found, batch):
            dealt += self._roll(question, first, min(first + batch, found))
            if monotonic() >= until:
                break
        return dealt

    def _over_sampled_deals(self, question: _Question, most: int, until: float) -> int:
        """Roll out sampled deals; return their number."""
        tries = _SAMPLED_PER_DEAL if question.evidence[play_sampling.PLAYS] else 1
        batch = self._batch()
        dealt = 0
        while dealt < most:
            found = self._sample(question, min(batch, most - dealt), tries)
            if found <= 0:
                break
            dealt += self._roll(question, 0, found)
            if monotonic() >= until:
                break
        return dealt

    def _keep(self, kept: Sequence[int]) -> None:
        """Drop all lines but those with these indexes, and keep their results so far."""
        lines = self._lines[1:].reshape(-1, 2)[kept]
        self._lines[0] = len(kept)
        self._lines[1 : 1 + lines.size] = lines.ravel()
        self._made[: len(kept)] = self._made[kept]
        self._taken[: len(kept)] = self._taken[kept]

    def _batch(self) -> int:
        return min(_BATCH, max(1, _ROLL_OUTS // max(1, int(self._lines[0]))))

    def _sample(self, question: _Question, number: int, tries: int) -> int:
        return play_sampling.sample_deals(
            question.me,
            number,
            tries,
            question.known,
            question.table,
            question.unseen,
            question.evidence,
            self._rng,
            self._state,
            self._rows,
            self._scratch,
        )

    def _roll(self, question: _Question, first: int, last: int) -> int:
        return play_sampling.roll_out_lines(
            question.trick,
            question.known,
            question.table,
            self._lines,
            question.need,
            first,
            last,
            self._rows,
            self._state,
            self._made,
            self._taken,
        )

    def _results(
        self, known: Knowledge, lines: Sequence[Candidate], left: int, dealt: int
    ) -> list[PlayResult]:
        found = []
        for number, line in enumerate(lines):
            chance = float(self._made[number]) / max(dealt, 1)
            points = float(self._taken[number]) / max(dealt, 1)
            if not known.declaring:
                chance = 1 - chance
                points = left - points
            found.append(PlayResult(line.play, chance, points))
        return found
