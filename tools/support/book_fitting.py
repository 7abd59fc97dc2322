"""Fit the networks of the bid book, round them, and choose the shapes of its chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from texas42.ai.valuation.bid_book import (
    ABOVE,
    BAND_SIZE,
    BANDS,
    BOOK_CONTRACTS,
    SHAPES,
    STORED,
)
from texas42.ai.valuation.bid_book_model import SCALE, Model, ratios, tiles_of, weighted
from texas42.library import load_rules
from tools.support.bid_books import swapped_mask

TILES = load_rules("42", {}).game.tiles
POINTS = np.arange(30, 43)
FIRST = 192
SECOND = 48
"""The sizes of the hidden layers."""
BATCH = 2048
MOMENTS = 0.9, 0.999
FAVOUR = 4.0
"""The training weight of hands with three or more trumps, whose chances matter more."""
WARM_UP = 200
ROUNDS = 20
MOST_POINTS = 40_000
"""The rounds and points of k-means, which chooses the shapes."""

HELD_OUT = 10
"""Hands whose position in the book is divisible by this are held out."""

Numbers: TypeAlias = npt.NDArray[Any]


class Descent:
    """Gradient descent by Adam with a falling rate and weight decay."""

    def __init__(
        self, layers: Sequence[Numbers], steps: int, rate: float, decay: float = 0.0
    ) -> None:
        self._layers = layers
        self._steps = steps
        self._rate = rate
        self._decay = decay
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in layers]
        self._step = 0

    def step(self, slopes: Sequence[Numbers]) -> None:
        """Change the layers in place."""
        self._step = step = self._step + 1
        rate = self._rate * min(1, step / WARM_UP) * (1 - step / (self._steps + 1))
        for layer, slope, (mean, square) in zip(self._layers, slopes, self._moments, strict=True):
            mean += (1 - MOMENTS[0]) * (slope - mean)
            square += (1 - MOMENTS[1]) * (slope * slope - square)
            true = np.sqrt(square / (1 - MOMENTS[1] ** step)) + 1e-8
            change = mean / (1 - MOMENTS[0] ** step) / true
            if layer.ndim > 1:
                change += self._decay * layer
            layer -= (rate * change).astype(np.float32)


def random_layers(column: int) -> list[Numbers]:
    """Return random initial layers, weights and biases in turn."""
    random = np.random.default_rng(column)
    layers: list[Numbers] = []
    for rows, columns in pairwise((len(TILES), FIRST, SECOND, len(POINTS))):
        layers.append(random.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(np.float32))
        layers.append(np.zeros(columns, np.float32))
    return layers


@dataclass(frozen=True, slots=True)
class Sample:
    """Hands in a contract, and the share of deals in which each makes each number of points.

    `above`: added to the logits of the shares.
    """

    masks: Numbers
    shares: Numbers
    above: Numbers | float = 0.0


def fit(
    layers: list[Numbers], sample: Sample, column: int, epochs: int, rate: float
) -> list[Numbers]:
    """Fit the layers of a contract to a sample; return them rounded to integers."""
    random = np.random.default_rng(column)
    held = tiles_of(sample.masks).astype(np.float32)
    shares = sample.shares.astype(np.float32)
    above = np.broadcast_to(np.float32(sample.above), shares.shape)
    weight = np.where(_trumps(held, column) >= 3, FAVOUR, 1).astype(np.float32)
    descent = Descent(layers, epochs * (len(held) // BATCH), rate)
    for _ in range(epochs):
        order = random.permutation(len(held))
        for at in range(0, len(held) - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            targets = shares[some], above[some]
            descent.step(_slopes(layers, held[some], *targets, weight[some, None]))
    return [np.rint(each * SCALE).clip(-32768, 32767).astype(np.int16) for each in layers]


def _trumps(held: Numbers, column: int) -> Numbers:
    """Count the trumps in hands; in follow-me, the doubles."""
    suit = STORED[column]
    tiles = [tile.is_double if suit > 6 else suit in (tile.high, tile.low) for tile in TILES]
    count: Numbers = held[:, tiles].sum(axis=1)
    return count


def _slopes(
    layers: Sequence[Numbers], held: Numbers, shares: Numbers, above: Numbers, weight: Numbers
) -> list[Numbers]:
    """Compute the gradients of the cross-entropy."""
    first = np.maximum(held @ layers[0] + layers[1], 0)
    second = np.maximum(first @ layers[2] + layers[3], 0)
    out = second @ layers[4] + layers[5] - above
    off = (1 / (1 + np.exp(-out)) - shares) * (weight / weight.sum())
    to_second = (off @ layers[4].T) * (second > 0)
    to_first = (to_second @ layers[2].T) * (first > 0)
    return [
        held.T @ to_first,
        to_first.sum(axis=0),
        first.T @ to_second,
        to_second.sum(axis=0),
        second.T @ off,
        off.sum(axis=0),
    ]


def model_of(nets: Sequence[Sequence[Numbers]], masks: Numbers) -> Model:
    """Build the model of the networks of all stored contracts; `masks`: hands to choose shapes."""
    layers = tuple(np.stack(each) for each in zip(*nets, strict=True))
    logits = np.arange(-2048, 2048) / 256
    curve = np.rint(65535 / (1 + np.exp(-logits))).astype(np.uint16)
    bare = Model(layers, curve, np.zeros((BANDS, 1, ABOVE), np.uint8))
    return Model(layers, curve, _shapes(bare, masks))


def _shapes(model: Model, masks: Numbers) -> Numbers:
    """Choose the shapes of each band; the first is that of a hand that always takes all points."""
    found = []
    bands = []
    for column in range(len(STORED)):
        thirty, above = ratios(model.chances(column, masks))
        found.append(above)
        bands.append(thirty // BAND_SIZE)
    points = np.concatenate(found).astype(np.float32)
    band = np.concatenate(bands)
    everything = np.full((1, ABOVE), 255, np.uint8)
    members = [points[band == number] for number in range(BANDS)]
    # A book learned from few hands may leave a band without chances.
    parts = [_centers(each if len(each) else points) for each in members]
    return np.stack([np.vstack([everything, each]) for each in parts])


def _centers(points: Numbers) -> Numbers:
    """Choose all but one of a band's shapes by k-means."""
    random = np.random.default_rng(0)
    points = points[random.permutation(len(points))[:MOST_POINTS]]
    centers = points[random.choice(len(points), SHAPES - 1)].copy()
    worths = weighted(points)
    for _ in range(ROUNDS):
        about = weighted(centers)
        nearest = ((about**2).sum(axis=1) - 2 * worths @ about.T).argmin(axis=1)
        for number in range(len(centers)):
            if (nearest == number).any():
                centers[number] = points[nearest == number].mean(axis=0)
    return np.rint(centers).astype(np.uint8)


def chances_in(model: Model, masks: Numbers, contract: int) -> Numbers:
    """Return the book's chances of hands in a contract, for each number of points."""
    column = STORED.index(3 if contract == 2 else contract)
    asked = swapped_mask(masks) if contract == 2 else masks
    chances: Numbers = model.book_chances(column, asked)
    return chances


def chances_in_all(model: Model, masks: Numbers) -> Numbers:
    """Return the book's chances of hands by contract and number of points."""
    each = [chances_in(model, masks, contract) for contract in range(len(BOOK_CONTRACTS))]
    return np.stack(each, axis=1)
