"""The quick player of roll-outs, uncompiled: with other weights, and recording those it reads.

A kernel is plain Python before compilation. Running it that way gets the features of a play from
the very code that chooses it. Import this after `prepare`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from tests.ai.hands import play_hand
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.inference.trick_order import places_of
from texas42.ai.kernels import move_scores, policy
from texas42.ai.players.arena import Contest, play_deals, shake_from_seed, summary
from texas42.ai.players.sampled_player import SampledPlayer
from texas42.ai.rollouts.evidence import known_state
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rollouts.next_leads import worth
from texas42.ai.rollouts.play_choice import search_goal
from texas42.ai.rollouts.plays import Candidate, Keep, PlayResult, PlaySampler
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.engine import Action, ContractKind, PlayTile, Rules, SeatView
from tools.support.fitting import Decision, Weights

LONG = 3600.0
FACTS = 5
"""The number of weights in the sum of a play."""
PRESENT: Weights = move_scores._WEIGHTS


def uncompiled(weights: object) -> Callable[..., int]:
    """Return `policy.choose_tile` as plain Python with its weights replaced."""
    names = {**vars(move_scores), **vars(policy)}
    for name, value in list(names.items()):
        if hasattr(value, "py_func"):
            names[name] = FunctionType(value.py_func.__code__, names)
    names["popcount"] = int.bit_count
    names["lowest"] = lambda mask: (mask & -mask).bit_length() - 1
    names["highest"] = lambda mask: mask.bit_length() - 1
    names["_WEIGHTS"] = weights
    choose_tile: Callable[..., int] = names["choose_tile"]
    return choose_tile


def position(known: Knowledge, goal: SearchGoal) -> tuple[object, ...]:
    """Build the arguments of `choose_tile` for the seat whose turn it is; it may modify them."""
    view = known.view
    assert view.contract is not None
    assert view.bidder is not None
    problem = Problem(view.rules, view.contract, view.bidder, goal)
    position = problem.load_view(known)
    world = known_state(known, position.on_table)
    return position.trick, -1, world.tolist(), problem.table.tolist()


class Quick:
    """Bids like the plain player, and plays by these weights as roll-outs do."""

    def __init__(self, weights: Weights) -> None:
        self._plain = RulesPlayer()
        self._choose_tile = uncompiled(weights.tolist())

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose; the plain player handles low contracts, which have no weights."""
        plain = self._plain.choose(view, seconds)
        if len(view.legal) == 1 or not isinstance(plain, PlayTile) or view.contract is None:
            return plain
        if view.contract.kind in (ContractKind.NELLO, ContractKind.SEVENS):
            return plain
        known = know(view)
        goal, _ = search_goal(known)
        assert goal is not None
        tile = known.order.line[self._choose_tile(*position(known, goal)) & 255]
        return next(each for each in view.legal if isinstance(each, PlayTile) and each.tile == tile)


class _Read:
    """Replaces the weights and records which are read."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __getitem__(self, number: int) -> int:
        self.numbers.append(number)
        return 0


class NotingSampler(PlaySampler):
    """Evaluates plays for the expert, recording their features and values."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: list[Decision] = []
        self._read = _Read()
        self._choose_tile = uncompiled(self._read)

    def evaluate(
        self,
        known: Knowledge,
        lines: Sequence[Candidate],
        goal: SearchGoal,
        *limits: Any,
        keep: Keep | None = None,
        **options: Any,
    ) -> list[PlayResult]:
        """Evaluate plays, with the policy playing on after them, and record the results.

        There is no search of the next lead. Low contracts, which have no weights, are not recorded.
        """
        del keep
        alone = [line for line in lines if line.then is None]
        found = super().evaluate(known, alone, goal, *limits, **options)
        if goal is not SearchGoal.NO_TRICK:
            self._note(known, goal, found)
        return found

    def _note(self, known: Knowledge, goal: SearchGoal, found: Iterable[PlayResult]) -> None:
        self._read.numbers.clear()
        self._choose_tile(*position(known, goal))
        values = {
            each.play.tile: worth(known, each) for each in found if each.play.declared is None
        }
        # The quick player scans its legal tiles from the first place to the last.
        tiles = [known.order.line[place] for place in places_of(known.hand)]
        worths = np.array([values[tile] for tile in tiles if tile in values])
        facts = np.array(self._read.numbers)
        # A tile that may be led by either end is not a choice.
        if len(worths) > 1:
            self.decisions.append(Decision(facts.reshape(len(worths), FACTS), worths))


def decisions(rules: Rules, deals: int, seed: int, play_deals: int) -> list[list[Decision]]:
    """Play deals with experts who bid like the plain player; return the records by deal."""
    LEVEL_CONFIGS[Level.EXPERT] = replace(
        LEVEL_CONFIGS[Level.EXPERT], play_deals=play_deals, bid_deals=0
    )
    expert = SampledPlayer(Level.EXPERT)
    found = []
    for number in range(deals):
        expert._play_sampler = sampler = NotingSampler()
        shake = shake_from_seed(rules, number % rules.game.seats, seed, number)
        play_hand(rules, shake, [_Patient(expert)] * rules.game.seats)
        found.append(sampler.decisions)
    return found


class _Patient:
    """Removes a player's time limit, so that only the number of samples counts."""

    def __init__(self, player: SampledPlayer) -> None:
        self._player = player

    def choose(self, view: SeatView, seconds: float) -> Action:
        del seconds
        return self._player.choose(view, LONG)


def match(rules: Rules, weights: Weights, deals: int, seed: int) -> str:
    """Play deals between quick players with new and current weights; return the differences."""
    contest = Contest(rules, Quick(weights), Quick(PRESENT), LONG)
    *_, tally = play_deals(contest, deals, seed)
    told = summary(tally)
    score = told["score_per_hand"]
    points = told["points_per_hand"]
    assert isinstance(score, dict)
    assert isinstance(points, dict)
    unit = "marks" if rules.by_marks else "score"
    error = points["standard_error"] or math.nan
    return (
        f"{unit} {score['mean']:+.4f} ± {score['standard_error'] or math.nan:.4f} a hand, "
        f"points {points['mean']:+.3f} ± {error:.3f}"
    )
