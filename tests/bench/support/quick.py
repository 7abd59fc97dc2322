"""The quick player of roll-outs, uncompiled: with other weights, and with a note of those it reads.

A kernel is plain Python before it is compiled. Here it runs as that, so that the facts of a play
are told by the very code that judges it. Import this after `solving.prepare`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import FunctionType

import numpy as np

from bot.ai.inference.knowledge import Knowledge, know
from bot.ai.inference.trick_order import places_of, trick_order
from bot.ai.kernels import judging, policy
from bot.ai.players.arena import Contest, play_deals, shaken, summary
from bot.ai.players.sampled_player import SampledPlayer
from bot.ai.rollouts.beliefs import start_of
from bot.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from bot.ai.rollouts.play_choice import _goal, _score
from bot.ai.rollouts.plays import Roller, Weighed
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.problem import Goal, Problem
from bot.engine import Action, ContractKind, PlayTile, Rules, SeatView
from tests.ai.hands import play_hand
from tests.bench.support.fitting import Decision, Weights

LONG = 3600.0
FACTS = 5
"""How many weights make up the sum of a play."""
PRESENT: Weights = judging._WEIGHTS


def uncompiled(weights: object) -> Callable[..., int]:
    """Return `policy.judges` as plain Python, with something else in place of its weights."""
    names = {**vars(judging), **vars(policy)}
    for name, value in list(names.items()):
        if hasattr(value, "py_func"):
            names[name] = FunctionType(value.py_func.__code__, names)
    names["size_of"] = int.bit_count
    names["lowest"] = lambda mask: (mask & -mask).bit_length() - 1
    names["highest"] = lambda mask: mask.bit_length() - 1
    names["_WEIGHTS"] = weights
    judges: Callable[..., int] = names["judges"]
    return judges


def position(known: Knowledge, goal: Goal) -> tuple[object, ...]:
    """Return what `judges` is told of the seat in turn; it may change what it is given."""
    view = known.view
    assert view.contract is not None
    assert view.bidder is not None
    problem = Problem(view.rules, view.contract, view.bidder, goal)
    moment = problem.lay_out(known)
    world = start_of(known, moment.table)
    return *moment.state, -1, world.tolist(), problem.table.tolist()


class Quick:
    """Bids as the plain player does, and plays by these weights as roll-outs do."""

    def __init__(self, weights: Weights) -> None:
        self._plain = RulesPlayer()
        self._judges = uncompiled(weights.tolist())

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose; low contracts, which have no weights, are left to the plain player."""
        plain = self._plain.choose(view, seconds)
        if len(view.legal) == 1 or not isinstance(plain, PlayTile) or view.contract is None:
            return plain
        if view.contract.kind in (ContractKind.NELLO, ContractKind.SEVENS):
            return plain
        known = know(view, trick_order(view.rules.game, view.contract))
        goal, _ = _goal(known)
        assert goal is not None
        tile = known.order.line[self._judges(*position(known, goal)) & 255]
        return next(each for each in view.legal if isinstance(each, PlayTile) and each.tile == tile)


class _Read:
    """Stands for the weights and notes which are read."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __getitem__(self, number: int) -> int:
        self.numbers.append(number)
        return 0


class NotingRoller(Roller):
    """Weighs plays for the expert, and notes their facts and what it makes of each."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: list[Decision] = []
        self._read = _Read()
        self._judges = uncompiled(self._read)

    def weigh(
        self,
        known: Knowledge,
        plays: Sequence[PlayTile],
        goal: Goal,
        need: int | None,
        most_worlds: int,
        until: float,
    ) -> list[Weighed]:
        """Weigh as any roller does; low contracts, which have no weights, are not noted."""
        found = super().weigh(known, plays, goal, need, most_worlds, until)
        if goal is not Goal.NO_TRICK:
            self._note(known, goal, found)
        return found

    def _note(self, known: Knowledge, goal: Goal, found: Iterable[Weighed]) -> None:
        self._read.numbers.clear()
        self._judges(*position(known, goal))
        values = {
            each.play.tile: _score(known, each, each.play, 0.0)
            for each in found
            if each.play.declared is None
        }
        # The quick player goes through the tiles it may play from the first place to the last.
        tiles = [known.order.line[place] for place in places_of(known.hand)]
        worth = np.array([values[tile] for tile in tiles if tile in values])
        facts = np.array(self._read.numbers)
        # One tile that may be led by either end is no choice to it.
        if len(worth) > 1:
            self.decisions.append(Decision(facts.reshape(len(worth), FACTS), worth))


def decisions(rules: Rules, deals: int, seed: int, worlds: int) -> list[list[Decision]]:
    """Let experts play deals, bidding as the plain player does; return by deal what was noted."""
    LEVEL_CONFIGS[Level.EXPERT] = replace(LEVEL_CONFIGS[Level.EXPERT], worlds=worlds, hands=0)
    expert = SampledPlayer(Level.EXPERT)
    found = []
    for number in range(deals):
        expert._roller = roller = NotingRoller()
        shake = shaken(rules, number % rules.game.seats, seed, number)
        play_hand(rules, shake, [_Patient(expert)] * rules.game.seats)
        found.append(roller.decisions)
    return found


class _Patient:
    """Gives a player all the time it wants, so that only the number of holdings counts."""

    def __init__(self, player: SampledPlayer) -> None:
        self._player = player

    def choose(self, view: SeatView, seconds: float) -> Action:
        del seconds
        return self._player.choose(view, LONG)


def match(rules: Rules, weights: Weights, deals: int, seed: int) -> str:
    """Play deals between quick players, new weights against present ones; tell the differences."""
    contest = Contest(rules, Quick(weights), Quick(PRESENT), LONG)
    *_, tally = play_deals(contest, deals, seed)
    told = summary(tally)
    score, points = told["score_per_hand"], told["points_per_hand"]
    assert isinstance(score, dict)
    assert isinstance(points, dict)
    unit = "marks" if rules.by_marks else "score"
    error = points["standard_error"] or math.nan
    return (
        f"{unit} {score['mean']:+.4f} ± {score['standard_error'] or math.nan:.4f} a hand, "
        f"points {points['mean']:+.3f} ± {error:.3f}"
    )
