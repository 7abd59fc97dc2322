"""The model of 42 hands, and the bid book computed from it.

A small network for each stored contract estimates the chance to take at least each number of
points. All its weights are integers, small enough for floats to represent every sum exactly, so the
book is the same on every machine, byte for byte. `tools/fit_bid_book.py` trains the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from os import fdopen
from pathlib import Path
from tempfile import mkstemp
from zlib import crc32

import numpy as np

from texas42.ai.valuation.bid_book import (
    BAND_SIZE,
    HAND,
    HANDS,
    MODEL,
    NAME,
    STORED,
    SURE,
    TILES,
    Numbers,
    stored_form,
    version,
)
from texas42.engine import Contract, Tile

SCALE = 1024
"""The fixed-point scale of the weights and of the hidden layers' outputs."""
_LOGIT_STEP = SCALE * SCALE // 256
_MOST_LOGIT = 2047
_CHUNK = 16_384
_WEIGHTS = np.array([1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 3], np.float32)
"""The weights of the bids of 31 to 42 in the choice of a shape: the usual bids weigh most."""


@dataclass(frozen=True)
class Model:
    """The networks of the stored contracts.

    `layers`: the weights and biases of three layers, each stacked by contract. `curve`: the chance,
    scaled to 65,535, for each logit from -2048 to 2047 in steps of 1/256. `shapes`: for each band
    of the chance of 30, the ratios of the chances of the bids above to it, scaled to 255.
    """

    layers: tuple[Numbers, ...]
    curve: Numbers
    shapes: Numbers

    @classmethod
    def load(cls) -> Model:
        """Load the shipped model."""
        with np.load(MODEL) as file:
            layers = tuple(file[f"layer{number}"] for number in range(6))
            return cls(layers, file["curve"], file["shapes"])

    def chances(self, column: int, masks: Numbers) -> Numbers:
        """Return the chances of 30 to 42 points, scaled to 65,535, one row for each hand."""
        first, base, second, middle, last, end = (
            each[column].astype(np.float64) for each in self.layers
        )
        hidden = np.maximum(tiles_of(masks) @ first + base, 0)
        hidden = np.maximum(np.floor((hidden @ second + middle * SCALE) / SCALE), 0)
        logits = np.floor((hidden @ last + end * SCALE) / _LOGIT_STEP)
        places = logits.clip(-_MOST_LOGIT - 1, _MOST_LOGIT).astype(np.int64) + _MOST_LOGIT + 1
        # a higher bid is never likelier to make
        return np.minimum.accumulate(self.curve[places].astype(np.int64), axis=1)

    def entries(self, column: int, masks: Numbers) -> Numbers:
        """Return each hand's two bytes: its chance of 30, and the index of the nearest shape."""
        thirty, above = ratios(self.chances(column, masks))
        nearest = np.zeros(len(masks), np.int64)
        for band in range(len(self.shapes)):
            those = np.flatnonzero(thirty // BAND_SIZE == band)
            products = weighted(above[those]) @ self._centers[band].T
            nearest[those] = (self._lengths[band] - 2 * products).argmin(axis=1)
        found = np.stack([thirty, nearest], axis=1).astype(np.uint8)
        found[np.isin(masks, SURE[column])] = (255, 0)
        return found

    def book_chances(self, column: int, masks: Numbers) -> Numbers:
        """Return the chances of 30 to 42 points, rounded as in the book."""
        entries = self.entries(column, masks)
        bands = entries[:, 0] // BAND_SIZE
        thirty = entries[:, :1] / 255
        return np.hstack([thirty, thirty * (self.shapes[bands, entries[:, 1]] / 255)])

    def chances_of(self, hand: Sequence[Tile], contract: Contract) -> Sequence[float]:
        """Return a hand's chances of 30 to 42 points, rounded as in the book."""
        column, places = stored_form(hand, contract)
        mask = np.array([sum(1 << place for place in places)])
        chances: Sequence[float] = self.book_chances(column, mask)[0].tolist()
        return chances

    @cached_property
    def _centers(self) -> Numbers:
        return weighted(self.shapes)

    @cached_property
    def _lengths(self) -> Numbers:
        lengths: Numbers = (self._centers**2).sum(axis=2)
        return lengths


def tiles_of(masks: Numbers) -> Numbers:
    """Expand tile sets to ones and zeros: a row for each hand, a column for each tile."""
    held: Numbers = (masks[:, None] >> np.arange(TILES) & 1).astype(np.float64)
    return held


def ratios(chances: Numbers) -> tuple[Numbers, Numbers]:
    """Round the chance of 30, and the ratios of the other chances to it, to bytes."""
    least = np.maximum(chances[:, :1], 1)
    above = (chances[:, 1:] * 255 + least // 2) // least
    return (chances[:, 0] * 255 + 32767) // 65535, above.clip(0, 255)


def weighted(above: Numbers) -> Numbers:
    """Weigh the ratios of the bids above 30, to find the nearest shape."""
    scaled: Numbers = above.astype(np.float32) * _WEIGHTS
    return scaled


def every_hand() -> Numbers:
    """List all hands as tile sets, in the order of the book."""
    bits = [1 << tile for tile in range(TILES)]
    return np.sort(np.fromiter(map(sum, combinations(bits, HAND)), np.int64))


def table(model: Model) -> Iterator[bytes]:
    """Yield the entries of the book in batches of hands."""
    masks = every_hand()
    for at in range(0, len(masks), _CHUNK):
        some = masks[at : at + _CHUNK]
        columns: Sequence[Numbers] = [model.entries(column, some) for column in range(len(STORED))]
        yield np.hstack(columns).tobytes()


def make_book(folder: Path) -> Iterator[float]:
    """Write the book to a folder, yielding the share done. Raises OSError.

    The file is replaced atomically; closing this generator early leaves the old file.
    """
    model = Model.load()
    start = version()
    shapes = model.shapes.tobytes()
    handle, name = mkstemp(prefix=NAME, dir=folder)
    part = Path(name)
    try:
        with fdopen(handle, "wb") as file:
            file.write(start + bytes(4) + shapes)
            check = crc32(shapes)
            done = 0
            for entries in table(model):
                file.write(entries)
                check = crc32(entries, check)
                done = done + len(entries)
                yield done / (HANDS * 2 * len(STORED))
            file.seek(len(start))
            file.write(check.to_bytes(4, "big"))
        part.replace(folder / NAME)
    finally:
        part.unlink(missing_ok=True)
