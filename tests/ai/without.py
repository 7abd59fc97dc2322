"""Load the compiled searches with one of their optimizations removed.

The module is loaded again from its source with a part replaced before compilation, and compiled
into a separate cache. So the search itself needs no switch.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

import numba

from texas42.ai.kernels.bits import inlined, lowest

PACKAGE = "texas42.ai.kernels"
Parts = Mapping[str, Mapping[str, Callable[..., Any]]]

SEARCH42: dict[str, Parts] = {
    "transposition table": {"tt42": {"tt_probe": lambda occupied, seat, tab, tt: -(1 << 53)}},
    "order": {
        "tricks42": {
            "follower_picks": lambda moves, over, unbeatable, safe, tab: lowest(moves),
            "best_lead_by_score": lambda hand, leads, scores: lowest(leads),
        }
    },
    "equal trumps": {
        "tricks42": {"without_twins": lambda moves, mine, occupied, trump, tab: moves}
    },
    "quick winners": {"tricks42": {"sure_tricks": lambda a, b, c, d, trump, tab: 0}},
    "top trumps": {"tricks42": {"sure_trump_points": lambda one, two, others, tab: 0}},
    "two-trick ending": {"tricks42": {"has_three_tiles": lambda hand: True}},
}
"""Replacement functions by optimization and module."""

ALL_ELSE = "all but the transposition table"

GENERAL: dict[str, Parts] = {
    "transposition table": {
        "contract_table": {"tt_probe": lambda key, left, tab, tt: left << 8 | 63 << 16}
    },
    "order": {
        "contract_table": {
            "pick": lambda moves, over, reach, safe, tab: lowest(moves),
            "best_lead_by_score": lambda leads, at, tab: lowest(leads),
        }
    },
    "equal tiles": {"contract_table": {"without_equals": lambda moves, others, tab: moves}},
    "quick winners": {"contract_table": {"sure_tricks": lambda hand, others, tab: hand & 0}},
    "top trumps": {"contract_table": {"sure_trump_points": lambda mine, theirs, tab: 0}},
    "last trick": {"contract_table": {"one_tile_value": lambda seat, left, tab: -1}},
}


def _together(helps: dict[str, Parts]) -> Parts:
    """Disable all optimizations except the transposition table."""
    taken: dict[str, dict[str, Callable[..., Any]]] = {}
    for help_, parts in helps.items():
        for module, functions in parts.items():
            if help_ != "transposition table":
                taken.setdefault(module, {}).update(functions)
    return taken


for _helps in (SEARCH42, GENERAL):
    _helps[ALL_ELSE] = _together(_helps)


def load_without(search: str, help_: str, parts: Parts) -> ModuleType:
    """Load the module of a search, `search42` or `search_general`, without one optimization."""
    with _separate_cache(f"{search} without {help_}"), _reload_kernels():
        for module, functions in parts.items():
            loaded = import_module(f"{PACKAGE}.{module}")
            for name, function in functions.items():
                assert hasattr(loaded, name), name
                setattr(loaded, name, inlined(function))
        return import_module(f"{PACKAGE}.{search}")


@contextmanager
def _separate_cache(name: str) -> Iterator[None]:
    """Cache compiled code in a separate folder, since numba does not notice the replaced part."""
    folder = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = f"{folder}/{name}" if folder else ""
    try:
        yield
    finally:
        numba.config.CACHE_DIR = folder


@contextmanager
def _reload_kernels() -> Iterator[None]:
    """Unload the kernels, and restore them afterwards."""
    package = import_module(PACKAGE)
    known = {name: each for name, each in sys.modules.items() if _is_kernel(name)}
    named = dict(vars(package))
    for name in known:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in filter(_is_kernel, list(sys.modules)):
            del sys.modules[name]
        sys.modules.update(known)
        vars(package).clear()
        vars(package).update(named)


def _is_kernel(name: str) -> bool:
    return name.startswith(f"{PACKAGE}.") and not name.endswith(".bits")
