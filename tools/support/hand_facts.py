"""Features of a hand in a contract, the same for every suit, as inputs of a correction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from texas42.ai.valuation.bid_book import BOOK_CONTRACTS, HAND, TILES
from tools.support.book_fitting import POINTS, Numbers

HIGH = np.array([high for high in range(HAND) for _ in range(high + 1)])
LOW = np.array([low for high in range(HAND) for low in range(high + 1)])
DOUBLE = HIGH == LOW
COUNT = np.where((HIGH + LOW) % 5 == 0, HIGH + LOW, 0)
COUNT_TILES = np.flatnonzero(COUNT)
_DOUBLES_SUIT = HAND
_WORST = 5
"""The number of offs whose count of unseen beaters is a feature, worst first."""


@dataclass(frozen=True, slots=True)
class _Suits:
    """A contract: its trumps, the trumps from the top down, and the tiles that beat each tile.

    In follow-me, which has no trumps, `ranked` lists the doubles.
    """

    trump: Numbers
    ranked: Numbers
    beaters: Numbers


@cache
def _suits(contract: int) -> _Suits:
    ends = np.equal(HIGH, contract) | np.equal(LOW, contract)
    every_double = DOUBLE if contract == _DOUBLES_SUIT else np.zeros(TILES, bool)
    trump: Numbers = ends if contract < HAND else every_double
    leading = ends if contract < HAND else DOUBLE
    # The double is the highest of its suit; then the other end decides.
    strength = np.where(DOUBLE & ends, 99, HIGH + LOW)
    ranked = sorted(np.flatnonzero(leading), key=lambda tile: -strength[tile])
    beaters = np.zeros(TILES, np.int64)
    for tile in range(TILES):
        if trump[tile]:
            suit = trump
            rank = strength
        else:
            suit = ((HIGH[tile] == HIGH) | (HIGH[tile] == LOW)) & ~trump
            rank = np.where(DOUBLE, 99, HIGH + LOW)
        better = np.flatnonzero(suit & (rank > rank[tile]))
        beaters[tile] = (1 << better).sum()
    return _Suits(trump, np.array(ranked), beaters)


def facts(masks: Numbers, contract: int) -> Numbers:
    """Return the features of hands in a contract, one row per hand."""
    suits = _suits(contract)
    held = (masks[:, None] >> np.arange(TILES) & 1).astype(bool)
    above = np.bitwise_count(suits.beaters & ~masks[:, None]).astype(np.int64)
    trumps = held & suits.trump
    others = held & ~suits.trump
    offs = others & (above > 0)
    winners = others & (above == 0)
    tops = held[:, suits.ranked] & suits.trump[suits.ranked]
    worst = np.sort(np.where(offs, above, 0), axis=1)[:, ::-1][:, :_WORST]
    number = trumps.sum(axis=1)
    columns = (
        tops,
        worst / _WORST,
        number / HAND,
        number[:, None] == np.arange(3, 6),
        (others & DOUBLE).sum(axis=1) / 4,
        (winners & ~DOUBLE).sum(axis=1) / 3,
        offs.sum(axis=1) / 4,
        (offs & (above == 1)).sum(axis=1) / 3,
        (offs & (above == 2)).sum(axis=1) / 3,
        (offs & (above >= 3)).sum(axis=1) / 3,
        *(part @ COUNT / 20 for part in (trumps, offs, winners, ~held & suits.trump)),
        (offs & (above >= 2)) @ COUNT / 20,
        held[:, COUNT_TILES],
        trumps[:, COUNT_TILES],
        *_off_suits(offs),
        *_other_suits(others, contract),
        np.broadcast_to(np.arange(len(BOOK_CONTRACTS)) == contract, (len(masks), 9)),
        np.cumprod(tops, axis=1).sum(axis=1) / 4,
        *(
            (tops[:, : len(each)] == each).all(axis=1)
            for each in ([1, 0], [0, 1], [1, 0, 1], [1, 1, 0])
        ),
        (others * (HIGH + LOW)).sum(axis=1) / 30,
    )
    return np.hstack([_rows(np.asarray(each)) for each in columns])


def _rows(column: Numbers) -> Numbers:
    rows: Numbers = column.reshape(len(column), -1).astype(np.float32)
    return rows


def _off_suits(offs: Numbers) -> tuple[Numbers, Numbers]:
    """Count the suits that at least one off would lead, and those that several would."""
    number = np.stack([offs[:, pips == HIGH].sum(axis=1) for pips in range(HAND)])
    return (number > 0).sum(axis=0) / 4, (number > 1).sum(axis=0) / 2


def _other_suits(others: Numbers, contract: int) -> tuple[Numbers, Numbers]:
    """Return the number of void side suits, and which doubles of six side suits are held."""
    pips = [each for each in range(HAND) if each != contract]
    ends = [(each == HIGH) | (each == LOW) for each in pips]
    void = np.stack([~others[:, each].any(axis=1) for each in ends])
    doubles = [np.flatnonzero(DOUBLE)[each] for each in pips[: HAND - 1]]
    return void.sum(axis=0) / 3, others[:, doubles]


def logits(chances: Numbers) -> Numbers:
    """Return the logits of chances, limited near 0 and 1."""
    inside = chances.clip(0.004, 0.996)
    found: Numbers = np.log(inside / (1 - inside))
    return found


def bid_facts(curve: Numbers, at: Numbers) -> Numbers:
    """Return the features of bids, from the chances of all bids and each row's bid above 30."""
    every = logits(curve)
    bid = POINTS[at]
    own = every[np.arange(len(at)), at]
    groups = (bid == 30, bid == 31, (bid == 32) | (bid == 33), bid == 34)
    high = (bid > 34) & (bid < 42), bid == 42, (bid - 34).clip(0) / 8
    columns = (*groups, *high, every[:, [0, 2, 4, 7, 12]] / 3, own / 3, own**2 / 9)
    return np.hstack([_rows(np.asarray(each)) for each in columns])
