"""Limits of a record from outside, so that a hostile one is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from texas42.engine import Rules
from texas42.library import UnknownRule, load_rules

MOST_BYTES = 16 * 1024 * 1024
"""The most bytes of a record, a request or a shake file."""
MOST_HANDS = 10_000
MOST_CALLS = 5_000
MOST_PLAYS = 1_000
MOST: Mapping[str, int] = {"target": 1_000_000, "open_max_marks": 1_000, "max_marks": 1_000}
"""The highest numbers of house rules; the bids up to some of them are listed at a turn."""


def bounded_rules(game: str, rules: Mapping[str, object] | None) -> Rules:
    """Load the rules that an outside text names; raises UnknownGame and UnknownRule."""
    checked = load_rules(game, rules)
    for option, most in MOST.items():
        value = getattr(checked, option)
        if value is not None and value > most:
            raise UnknownRule(option, f"a number up to {most} is wanted")
    return checked
