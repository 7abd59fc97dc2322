"""Judges plays and bids by playing sampled holdings to their end with a quick player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from zlib import crc32

import numpy as np

from bot.ai.beliefs import belief_as_shown, belief_before_play, belief_in_play, start_of
from bot.ai.kernels import policy, worlds
from bot.ai.kernels.bits import Table
from bot.ai.knowledge import Knowledge
from bot.ai.problem import Goal, Problem
from bot.engine import Contract, ContractKind, PlayTile, SeatView

_MOVES = 32
_HANDS = 256
_BATCH = 16
"""Worlds a compiled call: it holds no lock, and ends in a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What became of a play in the sampled worlds, for the side of the seat that plays.

    `chance` is how often it has its way (makes or sets the bid), `points` its mean points.
    """

    play: PlayTile
    chance: float
    points: float


class Roller:
    """Holds the working memory of roll-outs; one for each thread."""

    def __init__(self) -> None:
        self._world: Table = np.zeros(policy.WORLD_SIZE + worlds.HOLDERS, np.int64)
        self._moves: Table = np.zeros(1 + _MOVES + 64, np.int64)
        self._chance: Table = np.zeros(1, np.int64)

    def weigh(
        self,
        known: Knowledge,
        plays: Sequence[PlayTile],
        goal: Goal,
        need: int | None,
        most_worlds: int,
        until: float,
    ) -> list[Weighed]:
        """Weigh plays over sampled worlds until the number or the moment `until` is reached.

        `need` is what the bidder's side must still take from this trick on, None for all of it;
        the goal says of what. The draw depends on the view alone.
        """
        view = known.view
        if view.contract is None or view.bidder is None:
            raise ValueError("no contract has been named")
        problem = Problem(view.rules, view.contract, view.bidder, goal)
        moment = problem.lay_out(known)
        left = int(need) if need is not None else moment.left
        moves = self._moves
        moves[0] = len(plays)
        for number, play in enumerate(plays):
            place = problem.place_in_hand(known.me, play)
            moves[1 + number] = place | (256 if play.declared is not None else 0)
            problem.declare(place, play)
        start = start_of(known, moment.table)
        plain = belief_in_play(known)
        shown = belief_as_shown(known, plain)
        made = np.zeros(_MOVES, np.int64)
        taken = np.zeros(_MOVES, np.int64)
        self._chance[0] = _seed(view)
        dealt = 0
        while dealt < most_worlds and (dealt == 0 or monotonic() < until):
            # Half of the holdings take the players' discards at their word (002:61-69).
            belief = shown if shown is not None and dealt // _BATCH % 2 else plain
            some = worlds.weigh(
                *moment.state,
                start,
                problem.table,
                belief,
                moves,
                left,
                min(_BATCH, most_worlds - dealt),
                self._chance,
                self._world,
                made,
                taken,
            )
            dealt += some
            if some == 0:
                break
        return _weighed(known, plays, moment.left, made, taken, dealt)

    def totals(self, view: SeatView, contract: Contract, hands: int, until: float = inf) -> Table:
        """Return how often a bidder with this hand takes each total, from so many sampled deals.

        By points, from 0 up; in nel-o by tricks left to the others. It ends early, with fewer
        deals, at the moment `until`.
        """
        if view.seat is None:
            raise ValueError("a watcher holds no hand")
        goal = Goal.NO_TRICK if contract.kind is ContractKind.NELLO else Goal.POINTS
        problem = Problem(view.rules, contract, view.seat, goal)
        game, order = view.rules.game, problem.order
        everything = (1 << len(order.line)) - 1
        hand = order.mask(view.hand)
        start = np.zeros(policy.WORLD_SIZE, np.int64)
        start[policy.HANDS + view.seat] = hand
        start[policy.EVERYTHING] = everything
        start[policy.BIDDER] = view.seat
        belief = belief_before_play(game, view.seat, everything & ~hand)
        counts = np.zeros(game.total + 1 + _MOVES * 2, np.int64)
        self._chance[0] = _seed(view)
        for _ in range(0, hands, _HANDS):
            worlds.roll_hands(
                view.seat,
                start,
                problem.table,
                belief,
                _HANDS,
                self._chance,
                self._world,
                counts,
            )
            if monotonic() >= until:
                break
        return counts[: game.total + 1]


def _seed(view: SeatView) -> int:
    """Return a number that depends on what the seat sees alone."""
    seen = (view.seat, view.hand, view.calls, view.tricks, view.trick, view.deal_number)
    return crc32(repr(seen).encode())


def _weighed(
    known: Knowledge, plays: Sequence[PlayTile], left: int, made: Table, taken: Table, dealt: int
) -> list[Weighed]:
    found = []
    for number, play in enumerate(plays):
        chance = float(made[number]) / max(dealt, 1)
        points = float(taken[number]) / max(dealt, 1)
        if not known.declaring:
            chance, points = 1 - chance, left - points
        found.append(Weighed(play, chance, points))
    return found
