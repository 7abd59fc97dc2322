"""Fit weights to decisions, so that the chosen plays lose as little as possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float64]
Weights: TypeAlias = npt.NDArray[np.int64]

BATCH = 4000
"""Decisions per step."""
SCALE = 100
MOST = 999
"""Weights are integers: this many per factor of e, and no larger than this."""
_STEP = 0.05
_LATE_STEP = 0.015
_LATE = 0.7
"""The step size, first and after this share of the epochs."""
_SLOPE_KEPT = 0.9
_SQUARE_KEPT = 0.99
_TINY = 5e-9
_DECAY = 5e-8


@dataclass(frozen=True, slots=True)
class Decision:
    """The plays of one decision: the indexes of their weights, a row per play, and their values."""

    facts: Weights
    worth: Numbers


@dataclass(frozen=True, slots=True)
class Decisions:
    """Many decisions in one table: features, losses, and each decision's first row."""

    facts: Weights
    lost: Numbers
    starts: Weights

    @property
    def number(self) -> int:
        """The number of decisions."""
        return len(self.starts)

    def part(self, first: int, last: int) -> Decisions:
        """Slice the decisions from one to another."""
        begin = self.starts[first]
        end = self.starts[last] if last < self.number else len(self.lost)
        return Decisions(
            self.facts[begin:end], self.lost[begin:end], self.starts[first:last] - begin
        )

    def spread(self, by_decision: Numbers) -> Numbers:
        """Repeat per-decision values for each play."""
        ends = np.append(self.starts[1:], len(self.lost))
        return np.repeat(by_decision, ends - self.starts)


def gathered(found: Iterable[Decision]) -> Decisions:
    """Concatenate decisions into one table."""
    each = list(found)
    starts = np.cumsum([0, *(len(one.worth) for one in each)])[:-1]
    return Decisions(
        np.concatenate([one.facts for one in each]),
        np.concatenate([one.worth.max() - one.worth for one in each]),
        starts,
    )


def loss(weights: Numbers, decisions: Decisions) -> float:
    """Return the mean loss of the play with the highest sum; ties share."""
    sums = weights[decisions.facts].sum(axis=1)
    best = decisions.spread(np.maximum.reduceat(sums, decisions.starts))
    picked = (sums >= best - 1e-9).astype(float)
    lost = np.add.reduceat(decisions.lost * picked, decisions.starts)
    return float((lost / np.add.reduceat(picked, decisions.starts)).mean())


def slope(weights: Numbers, decisions: Decisions) -> Numbers:
    """Return the gradient of the expected loss by weight.

    Plays are chosen by softmax of their sums, so that the loss is differentiable.
    """
    sums = weights[decisions.facts].sum(axis=1)
    sums -= decisions.spread(np.maximum.reduceat(sums, decisions.starts))
    chance = np.exp(sums)
    chance /= decisions.spread(np.add.reduceat(chance, decisions.starts))
    expected = decisions.spread(np.add.reduceat(chance * decisions.lost, decisions.starts))
    by_play = chance * (decisions.lost - expected) / decisions.number
    rows = np.repeat(by_play, decisions.facts.shape[1])
    total: Numbers = np.bincount(decisions.facts.ravel(), rows, len(weights)).astype(float)
    return total


def fitted(size: int, training: Decisions, checking: Decisions, epochs: int, seed: int) -> Weights:
    """Fit this many weights with Adam from zero, printing the losses."""
    weights = np.zeros(size)
    mean = np.zeros(size)
    square = np.zeros(size)
    randomness = np.random.default_rng(seed)
    steps = 0
    for epoch in range(epochs):
        step = _STEP if epoch <= _LATE * epochs else _LATE_STEP
        for first in randomness.permutation(np.arange(0, training.number, BATCH)):
            batch = training.part(first, min(first + BATCH, training.number))
            change = slope(weights, batch) + _DECAY * weights
            steps += 1
            mean = _SLOPE_KEPT * mean + (1 - _SLOPE_KEPT) * change
            square = _SQUARE_KEPT * square + (1 - _SQUARE_KEPT) * change**2
            size_of_change = np.sqrt(square / (1 - _SQUARE_KEPT**steps)) + _TINY
            weights -= step * mean / (1 - _SLOPE_KEPT**steps) / size_of_change
        if epoch % 5 == 4 or epoch == epochs - 1:
            told = f"training {loss(weights, training):.5f}  checking {loss(weights, checking):.5f}"
            print(f"epoch {epoch + 1:3}  {told}", flush=True)
    return np.clip(np.round(weights * SCALE), -MOST, MOST).astype(np.int64)
