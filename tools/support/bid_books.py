"""Hands of 42 as tile sets in the order of the bid book, and new models for it."""

from math import comb
from pathlib import Path

import numpy as np

from texas42.ai.valuation.bid_book import HAND, TILES, Numbers
from texas42.ai.valuation.bid_book_model import Model

_ENDS = [(high, low) for high in range(HAND) for low in range(high + 1)]
_EXCHANGED_PIPS = {2: 3, 3: 2}
_EXCHANGED = [
    _ENDS.index(tuple(sorted((_EXCHANGED_PIPS.get(end, end) for end in ends), reverse=True)))
    for ends in _ENDS
]


def book_place(masks: Numbers) -> Numbers:
    """Return the positions of hands, given as tile sets, in the book."""
    place = np.zeros(len(masks), np.int64)
    held = np.zeros(len(masks), np.int64)
    counts = np.array([[comb(tile, number) for tile in range(TILES)] for number in range(HAND + 1)])
    counts[0] = 0
    for tile in range(TILES):
        has = masks >> tile & 1
        held += has
        place += has * counts[held, tile]
    return place


def swapped_mask(masks: Numbers) -> Numbers:
    """Swap twos and threes in tile sets."""
    swapped = np.zeros(len(masks), np.int64)
    for tile, other in enumerate(_EXCHANGED):
        swapped |= (masks >> tile & 1) << other
    return swapped


def save_model(model: Model, file: Path) -> None:
    """Write a model as the file that the program loads."""
    layers = {f"layer{number}": layer for number, layer in enumerate(model.layers)}
    np.savez_compressed(file, curve=model.curve, shapes=model.shapes, **layers)
