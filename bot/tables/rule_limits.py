"""The rules a table is opened with: checked, and with no number that would make it endless."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine import Rules
from bot.library import load_rules

from .errors import RuleTooHigh

MOST_MARKS = 50
MOST_BID = 20
MOST_POINTS = 10_000


def table_rules(game: str, rules: Mapping[str, object]) -> Rules:
    """Return the checked rules of a table.

    Raises the library's errors, and RuleTooHigh where a number is too high for a table: the
    record and the referee know no limit, but a table's list of legal bids has to be shown.
    """
    checked = load_rules(game, rules)
    limits = {
        "target": (checked.target, MOST_MARKS if checked.by_marks else MOST_POINTS),
        "open_max_marks": (checked.open_max_marks, MOST_BID),
        "max_marks": (checked.max_marks or 0, MOST_BID),
    }
    for name, (value, most) in limits.items():
        if value > most:
            raise RuleTooHigh(name, most)
    return checked
