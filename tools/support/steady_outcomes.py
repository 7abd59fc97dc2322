"""Play out random hands of 42 the way `steady` does, for the bid book to learn from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from texas42.ai.inference.signals import promise_of, signals_in
from texas42.ai.inference.trick_order import TrickOrder
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.ai.valuation.bid_book import BOOK_CONTRACTS, HAND
from texas42.ai.valuation.bid_book_model import Model
from texas42.engine import Contract
from texas42.library import load_rules
from tools.support.bid_books import book_place
from tools.support.book_fitting import HELD_OUT, POINTS, Numbers, chances_in_all
from tools.support.steady_kernel import MEMORY, SEATS, play_deal

RULES = load_rules("42", {})
TILES = RULES.game.tiles
TOTAL = RULES.game.total
_SHARES = np.array([0.24, 0.016, 0.2, 0.016, 0.2, *[0.0154] * 7, 0.2202])
_RANK_SHARES = np.array([0.45, 0.4, 0.15])
"""The shares of the bids, and of a hand's best, second and third contract."""
_LEAST_SHARE = 0.05
_OPEN_SHARE = 6.0
"""The least share of hands to play out, and how fast it grows with their uncertainty."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Hands with a contract and a bid, and whether the bid was made, 1 or 0.

    `by_policy`: whether the roll-out policy made it in the same deal.
    """

    masks: Numbers
    contracts: Numbers
    bids: Numbers
    made: Numbers
    by_policy: Numbers


class Table:
    """A contract's tables for the kernel: of points, of tricks, and its tile order."""

    def __init__(self, number: int) -> None:
        contract = BOOK_CONTRACTS[number]
        points = Problem(RULES, contract, 0, SearchGoal.POINTS)
        self.points = points.table
        self.tricks = Problem(RULES, contract, 0, SearchGoal.EVERY_TRICK).table
        self.bits = np.array([1 << points.order.places[tile] for tile in TILES])
        self.signals = _promises(contract, points.order)


def _promises(contract: Contract, order: TrickOrder) -> Numbers:
    """Return what each discard promises if nothing was played before; see `inference.signals`."""
    found = np.zeros(len(order.line), np.int64)
    for place, tile in enumerate(order.line):
        if signals_in(RULES, contract):
            found[place] = promise_of(order, tile, 1 << place, 0, counts=True)
    return found


def random_hands(random: np.random.Generator, count: int) -> Numbers:
    """Deal hands that are not held out."""
    tiles = np.argsort(random.random((count, len(TILES))), axis=1)[:, :HAND]
    masks: Numbers = (1 << tiles).sum(axis=1)
    kept: Numbers = masks[book_place(masks) % HELD_OUT != 0]
    return kept


def _choices(
    random: np.random.Generator, model: Model, count: int
) -> tuple[Numbers, Numbers, Numbers]:
    """Choose hands, and for each one of its best three contracts and a bid."""
    masks = random_hands(random, count)
    every = chances_in_all(model, masks)
    rows = np.arange(len(masks))
    rank = random.choice(len(_RANK_SHARES), len(masks), p=_RANK_SHARES)
    contracts = np.argsort(-every[:, :, 0], axis=1)[rows, rank]
    at = random.choice(len(POINTS), len(masks), p=_SHARES / _SHARES.sum())
    chance = every[rows, contracts, at]
    share = _LEAST_SHARE + _OPEN_SHARE * chance * (1 - chance)
    kept = random.random(len(masks)) < share
    return masks[kept], contracts[kept], POINTS[at][kept]


def play_as_steady(seed: int, count: int) -> Outcomes:
    """Deal `count` hands and play out those with an uncertain result."""
    random = np.random.default_rng(seed)
    masks, contracts, bids = _choices(random, Model.load(), count)
    tables = [Table(number) for number in range(len(BOOK_CONTRACTS))]
    memory = np.zeros(MEMORY, np.int64)
    rng = np.array([seed], np.int64)
    made = np.zeros(len(masks), np.int8)
    by_policy = np.zeros(len(masks), np.int8)
    all_tiles = np.arange(len(TILES))
    for number, (mask, contract, bid) in enumerate(zip(masks, contracts, bids, strict=True)):
        table = tables[contract]
        held = (mask >> all_tiles & 1).astype(bool)
        dealt = np.append(all_tiles[held], random.permutation(all_tiles[~held]))
        hands = table.bits[dealt].reshape(SEATS, HAND).sum(axis=1)
        # A bid of every point is played as one of every trick.
        need, total, by = (HAND, HAND, table.tricks) if bid == TOTAL else (bid, TOTAL, table.points)
        given = (hands, by, table.signals, rng, memory)
        made[number] = play_deal(need, total, 1, *given)
        given = (hands, table.points, table.signals, rng, memory)
        by_policy[number] = play_deal(bid, TOTAL, 0, *given)
    return Outcomes(masks, contracts, bids, made, by_policy)
