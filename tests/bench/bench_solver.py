"""The compiled search and the roll-outs, against the figures of the issue.

Run: python -m tests.bench.bench_solver [number of deals]
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import mean, median

import numpy as np

from bot.ai.kernels import core, tricks
from bot.ai.problem import Goal, Problem
from bot.ai.rolling import Roller
from bot.ai.solver import Solver, core_table
from bot.engine import (
    Contract,
    ContractKind,
    Shake,
    Suit,
    Tile,
    apply,
    new_game,
    suit_contract,
    view_for,
)
from bot.library import load_rules

Deal = tuple[list[list[Tile]], int, Contract]


def bidders_family(rng: Random) -> Deal:
    """The best seat leads with its longest suit as trump."""
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
    ms = sorted(1000 * each for each in seconds)
    print(
        f"{name:<22} mean {mean(ms):7.3f} ms  p50 {median(ms):7.3f}  "
        f"p99 {ms[int(0.99 * (len(ms) - 1))]:7.3f}  nodes {mean(nodes):9.0f}"
    )


def full_deals(number: int) -> None:
    rules = load_rules("42", None)
    rng = Random(5)
    memory = np.zeros(1 << core.MEMORY_BITS, np.int64)
    exact: list[float] = []
    asked: list[float] = []
    nodes: tuple[list[int], list[int]] = ([], [])
    for deal in range(number):
        hands, seat, contract = bidders_family(rng)
        problem = Problem(rules, contract, seat, Goal.POINTS)
        a, b, c, d = (problem.order.mask(hands[(seat + step) % 4]) for step in range(4))
        table = core_table(problem)
        table[tricks.BUDGET] = 1 << 60
        table[tricks.STAMP] = 2 * deal + 1
        start = time.thread_time()
        core.most(a, b, c, d, seat, 42, 0, table, memory)
        exact.append(time.thread_time() - start)
        nodes[0].append(int(table[tricks.NODES]))
        table[tricks.STAMP] += 1
        table[tricks.NODES] = 0
        start = time.thread_time()
        core.can_take(a, b, c, d, seat, 31, 42, 0, table, memory)
        asked.append(time.thread_time() - start)
        nodes[1].append(int(table[tricks.NODES]))
    report("42 exact full deal", exact, nodes[0])
    report("42 make 31?", asked, nodes[1])


def endings(game: str, size: int, number: int) -> None:
    from tests.ai.endings import bid_of, ending

    rules = load_rules(game, None)
    rng = Random(6)
    solver = Solver()
    seconds = []
    for _ in range(number):
        contract = Contract(ContractKind.SUIT, Suit(str(rng.randrange(1, 7))))
        deal = ending(rules, contract, bid_of(rules, contract, rng), size, rng)
        start = time.thread_time()
        solver.solve(deal, 20_000_000)
        seconds.append(time.thread_time() - start)
    report(f"{game} {size} left, all moves", seconds, [0])


def roll_outs(number: int) -> None:
    """Whole hands from the deal to the last tile, by the quick player."""
    rules = load_rules("42", None)
    rng = Random(7)
    roller = Roller()
    hands = 0
    start = time.thread_time()
    for _ in range(number):
        pool = list(rules.game.tiles)
        rng.shuffle(pool)
        size = rules.game.hand_size
        dealt = tuple(tuple(pool[i * size : (i + 1) * size]) for i in range(4))
        view = view_for(apply(new_game(rules), Shake(3, dealt)).game, 0)
        hands += int(roller.totals(view, suit_contract(Suit.FIVES), 4096).sum())
    seconds = time.thread_time() - start
    print(f"roll-outs              {hands / seconds:,.0f} hands a second, dealing included")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    start = time.perf_counter()
    Solver()
    print(f"first solver {time.perf_counter() - start:.2f} s")
    full_deals(number)
    roll_outs(max(1, number // 20))
    endings("big-game", 8, 20)
    endings("88", 6, 20)


if __name__ == "__main__":
    main()
