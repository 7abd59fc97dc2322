"""An exchange in progress: what is taken, and what is put back so far."""

from __future__ import annotations

from collections import Counter

from texas42.engine import MakeExchange, NotationError, Phase, SeatView, parse_action

HalfSwap = MakeExchange


def parse_half(chosen: str, view: SeatView) -> HalfSwap | None:
    """Parse the argument of a step button; None if it is not part of an exchange."""
    if not chosen or view.seat is None:
        return None
    try:
        action = parse_action(chosen, Phase.EXCHANGE, view.seat, view.rules)
    except NotationError:
        return None
    return action if isinstance(action, MakeExchange) else None


def fits(exchange: MakeExchange, half: HalfSwap) -> bool:
    """Return True if an exchange begins with what is decided so far."""
    same = exchange.take == half.take and exchange.unseen == half.unseen
    return same and not Counter(half.give) - Counter(exchange.give)
