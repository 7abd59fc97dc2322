"""Roll out whole hands in sampled deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import monotonic

import numpy as np

from texas42.ai.inference.bid_inference import infer_bids
from texas42.ai.inference.seed import view_seed
from texas42.ai.inference.trick_order import TrickOrder, trick_order
from texas42.ai.kernels import deal_sampling, hand_sampling
from texas42.ai.kernels.bits import IntArray
from texas42.ai.rollouts.evidence import ASIDE
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.ai.valuation.tile_weights import SHARE, plain_contracts, tile_values
from texas42.engine import Contract, Goal, Rules, SeatView, Tile

_DEALS = 64
"""Deals in one kernel call, so that a call ends within a few milliseconds."""
_EXCHANGES = {"counts-out": 1, "free": 2}


@dataclass(frozen=True, slots=True)
class Question:
    """This seat's `hand` in `contracts` to try; with `others`, each other seat as bidder too.

    `aside`: undealt tiles that the seat knows. `exchanging`: its exchange is still to come.
    `named`: the seat that names the suit for its partner. `holds`: a seat and the least number of
    doubles it holds.
    """

    view: SeatView
    hand: tuple[Tile, ...]
    contracts: Sequence[Contract]
    aside: tuple[Tile, ...] = ()
    exchanging: bool = False
    others: bool = False
    named: int | None = None
    holds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class HandSamples:
    """The points taken, one row for each deal; see `kernels.hand_sampling`."""

    rows: IntArray
    numbers: Mapping[Contract, int]
    tried: tuple[Contract, ...]

    def points_in(self, contract: Contract) -> IntArray:
        """Return what this seat takes in each deal, in a contract that was tried."""
        return self.rows[:, hand_sampling.TAKEN_IN + self.numbers[contract]]

    @property
    def points_in_partners_suit(self) -> IntArray:
        """Return what the side takes in each deal, in the suit that the partner names."""
        return self.rows[:, hand_sampling.ROW_SIZE - 1]

    def points_of_seat(self, seat: int) -> IntArray:
        """Return what another seat's side takes in each deal, with that seat as bidder."""
        return self.rows[:, hand_sampling.TAKEN_BY + seat]

    def value_of(self, seat: int) -> IntArray:
        """Return the value of another seat's hand in each deal, in its best contract."""
        return self.rows[:, hand_sampling.BEST_VALUE + seat]


@lru_cache(maxsize=32)
def _lay_out(rules: Rules) -> tuple[IntArray, IntArray, IntArray, TrickOrder]:
    """Return tables, place maps and tile values of ordinary contracts, and the first tile order."""
    contracts = plain_contracts(rules)
    first = trick_order(rules.game, contracts[0])
    tables = []
    place_maps = []
    values = np.zeros(len(contracts) * hand_sampling.PLACES, np.int64)
    for number, contract in enumerate(contracts):
        problem = Problem(rules, contract, 0, SearchGoal.POINTS)
        tables.append(problem.table)
        place_maps.append(_place_map(first, problem.order))
        base, value = tile_values(rules, problem.order)
        at = number * hand_sampling.PLACES
        values[at + hand_sampling.BASE] = base
        for place, tile in enumerate(first.line):
            values[at + place] = value[tile]
    return np.concatenate(tables), np.concatenate(place_maps), values, first


def _place_map(first: TrickOrder, order: TrickOrder) -> IntArray:
    """Map each place of the first tile order to its place in another."""
    place_map = np.zeros(hand_sampling.PLACES, np.int64)
    for place, tile in enumerate(first.line):
        place_map[place] = order.places[tile] + place - first.places[tile]
    return place_map


class HandSampler:
    """Rolls out whole hands. Holds working memory: use one instance per thread."""

    def __init__(self) -> None:
        self._state: IntArray = np.zeros(deal_sampling.STATE_SIZE + deal_sampling.HOLDERS, np.int64)
        self._rng: IntArray = np.zeros(1, np.int64)

    def sample(self, question: Question, deals: int, until: float = inf) -> HandSamples:
        """Roll out this many sampled deals, fewer if `until` comes first.

        The sample depends only on what the seat sees.
        """
        view = question.view
        if view.seat is None:
            raise ValueError("a watcher has no hand")
        plain = plain_contracts(view.rules)
        special = [each for each in question.contracts if each not in plain]
        tables, place_maps, values, first = _lay_out(view.rules)
        own = [_own_problem(view.rules, view.seat, each) for each in special]
        # Copied, as the kernel writes the bidder's side into it.
        tables = np.concatenate([tables, *(each.table for each in own)])
        place_maps = np.concatenate([place_maps, *(_place_map(first, each.order) for each in own)])
        numbers = {each: number for number, each in enumerate([*plain, *special])}
        plan = _plan(question, first, len(plain), len(special))
        plan[hand_sampling.TRIED] = sum(1 << numbers[each] for each in set(question.contracts))
        if question.named is not None:
            values = _with_bonus(view, values, plain)
        unseen = _unseen(question, first)
        self._rng[0] = view_seed(view)
        found = []
        dealt = 0
        while dealt < deals:
            some = min(_DEALS, deals - dealt)
            rows = np.zeros(some * hand_sampling.ROW_SIZE + hand_sampling.PLACES, np.int64)
            fitted = hand_sampling.sample_hands(
                plan, tables, place_maps, values, unseen, some, self._rng, self._state, rows
            )
            found.append(
                rows[: fitted * hand_sampling.ROW_SIZE].reshape(-1, hand_sampling.ROW_SIZE)
            )
            dealt += some
            if fitted < some or monotonic() >= until:
                break
        rows = np.concatenate(found)
        game = view.rules.game
        for contract in special:
            if contract.overlay.goal is Goal.NONE:
                # In nel-o no trick counts as all points, any trick as none.
                column = rows[:, hand_sampling.TAKEN_IN + numbers[contract]]
                column[:] = np.where(column == game.hand_size, game.total, 0)
        return HandSamples(rows, numbers, tuple(question.contracts))


