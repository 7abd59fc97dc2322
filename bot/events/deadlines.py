"""When an event's timer is due. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Event, EventStatus


@dataclass(frozen=True, slots=True)
class EventTimeouts:
    """How long an event waits, in seconds.

    `between`: from the end of a round to the next, if a person is present. `expire`: until an event
    that no one starts or continues is closed.
    """

    between: float = 120.0
    expire: float = 86400.0


def next_due(event: Event, waiting: EventTimeouts) -> tuple[float, bool] | None:
    """Compute when the event's timer is due, and whether the event then continues or ends.

    None during a round, and after the end.
    """
    if event.status is EventStatus.BETWEEN and event.attended:
        return event.since + waiting.between, True
    if event.status in (EventStatus.OPEN, EventStatus.BETWEEN):
        return event.since + waiting.expire, False
    return None
