"""A table as it is opened: its checked rules and its first row."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine import Rules
from bot.library import load_rules, rules_json

from .deadlines import Timing
from .errors import RuleTooHigh
from .model import Table

MOST_MARKS = 50
MOST_BID = 20
MOST_POINTS = 10_000


def table_rules(game: str, rules: Mapping[str, object]) -> Rules:
    """Return the checked rules of a table.

    Raises the library's errors, and RuleTooHigh if a number would make the table endless or its
    list of bids too long to show; records have wider limits, `bot.records.limits`.
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


def new_table(
    guild_id: int | None,
    channel_id: int,
    home_channel_id: int,
    host_id: int,
    rules: Rules,
    timing: Timing,
    now: float,
) -> Table:
    """Return a lobby that has no name and no seats yet."""
    return Table(
        table_id="",
        guild_id=guild_id,
        channel_id=channel_id,
        home_channel_id=home_channel_id,
        host_id=host_id,
        game=rules.game.id,
        rules=rules_json(rules),
        seats=(),
        total=(0,) * rules.game.sides,
        wins=(0,) * rules.game.sides,
        created_at=now,
        turn_since=now,
        wake_at=now + timing.lobby,
        clock=timing.clock,
    )
