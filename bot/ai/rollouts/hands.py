"""What hands take in sampled deals, played to their end with a quick player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import monotonic

import numpy as np

from bot.ai.inference.bid_inference import heard
from bot.ai.inference.trick_order import TrickOrder, trick_order
from bot.ai.kernels import hands, layout
from bot.ai.kernels.bits import Table
from bot.ai.rollouts.beliefs import ASIDE
from bot.ai.rollouts.plays import seed_of
from bot.ai.solver.problem import Goal, Problem
from bot.ai.valuation.tile_weights import SHARE, plain_contracts, tile_worths
from bot.engine import (
    Contract,
    ContractKind,
    MakeCall,
    Rules,
    SeatView,
    Tile,
)

_DEALS = 64
"""Deals a compiled call: it holds no lock, and ends in a few milliseconds."""
_EXCHANGES = {"counts-out": 1, "free": 2}


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be tried: this seat with `hand` in contracts, perhaps the others as bidders too.

    `aside` are undealt tiles that the seat knows; `exchanging` that it has its exchange before it;
    `named` a seat that names the suit for its partner; `holds` a seat with so many doubles or more.
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
class Rolls:
    """What was taken, one row a deal: see `kernels.hands`."""

    rows: Table
    numbers: Mapping[Contract, int]
    tried: tuple[Contract, ...]

    def taken(self, contract: Contract) -> Table:
        """Return by deal what this seat takes in a contract it was tried in."""
        return self.rows[:, hands.MINE + self.numbers[contract]]

    @property
    def taken_by_partner(self) -> Table:
        """Return by deal what the side takes in the suit that the partner names."""
        return self.rows[:, hands.ROW_SIZE - 1]

    def taken_by(self, seat: int) -> Table:
        """Return by deal what another seat takes as bidder, for its side."""
        return self.rows[:, hands.TAKEN + seat]

    def worth_of(self, seat: int) -> Table:
        """Return by deal the worth of another seat's best contract."""
        return self.rows[:, hands.SCORE + seat]


@lru_cache(maxsize=32)
def _laid_out(rules: Rules) -> tuple[Table, Table, Table, TrickOrder]:
    """Return tables, lines and worths of the ordinary contracts, and the order of the first."""
    contracts = plain_contracts(rules)
    first = trick_order(rules.game, contracts[0])
    tables, lines = [], []
    worths = np.zeros(len(contracts) * hands.PLACES, np.int64)
    for number, contract in enumerate(contracts):
        problem = Problem(rules, contract, 0, Goal.POINTS)
        tables.append(problem.table)
        lines.append(_line(first, problem.order))
        base, worth = tile_worths(rules, problem.order)
        at = number * hands.PLACES
        worths[at + hands.BASE] = base
        for place, tile in enumerate(first.line):
            worths[at + place] = worth[tile]
    return np.concatenate(tables), np.concatenate(lines), worths, first


def _line(first: TrickOrder, order: TrickOrder) -> Table:
    """Return where each place of the first order lies in another one."""
    line = np.zeros(hands.PLACES, np.int64)
    for place, tile in enumerate(first.line):
        line[place] = order.places[tile] + place - first.places[tile]
    return line


class HandRoller:
    """Holds the working memory of whole hands; one for each thread."""

    def __init__(self) -> None:
        self._world: Table = np.zeros(layout.WORLD_SIZE + layout.HOLDERS, np.int64)
        self._chance: Table = np.zeros(1, np.int64)

    def roll(self, question: Question, deals: int, until: float = inf) -> Rolls:
        """Try it in so many sampled deals, in fewer when the moment `until` comes before.

        The draw depends on what the seat sees alone.
        """
        view = question.view
        if view.seat is None:
            raise ValueError("a watcher holds no hand")
        plain = plain_contracts(view.rules)
        special = [each for each in question.contracts if each not in plain]
        tables, lines, worths, first = _laid_out(view.rules)
        own = [_own_problem(view.rules, view.seat, each) for each in special]
        # A copy, since a roll writes into it whose side is the bidder's.
        tables = np.concatenate([tables, *(each.table for each in own)])
        lines = np.concatenate([lines, *(_line(first, each.order) for each in own)])
        numbers = {each: number for number, each in enumerate([*plain, *special])}
        plan = _plan(question, first, len(plain), len(special))
        plan[hands.ASKED] = sum(1 << numbers[each] for each in set(question.contracts))
        if question.named is not None:
            worths = _with_bonus(view, worths, plain)
        belief = _belief(question, first)
        self._chance[0] = seed_of(view)
        found = []
        dealt = 0
        while dealt < deals:
            some = min(_DEALS, deals - dealt)
            rows = np.zeros(some * hands.ROW_SIZE + hands.PLACES, np.int64)
            fitted = hands.roll_hands(
                plan, tables, lines, worths, belief, some, self._chance, self._world, rows
            )
            found.append(rows[: fitted * hands.ROW_SIZE].reshape(-1, hands.ROW_SIZE))
            dealt += some
            if fitted < some or monotonic() >= until:
                break
        rows = np.concatenate(found)
        game = view.rules.game
        for contract in special:
            if contract.kind is ContractKind.NELLO:
                # No trick is as good as all points, any trick as bad as none.
                column = rows[:, hands.MINE + numbers[contract]]
                column[:] = np.where(column == game.hand_size, game.total, 0)
        return Rolls(rows, numbers, tuple(question.contracts))


