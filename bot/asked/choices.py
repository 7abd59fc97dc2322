"""The choices of a vote."""

from __future__ import annotations

from texas42.engine import MakeCall, PlayTile, SeatView, format_action, format_call

MOST = 25
"""The most choices in one of Discord's lists. In 42 there are never more legal calls."""


def choices(view: SeatView) -> tuple[str, ...]:
    """List the choices of a vote in record notation: every legal call, or every legal play."""
    plays = [each for each in view.legal if isinstance(each, PlayTile)]
    if plays:
        return tuple(format_action(play, view.rules) for play in plays)
    calls = [each for each in view.legal if isinstance(each, MakeCall)]
    return tuple(format_call(each.call, view.rules) for each in calls[:MOST])
