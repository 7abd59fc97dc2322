"""The double-dummy solver: exact values and yes-or-no answers with all hands open.

Importing this module needs numba; `texas42.ai.solver.loading` checks for it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from texas42.ai.inference.trick_order import has_points
from texas42.ai.kernels import contract_table, search42, tt42
from texas42.ai.kernels.bits import IntArray
from texas42.ai.solver.failures import numba_errors
from texas42.ai.solver.problem import Position, Problem, SearchGoal
from texas42.engine import Deal, Goal, PlayTile, legal_plays

MOST_NODES = 50_000_000
"""The node budget of one position: after this many placed tiles, the answer is bounds."""
_PLAYERS = 4
_SIDES = 2
_TILES42 = 28
_DECLARED = 256
_MOST_STAMPS = (1 << 16) - 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a position for the bidder's side.

    `low` and `high` bound its points at the end of the hand (equal if exact), None in nel-o and
    sevens; `made`: whether it makes the contract, None if the node budget ran out first.
    """

    low: int | None
    high: int | None
    made: bool | None

    @property
    def exact(self) -> bool:
        """True if nothing was left open by the node budget."""
        return self.low == self.high and self.made is not None


@dataclass(frozen=True, slots=True)
class Solution:
    """The outcome of a position, and the outcome of each play of the seat in turn."""

    outcome: Outcome
    moves: Mapping[PlayTile, Outcome]
    all_points: int | None
    """The points of all tricks, taken already or to come; None in nel-o and sevens."""

    def points_of(self, outcome: Outcome) -> tuple[int, int] | None:
        """Return the points of the bidder's side, the lower bound if not exact, and the others'."""
        if outcome.low is None or self.all_points is None:
            return None
        return outcome.low, self.all_points - outcome.low

    @property
    def exact(self) -> bool:
        """True if the position and every play in it were decided."""
        return self.outcome.exact and all(outcome.exact for outcome in self.moves.values())


class Solver:
    """Solves deals. Use one instance per thread, since it owns the transposition tables."""

    def __init__(self) -> None:
        self._tt: IntArray = np.zeros(contract_table.TT_SIZE, np.int64)
        self._tt42: IntArray = np.zeros(1 << tt42.TT_BITS, np.int64)
        self._stamp = 0
        self._hand: tuple[object, ...] = ()
        self._stamps: dict[SearchGoal, int] = {}

    def solve(self, deal: Deal, nodes: int = MOST_NODES) -> Solution:
        """Solve a deal in play; each goal gets its own node budget."""
        if deal.bidder is None or deal.contract is None or deal.to_act is None:
            raise ValueError("the deal is not in the play")
        plays = legal_plays(deal)
        goal, needed = goal_of(deal)
        points: dict[PlayTile, tuple[int, int]] = {}
        all_points = None
        if has_points(deal.contract):
            search = self._search(deal, SearchGoal.POINTS, nodes)
            points = {play: search.value(play) for play in plays}
            # A search of another goal counts tricks, not points.
            all_points = sum(deal.points) + search.left
        lost = _is_lost(deal, goal)
        search = self._search(deal, goal, nodes)
        moves = {}
        for play in plays:
            made = False if lost else search.reaches(play, needed)
            low, high = points.get(play, (None, None))
            moves[play] = Outcome(low, high, made)
        best = _best(moves.values(), search.declaring(deal.to_act))
        return Solution(best, moves, all_points)

    def points(self, deal: Deal, nodes: int = MOST_NODES) -> tuple[int, int]:
        """Bound the points of the bidder's side, in turn, at the end of the hand."""
        search = self._search(deal, SearchGoal.POINTS, nodes)
        lows, highs = zip(*(search.value(play) for play in legal_plays(deal)), strict=True)
        return max(lows), max(highs)

    def outcomes_of_plays(
        self, deal: Deal, plays: Sequence[PlayTile], nodes: int = MOST_NODES
    ) -> list[bool | None]:
        """Return for each play whether the bidder's side then makes the contract.

        None if the node budget runs out first.
        """
        goal, needed = goal_of(deal)
        if _is_lost(deal, goal):
            return [False] * len(plays)
        search = self._search(deal, goal, nodes)
        return [search.reaches(play, needed) for play in plays]

    def loses_all(self, deal: Deal, nodes: int = MOST_NODES) -> bool:
        """Return True if the bidder, in turn, can lose every remaining trick."""
        search = self._search(deal, SearchGoal.NO_TRICK, nodes)
        return any(search.reaches(play, None) for play in legal_plays(deal))

    def _search(self, deal: Deal, goal: SearchGoal, nodes: int) -> "_Search":
        return _Search(deal, goal, (self._tt, self._tt42), self._stamp_of, nodes)

    def _stamp_of(self, problem: Problem) -> int:
        """Return the stamp of a hand's table entries, which keeps them valid during the hand.

        That is safe because tiles leave the hands during a hand but never change holders.
        """
        hand = (problem.rules, problem.contract, problem.bidder, problem.dealt)
        if hand != self._hand:
            self._hand = hand
            self._stamps = {}
        if problem.goal not in self._stamps:
            self._stamp += 1
            if self._stamp > _MOST_STAMPS:
                self._stamp = 1
                self._stamps = {}
                self._tt[:] = 0
                self._tt42[:] = 0
            self._stamps[problem.goal] = self._stamp
        return self._stamps[problem.goal]