def _own_problem(rules: Rules, seat: int, contract: Contract) -> Problem:
    goal = Goal.NO_TRICK if contract.kind is ContractKind.NELLO else Goal.POINTS
    return Problem(rules, contract, seat, goal)


def _plan(question: Question, first: TrickOrder, plain: int, special: int) -> Table:
    view, game = question.view, question.view.rules.game
    plan = np.zeros(hands.PLAN_SIZE, np.int64)
    plan[hands.ME] = view.seat or 0
    plan[hands.ALL_SEATS], plan[hands.SIDES] = game.seats, game.sides
    plan[hands.PLAIN], plan[hands.SPECIALS] = plain, special
    if view.rules.has_exchange:
        plan[hands.EXCHANGES] = _EXCHANGES[game.exchange]
    plan[hands.GIVES] = question.exchanging
    plan[hands.OTHERS] = question.others
    plan[hands.NAMED] = -1 if question.named is None else question.named
    if question.holds is not None:
        plan[hands.HOLDER], plan[hands.LEAST] = question.holds
        plan[hands.AMONG] = first.mask(tile for tile in game.tiles if tile.is_double)
    plan[hands.ALL] = (1 << len(first.line)) - 1
    plan[hands.MY_HAND] = first.mask(question.hand)
    plan[hands.SAID : hands.SAID + 8] = -1
    trumps = view.rules.nameable
    for made in _latest(view.calls):
        if made.call.trump is not None:
            plan[hands.SAID + made.seat] = trumps.index(made.call.trump)
    for seat, told in heard(view).items():
        plan[hands.SPOKE + seat] = 1
        plan[hands.FLOOR + seat] = round(SHARE * told.least)
        plan[hands.CEILING + seat] = round(SHARE * told.most)
    return plan


def _latest(calls: Iterable[MakeCall]) -> Iterable[MakeCall]:
    return {made.seat: made for made in calls if made.call.is_bid}.values()


def _belief(question: Question, first: TrickOrder) -> Table:
    """Return where the unseen tiles may lie: anywhere, in as many as each holds."""
    view, game = question.view, question.view.rules.game
    known = first.mask([*question.hand, *question.aside])
    unseen = ((1 << len(first.line)) - 1) & ~known
    belief = np.zeros(layout.BELIEF_SIZE, np.int64)
    belief[layout.UNSEEN] = unseen
    belief[layout.MAY : layout.MAY + layout.HOLDERS] = unseen
    belief[layout.SIZES : layout.SIZES + game.seats] = game.hand_size
    belief[layout.SIZES + (view.seat or 0)] = game.hand_size - len(question.hand)
    dealt = int(belief[layout.SIZES : layout.SIZES + ASIDE].sum())
    belief[layout.SIZES + ASIDE] = unseen.bit_count() - dealt
    return belief


def _with_bonus(view: SeatView, worths: Table, plain: Sequence[Contract]) -> Table:
    """Add what the partner of a plunge counts on: the doubles that the bidder must hold."""
    doubles = sum(tile.is_double for tile in view.hand)
    found = worths.copy()
    for number, contract in enumerate(plain):
        order = trick_order(view.rules.game, contract)
        _, worth = tile_worths(view.rules, order)
        each = [value for tile, value in worth.items() if tile.is_double]
        bonus = doubles * sum(each) // len(each)
        found[number * hands.PLACES + hands.BONUS] = bonus
    return found
