"""Learn the difference between the results of played hands and the bid book."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from texas42.ai.valuation.bid_book import BOOK_CONTRACTS
from texas42.ai.valuation.bid_book_model import Model
from tools.support.book_fitting import POINTS, Descent, Numbers, chances_in
from tools.support.hand_facts import bid_facts, facts, logits
from tools.support.steady_outcomes import Outcomes

HIDDEN = 128
BATCH = 512
RATE = 0.002
EPOCHS = 10
DECAY = 1.0
"""The weight decay, which is multiplied by the learning rate."""
LUCK = 0.45
"""The weight of the roll-out policy's result in the same deal as a control variate."""
MOST = 0.8
"""The largest correction of a logit."""


@dataclass(frozen=True, slots=True)
class Cases:
    """The features of hands and bids, the book's chances, and the targets."""

    inputs: Numbers
    chances: Numbers
    targets: Numbers

    @classmethod
    def of(cls, outcomes: Outcomes, model: Model) -> Cases:
        """Collect outcomes, contract by contract."""
        parts = []
        for contract in range(len(BOOK_CONTRACTS)):
            those = outcomes.contracts == contract
            masks = outcomes.masks[those]
            at = outcomes.bids[those] - POINTS[0]
            curve = chances_in(model, masks, contract)
            chances = curve[np.arange(len(at)), at]
            luck = LUCK * (outcomes.by_policy[those] - chances)
            inputs = np.hstack([facts(masks, contract), bid_facts(curve, at)])
            parts.append((inputs, chances, outcomes.made[those] - luck))
        return cls(*map(np.concatenate, zip(*parts, strict=True)))


class Correction:
    """A small network that corrects the logits of the book's chances."""

    def __init__(self, cases: Cases, seed: int) -> None:
        """Learn from cases."""
        random = np.random.default_rng(seed)
        self._mean = cases.inputs.mean(axis=0)
        self._width = cases.inputs.std(axis=0) + 0.05
        inputs = (cases.inputs - self._mean) / self._width
        own = logits(cases.chances)
        size = inputs.shape[1]
        self._layers: list[Numbers] = [
            random.normal(0, (1.5 / size) ** 0.5, (size, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, 1), np.float32),
            np.zeros(1, np.float32),
        ]
        descent = Descent(self._layers, EPOCHS * (len(inputs) // BATCH), RATE, DECAY)
        for _ in range(EPOCHS):
            order = random.permutation(len(inputs))
            for at in range(0, len(inputs) - BATCH + 1, BATCH):
                some = order[at : at + BATCH]
                descent.step(self._slopes(inputs[some], own[some], cases.targets[some]))

    def _slopes(self, inputs: Numbers, own: Numbers, targets: Numbers) -> list[Numbers]:
        """Compute the gradients of the squared error."""
        weights, base, last, end = self._layers
        hidden = np.maximum(inputs @ weights + base, 0)
        chance = 1 / (1 + np.exp(-own - (hidden @ last + end)[:, 0]))
        off = ((chance - targets) * chance * (1 - chance) * (4 / BATCH))[:, None]
        off = off.astype(np.float32)
        back = (off @ last.T) * (hidden > 0)
        return [inputs.T @ back, back.sum(axis=0), hidden.T @ off, off.sum(axis=0)]

    def of_all_bids(self, masks: Numbers, contract: int, curve: Numbers) -> Numbers:
        """Return the corrections of the logits of all bids, for hands in one contract."""
        weights, base, last, end = self._layers
        weights = weights / self._width[:, None]
        about = facts(masks, contract)
        size = about.shape[1]
        by_hand = about @ weights[:size] + base - self._mean @ weights
        found = np.zeros(curve.shape, np.float32)
        for at in range(len(POINTS)):
            bids = bid_facts(curve, np.full(len(masks), at))
            hidden = np.maximum(by_hand + bids @ weights[size:], 0)
            found[:, at] = (hidden @ last + end)[:, 0]
        return found.clip(-MOST, MOST)