def _own_problem(rules: Rules, seat: int, contract: Contract) -> Problem:
    none = contract.overlay.goal is Goal.NONE
    goal = SearchGoal.NO_TRICK if none else SearchGoal.POINTS
    return Problem(rules, contract, seat, goal)


def _plan(question: Question, first: TrickOrder, plain: int, special: int) -> IntArray:
    view = question.view
    game = question.view.rules.game
    plan = np.zeros(hand_sampling.PLAN_SIZE, np.int64)
    plan[hand_sampling.ME] = view.seat or 0
    plan[hand_sampling.ALL_SEATS] = game.seats
    plan[hand_sampling.SIDES] = game.sides
    plan[hand_sampling.PLAIN] = plain
    plan[hand_sampling.SPECIALS] = special
    if view.rules.has_exchange:
        plan[hand_sampling.EXCHANGES] = _EXCHANGES[game.exchange]
    plan[hand_sampling.EXCHANGE_AHEAD] = question.exchanging
    plan[hand_sampling.TRY_OTHERS] = question.others
    plan[hand_sampling.PARTNER_NAMES] = -1 if question.named is None else question.named
    if question.holds is not None:
        plan[hand_sampling.KNOWN_HOLDER], plan[hand_sampling.KNOWN_LEAST] = question.holds
        plan[hand_sampling.KNOWN_AMONG] = first.mask(tile for tile in game.tiles if tile.is_double)
    plan[hand_sampling.ALL_TILES] = (1 << len(first.line)) - 1
    plan[hand_sampling.MY_HAND] = first.mask(question.hand)
    plan[hand_sampling.NAMED_BY : hand_sampling.NAMED_BY + 8] = -1
    trumps = view.rules.nameable
    for made in view.calls:
        if made.call.is_bid:
            named = -1 if made.call.trump is None else trumps.index(made.call.trump)
            plan[hand_sampling.NAMED_BY + made.seat] = named
    for seat, inferred in infer_bids(view).items():
        plan[hand_sampling.HAS_CALLED + seat] = 1
        plan[hand_sampling.LEAST_VALUE + seat] = round(SHARE * inferred.least)
        plan[hand_sampling.MOST_VALUE + seat] = round(SHARE * inferred.most)
    return plan


def _unseen(question: Question, first: TrickOrder) -> IntArray:
    """Count the unseen tiles of each holder; any holder may have any of them."""
    view = question.view
    game = question.view.rules.game
    known = first.mask([*question.hand, *question.aside])
    tiles = ((1 << len(first.line)) - 1) & ~known
    unseen = np.zeros(deal_sampling.UNSEEN_SIZE, np.int64)
    unseen[deal_sampling.TILES] = tiles
    unseen[deal_sampling.MAY_HOLD : deal_sampling.MAY_HOLD + deal_sampling.HOLDERS] = tiles
    unseen[deal_sampling.TO_HOLD : deal_sampling.TO_HOLD + game.seats] = game.hand_size
    unseen[deal_sampling.TO_HOLD + (view.seat or 0)] = game.hand_size - len(question.hand)
    dealt = int(unseen[deal_sampling.TO_HOLD : deal_sampling.TO_HOLD + ASIDE].sum())
    unseen[deal_sampling.TO_HOLD + ASIDE] = tiles.bit_count() - dealt
    return unseen


def _with_bonus(view: SeatView, values: IntArray, plain: Sequence[Contract]) -> IntArray:
    """Add a bonus to the values of the doubles that the bidder of a plunge must hold."""
    doubles = sum(tile.is_double for tile in view.hand)
    found = values.copy()
    for number, contract in enumerate(plain):
        order = trick_order(view.rules.game, contract)
        _, value = tile_values(view.rules, order)
        each = [value for tile, value in value.items() if tile.is_double]
        bonus = doubles * sum(each) // len(each)
        found[number * hand_sampling.PLACES + hand_sampling.BONUS] = bonus
    return found
