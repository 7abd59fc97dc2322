"""A table as it is opened."""

from __future__ import annotations

from bot.engine import Rules
from bot.library import rules_json

from .deadlines import Timing
from .model import Table


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
