"""The choices of a vote."""

from __future__ import annotations

from bot.engine import MakeCall, PlayTile, SeatView, format_action, format_call

USUAL = ("pass", "30", "31", "32", "34", "36", "1m", "2m", "42", "84")
"""The calls to offer. If fewer than two are legal, the lowest legal calls are offered instead."""
MOST = 8


def choices(view: SeatView) -> tuple[str, ...]:
    """List the choices of a vote in record notation: the usual bids, or the legal plays."""
    plays = [each for each in view.legal if isinstance(each, PlayTile)]
    if plays:
        return tuple(format_action(play, view.rules) for play in plays)
    calls = [each for each in view.legal if isinstance(each, MakeCall)]
    texts = [format_call(each.call, view.rules) for each in calls]
    usual = [text for text in texts if text in USUAL]
    return tuple(usual if len(usual) > 1 else texts[:MOST])
