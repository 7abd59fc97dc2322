"""Compare the compiled searches with those of another checkout, in one process on the same deals.

    git worktree add ../before HEAD~1
    python tests/bench/bench_searches.py ../before [--scale 1.0]

Both solve each deal in turn, three times, and the fastest counts, so that other load slows both
alike. Only the time in the compiled searches counts, and any difference in an answer is an error.
The last lines compare the general search with the fast one on 42.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

HERE = Path(__file__).parents[2]
REPEATS = 3
BITS = "texas42.ai.kernels.bits"
NODES = 1 << 60
FAMILIES = (
    ("42", 7, 200, False),
    ("42", 7, 100, True),
    ("moon", 7, 300, True),
    ("big-game", 8, 12, True),
    ("88", 6, 30, True),
    ("84x8", 4, 60, True),
    ("79", 5, 60, True),
)
"""Game, tiles in hand, deals, and whether to run the general search."""


class Checkout:
    """The solver of one checkout, timing its compiled searches."""

    def __init__(self, folder: Path, cache: Path, shared: ModuleType | None) -> None:
        for name in [
            name for name in sys.modules if name.split(".")[0] in ("texas42", "bot", "tests")
        ]:
            del sys.modules[name]
        if shared is not None:
            # numba identifies a trick record by its fields alone, so two such classes in one
            # process would be mistaken for each other
            sys.modules[BITS] = shared
        sys.path.insert(0, str(folder))
        self.seconds = 0.0
        import_module("texas42.ai.solver.loading").prepare(cache)
        self.engine: Any = import_module("texas42.engine")
        self.load_rules: Any = import_module("texas42.library").load_rules
        self.endings: Any = import_module("tests.ai.endings")
        self.searches: Any = import_module("texas42.ai.solver.solver")
        self._is_for_search42 = self.searches.is_for_search42
        self.solver = self.searches.Solver()
        for kernel, names in (
            ("search42", ("solve_exact", "can_take")),
            ("search_general", ("solve_exact", "search")),
        ):
            module = import_module(f"texas42.ai.kernels.{kernel}")
            assert module.__file__ is not None
            assert Path(module.__file__).is_relative_to(folder), module.__file__
            for name in names:
                setattr(module, name, self._time_calls(getattr(module, name)))
        self._modules = {n: m for n, m in sys.modules.items() if n.split(".")[0] in ("texas42",)}
        self.bits = sys.modules[BITS]
        sys.path.pop(0)

    def deal(self, game: str, size: int, seed: str) -> Any:
        """Build the last tricks of a hand; the best seat leads with its longest suit as trumps."""
        rules = self.load_rules(game, None)
        rng = Random(seed)
        engine = self.engine
        fives = engine.suit_contract(engine.Suit.FIVES)
        deal = self.endings.ending(rules, fives, self.endings.bid_of(rules, fives, rng), size, rng)
        _, _, seat, pip = max(
            (sum(tile.has(pip) for tile in hand), sum(t.is_double for t in hand), seat, pip)
            for seat, hand in enumerate(deal.hands)
            for pip in range(rules.game.max_pip + 1)
        )
        contract = engine.Contract(engine.ContractKind.SUIT, engine.Suit(str(pip)))
        return replace(deal, bidder=seat, contract=contract, to_act=seat, trick=engine.Trick(seat))

    def answers(self, deal: Any, *, exact: bool, general: bool) -> tuple[list[object], float]:
        """Return the value of each play of a deal, and the search time."""
        self.seconds = 0.0
        self.solver._hand = ()  # a fresh search without stored results
        with self._current(), self._asking(general=general):
            points = self.searches.SearchGoal.POINTS
            search = self.solver._search(deal, points, NODES)
            plays = self.engine.legal_plays(deal)
            if exact:
                found = [search.value(play) for play in plays]
            else:
                needed = deal.rules.game.total * 3 // 4
                found = [search.reaches(play, needed) for play in plays]
        return found, self.seconds

    @contextmanager
    def _current(self) -> Iterator[None]:
        """Make late imports resolve to this checkout."""
        sys.modules.update(self._modules)
        yield

    @contextmanager
    def _asking(self, *, general: bool) -> Iterator[None]:
        if general:
            self.searches.is_for_search42 = lambda _problem: False
        yield
        self.searches.is_for_search42 = self._is_for_search42

    def _time_calls(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            start = time.perf_counter()
            result = kernel(*arguments)
            self.seconds += time.perf_counter() - start
            return result

        return run


def quickest(ask: Callable[[], tuple[list[object], float]]) -> tuple[list[object], float]:
    """Return the answers and the shortest time of several runs."""
    found = [ask() for _ in range(REPEATS)]
    return found[0][0], min(seconds for _, seconds in found)


def compare(name: str, number: int, one: Callable[[int], Any], other: Callable[[int], Any]) -> None:
    """Print the mean times of two ways to solve the same deals, and their ratio."""
    totals = [0.0, 0.0]
    for at in range(number):
        (first, seconds), (second, more) = quickest(one(at)), quickest(other(at))
        assert first == second, f"{name}: deal {at} is judged differently"
        totals[0] += seconds
        totals[1] += more
    before, now = (1e6 * total / number for total in totals)
    print(f"{name:<28} {before:9.1f} us   {now:9.1f} us   {now / before:.2f} x", flush=True)


def solver_of(checkout: Checkout, game: str, size: int, *, exact: bool, general: bool) -> Any:
    """Build a function that solves the deal of a number."""

    def at(number: int) -> Callable[[], tuple[list[object], float]]:
        deal = checkout.deal(game, size, f"{game} {size} {number}")
        return lambda: checkout.answers(deal, exact=exact, general=general)

    return at


def main(options: argparse.Namespace) -> None:
    """Print every family of deals: all plays exactly, and by a question."""
    with TemporaryDirectory() as folder:
        before = Checkout(options.before.resolve(), Path(folder) / "before", None)
        now = Checkout(HERE, Path(folder) / "now", before.bits)
        print(f"{'every play of a deal':<28} {'before':>12}   {'now':>12}")
        for game, size, deals, general in FAMILIES:
            number = max(1, round(options.scale * deals))
            for exact in (False, True):
                name = f"{'general: ' if general else ''}{game}, {size} left"
                told = f"{name}{', exact' if exact else ''}"
                ways = [
                    solver_of(each, game, size, exact=exact, general=general)
                    for each in (before, now)
                ]
                compare(told, number, *ways)
        print(f"{'42, 7 left':<28} {'quick':>12}   {'general':>12}")
        for exact in (False, True):
            ways = [
                solver_of(now, "42", 7, exact=exact, general=general) for general in (False, True)
            ]
            compare("exact" if exact else "a question", round(options.scale * 100), *ways)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path, help="another checkout")
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of deals")
    main(parser.parse_args())