def goal_of(deal: Deal) -> tuple[SearchGoal, int | None]:
    """Return the goal of the bidder's side, and the points it needs if that is a number."""
    if deal.contract is None or deal.bid is None:
        raise ValueError("there is no contract")
    goal = deal.contract.overlay.goal
    if goal is Goal.NONE:
        return SearchGoal.NO_TRICK, None
    if goal is Goal.ALL or deal.bid.multiple:
        return SearchGoal.EVERY_TRICK, None
    return SearchGoal.POINTS, min(deal.bid.number, deal.rules.game.total)


def _is_lost(deal: Deal, goal: SearchGoal) -> bool:
    if goal is SearchGoal.POINTS:
        return False
    side_of = deal.rules.game.side_of
    ours = [
        trick.winner is not None and side_of(trick.winner) == deal.declaring
        for trick in deal.tricks
    ]
    return any(ours) if goal is SearchGoal.NO_TRICK else not all(ours)


def _best(outcomes: Collection[Outcome], declaring: bool) -> Outcome:
    """Choose the outcome of the best play for the side in turn."""
    choose = max if declaring else min
    lows = [each.low for each in outcomes if each.low is not None]
    highs = [each.high for each in outcomes if each.high is not None]
    made: bool | None = None
    answers = [each.made for each in outcomes]
    if declaring in answers:
        made = declaring
    elif None not in answers:
        made = not declaring
    return Outcome(choose(lows, default=None), choose(highs, default=None), made)


class _Search:
    """The searches of one position with one goal, which share a transposition table and budget."""

    def __init__(
        self,
        deal: Deal,
        goal: SearchGoal,
        tables: tuple[IntArray, IntArray],
        stamp_of: Callable[[Problem], int],
        budget: int,
    ) -> None:
        if deal.bidder is None or deal.contract is None:
            raise ValueError("there is no contract")
        self._deal = deal
        self._problem = Problem(deal.rules, deal.contract, deal.bidder, goal)
        self._before = deal.points[deal.rules.game.side_of(deal.bidder)]
        self._tt, self._tt42 = tables
        self.left = self._problem.load(deal).left
        """What the goal counts in the tricks from here on: points or tricks."""
        table = self._problem.table
        table[contract_table.STAMP] = stamp_of(self._problem)
        table[contract_table.BUDGET] = budget
        self._is_for_search42 = is_for_search42(self._problem)

    def declaring(self, seat: int) -> bool:
        """Return True if a seat plays for the bidder's side."""
        return self._problem.declaring(seat)

    def value(self, play: PlayTile) -> tuple[int, int]:
        """Bound the final points of the bidder's side after this play."""
        position = self._after(play)
        bounds = np.array([0, position.left], np.int64)
        if self._by_search42(position):
            hands, leader, plays = self._state42(position)
            table = self._problem.table
            search42.solve_exact(*hands, leader, position.left, plays, table, self._tt42, bounds)
            if not self._problem.declaring(leader):
                bounds = position.left - bounds[::-1]
        elif position.left:
            table = self._problem.table
            _general_search().solve_exact(position.trick, position.left, table, self._tt, bounds)
        before = self._before + position.taken
        return before + int(bounds[0]), before + int(bounds[1])

    def reaches(self, play: PlayTile, needed: int | None) -> bool | None:
        """Return True if the bidder's side reaches `needed` points, or if None, takes every trick.

        Return None if the node budget runs out first.
        """
        position = self._after(play)
        if needed is None:
            if position.taken < self.left - position.left:
                return False
            need = position.left
        else:
            need = needed - self._before - position.taken
        if need <= 0 or need > position.left:
            return need <= 0
        if self._by_search42(position):
            return self._reaches42(position, need)
        table = self._problem.table
        taken = _general_search().search(position.trick, need, position.left, table, self._tt)
        ran_out = table[contract_table.NODES] > table[contract_table.BUDGET]
        return None if ran_out else bool(taken >= need)

    def _after(self, play: PlayTile) -> Position:
        position = self._problem.load(self._deal)
        self._problem.play(position, play)
        return position

    def _by_search42(self, position: Position) -> bool:
        """Return True if the search for 42 can answer."""
        return self._is_for_search42 and position.lead < _DECLARED and position.left > 0

    def _state42(self, position: Position) -> tuple[tuple[int, int, int, int], int, int]:
        """Return the hands from the leader on, tiles on the table among them, leader and plays."""
        count = len(position.on_table)
        leader = (position.seat - count) % _PLAYERS
        hands = [int(self._problem.hands[(leader + step) % _PLAYERS]) for step in range(_PLAYERS)]
        plays = count
        for turn, place in enumerate(position.on_table):
            hands[turn] |= 1 << place
            plays |= place << (2 + 5 * turn)
        a, b, c, d = hands
        return (a, b, c, d), leader, plays

    def _reaches42(self, position: Position, need: int) -> bool | None:
        hands, leader, plays = self._state42(position)
        ours = self._problem.declaring(leader)
        ask = need if ours else position.left - need + 1
        table = self._problem.table
        taken = search42.can_take(*hands, leader, ask, position.left, plays, table, self._tt42)
        ran_out = table[contract_table.NODES42] > table[contract_table.BUDGET]
        return None if ran_out else bool(taken) is ours


def is_for_search42(problem: Problem) -> bool:
    """Return True if the search for 42 supports these rules: 42 and Moon for four, with suits."""
    game = problem.rules.game
    plain = has_points(problem.contract)
    two_sides = game.seats == _PLAYERS and game.sides == _SIDES and game.trick_points == 1
    small = len(game.tiles) == _TILES42 and game.copies == 1
    return plain and two_sides and small and not problem.table[contract_table.SECOND :][:64].any()


def _general_search() -> ModuleType:
    """Import the search of all games, which compiles it: raises SolverMissing if that fails."""
    with numba_errors():
        from texas42.ai.kernels import search_general
    return search_general
