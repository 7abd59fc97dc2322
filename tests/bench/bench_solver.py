"""Compare the compiled search and the roll-outs with their target times.

    python tests/bench/bench_solver.py [number of deals]

Empty `texas42/ai/kernels/__pycache__` after changing a kernel: numba's own cache is keyed only by a
function's file. (The program's cache is keyed by all kernels.)
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.ai.endings import bid_of, ending
from texas42.ai.inference.trick_order import places_of
from texas42.ai.kernels import contract_table, search42, search_general, tt42
from texas42.ai.rollouts.hands import HandSampler, Question
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.ai.solver.solver import Solver
from texas42.engine import (
    Contract,
    ContractKind,
    Shake,
    Suit,
    Tile,
    Trick,
    apply,
    new_game,
    suit_contract,
    view_for,
)
from texas42.library import load_rules

Deal = tuple[list[list[Tile]], int, Contract]
FIVES = suit_contract(Suit.FIVES)
FIRST_ANSWER = """
import pathlib, sys, time
from random import Random
from texas42.ai.solver.loading import load_solver
from texas42.engine import Suit, suit_contract
from texas42.library import load_rules
from tests.ai.endings import bid_of, ending
rules, contract, rng = load_rules("42", {}), suit_contract(Suit.FIVES), Random(1)
deal = ending(rules, contract, bid_of(rules, contract, rng), 7, rng)
before = time.process_time()
load_solver(pathlib.Path(sys.argv[1]), whole=False).solve(deal)
print(round(time.process_time() - before, 2))
"""
FIRST_PLAYER = """
import pathlib, sys, time
from texas42.ai.players.levels import make_player
before = time.process_time()
make_player("expert", pathlib.Path(sys.argv[1]))
print(round(time.process_time() - before, 2))
"""


def bidders_family(rng: Random) -> Deal:
    """Deal hands in which the best seat leads with its longest suit as trumps."""
    pool = list(load_rules("42", None).game.tiles)
    rng.shuffle(pool)
    hands = [pool[i * 7 : i * 7 + 7] for i in range(4)]
    _, _, seat, pip = max(
        (sum(tile.has(pip) for tile in hand), sum(tile.is_double for tile in hand), seat, pip)
        for seat, hand in enumerate(hands)
        for pip in range(7)
    )
    return hands, seat, Contract(ContractKind.SUIT, Suit(str(pip)))


def report(name: str, seconds: list[float], nodes: list[int]) -> None:
    """Print times and, if counted, the nodes searched."""
    ms = sorted(1000 * each for each in seconds)
    counts = sorted(nodes)
    late = math.ceil(0.99 * (len(ms) - 1))
    told = f"  nodes mean {mean(counts):9.0f}  p99 {counts[late]:9.0f}" if counts else ""
    print(f"{name:<28} ms mean {mean(ms):8.3f}  p50 {median(ms):8.3f}  p99 {ms[late]:8.3f}{told}")


def full_deals(number: int) -> None:
    rules = load_rules("42", None)
    rng = Random(5)
    held = np.zeros(1 << tt42.TT_BITS, np.int64)
    exact: list[float] = []
    asked: list[float] = []
    nodes: tuple[list[int], list[int]] = ([], [])
    for deal in range(number):
        hands, seat, contract = bidders_family(rng)
        problem = Problem(rules, contract, seat, SearchGoal.POINTS)
        a, b, c, d = (problem.order.mask(hands[(seat + step) % 4]) for step in range(4))
        table = problem.table
        table[contract_table.BUDGET] = 1 << 60
        table[contract_table.STAMP] = 2 * deal + 1
        bounds = np.array([0, 42], np.int64)
        start = time.thread_time()
        search42.solve_exact(a, b, c, d, seat, 42, 0, table, held, bounds)
        exact.append(time.thread_time() - start)
        nodes[0].append(int(table[contract_table.NODES42]))
        table[contract_table.STAMP] += 1
        table[contract_table.NODES42] = 0
        start = time.thread_time()
        search42.can_take(a, b, c, d, seat, 31, 42, 0, table, held)
        asked.append(time.thread_time() - start)
        nodes[1].append(int(table[contract_table.NODES42]))
    report("42 exact full deal", exact, nodes[0])
    report("42 make 31?", asked, nodes[1])


def first_leads(number: int, holdings: int = 100) -> None:
    """Solve every lead of the first trick over this many samples of the hidden tiles."""
    rules = load_rules("42", None)
    rng = Random(8)
    held = np.zeros(1 << tt42.TT_BITS, np.int64)
    stamp = 0
    rows: list[tuple[list[float], list[int]]] = [([], []), ([], [])]
    for _ in range(number):
        hands, seat, contract = bidders_family(rng)
        order = Problem(rules, contract, seat, SearchGoal.POINTS).order
        hidden = [tile for tile in rules.game.tiles if tile not in hands[seat]]
        table = Problem(rules, contract, seat, SearchGoal.POINTS).table
        table[contract_table.BUDGET] = 1 << 60
        mine = order.mask(hands[seat])
        for exact, (seconds, nodes) in zip((True, False), rows, strict=True):
            table[contract_table.NODES42] = 0
            start = time.thread_time()
            for _ in range(holdings):
                rng.shuffle(hidden)
                b, c, d = (order.mask(hidden[i : i + 7]) for i in (0, 7, 14))
                stamp = table[contract_table.STAMP] = stamp % 65535 + 1
                for place in places_of(mine):
                    plays = 1 | place << 2
                    if exact:
                        bounds = np.array([0, 42], np.int64)
                        search42.solve_exact(mine, b, c, d, seat, 42, plays, table, held, bounds)
                    else:
                        search42.can_take(mine, b, c, d, seat, 31, 42, plays, table, held)
            seconds.append(time.thread_time() - start)
            nodes.append(int(table[contract_table.NODES42]))
    report(f"lead, {holdings} holdings, exact", *rows[0])
    report(f"lead, {holdings} holdings, 31?", *rows[1])


def last_tricks(game: str, size: int, number: int) -> None:
    """Deal random hands of this many tiles; the best seat leads with its longest suit as trumps."""
    rules = load_rules(game, None)
    rng = Random(f"{game}{size}")
    held = np.zeros(contract_table.TT_SIZE, np.int64)
    solver = Solver()
    exact: list[float] = []
    every: list[float] = []
    nodes: list[int] = []
    for number_of in range(number):
        deal = ending(rules, FIVES, bid_of(rules, FIVES, rng), size, rng)
        _, _, seat, pip = max(
            (sum(tile.has(pip) for tile in hand), sum(t.is_double for t in hand), seat, pip)
            for seat, hand in enumerate(deal.hands)
            for pip in range(rules.game.max_pip + 1)
        )
        contract = Contract(ContractKind.SUIT, Suit(str(pip)))
        deal = replace(deal, bidder=seat, contract=contract, to_act=seat, trick=Trick(seat))
        problem = Problem(rules, contract, seat, SearchGoal.POINTS)
        position = problem.load(deal)
        problem.table[contract_table.BUDGET] = 1 << 60
        problem.table[contract_table.STAMP] = number_of + 1
        bounds = np.array([0, position.left], np.int64)
        start = time.thread_time()
        search_general.solve_exact(position.trick, position.left, problem.table, held, bounds)
        exact.append(time.thread_time() - start)
        nodes.append(int(problem.table[contract_table.NODES]))
        start = time.thread_time()
        solver.solve(deal)
        every.append(time.thread_time() - start)
    report(f"{game}, {size} left, exact", exact, nodes)
    report(f"{game}, {size} left, all plays", every, [])


def start_up() -> None:
    """Time import and first answer of a fresh process, with an empty and with a filled cache."""
    with TemporaryDirectory() as folder:
        for name, code in (("solver, 42", FIRST_ANSWER), ("players", FIRST_PLAYER)):
            for cache in ("empty", "filled"):
                start = time.perf_counter()
                done = subprocess.run(
                    [sys.executable, "-c", code, folder], check=True, capture_output=True, text=True
                )
                wall = time.perf_counter() - start
                print(
                    f"start, {name}, {cache} cache: {done.stdout.strip()} s CPU, {wall:.2f} s wall"
                )


def roll_outs(number: int) -> None:
    """Roll out whole hands from the deal to the last tile with the quick player."""
    rules = load_rules("42", None)
    rng = Random(7)
    sampler = HandSampler()
    hands = 0
    start = time.thread_time()
    for _ in range(number):
        pool = list(rules.game.tiles)
        rng.shuffle(pool)
        size = rules.game.hand_size
        dealt = tuple(tuple(pool[i * size : (i + 1) * size]) for i in range(4))
        view = view_for(apply(new_game(rules), Shake(3, dealt)).game, 0)
        question = Question(view, view.hand, (suit_contract(Suit.FIVES),))
        hands += len(sampler.sample(question, 4096).rows)
    seconds = time.thread_time() - start
    print(f"roll-outs              {hands / seconds:,.0f} hands a second, dealing included")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    start_up()
    full_deals(number)
    first_leads(max(1, number // 20))
    roll_outs(max(1, number // 20))
    last_tricks("big-game", 8, max(1, number // 5))
    last_tricks("88", 6, max(1, number // 5))


if __name__ == "__main__":
    main()
