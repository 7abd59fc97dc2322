"""The messages that are redrawn or deleted because they show somebody who deleted their data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Redraw:
    """A message that names a deleted user: the board of a table's hand, or that of an event.

    Without either, it is a direct message to that user, or a message that they shared, which will
    be deleted.
    """

    channel_id: int
    message_id: int
    table_id: str | None = None
    hand_no: int = 0
    event_id: str | None = None
