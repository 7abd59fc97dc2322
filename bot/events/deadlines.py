"""When an event goes on, or ends, by itself. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Event, EventStatus


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long an event waits, in seconds.

    `between`: from the end of a round to the next, if somebody is there. `expire`: until an
    event that nobody starts or continues is closed.
    """

    between: float = 120.0
    expire: float = 86400.0


def next_due(event: Event, waiting: Waiting) -> tuple[float, bool] | None:
    """Return when something happens by itself and whether the event then goes on, or ends.

    None while a round is played, and after the end.
    """
    if event.status is EventStatus.BETWEEN and event.attended:
        return event.since + waiting.between, True
    if event.status in (EventStatus.OPEN, EventStatus.BETWEEN):
        return event.since + waiting.expire, False
    return None
