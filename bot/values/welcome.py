"""The welcome that is kept at the end of a server's channel."""

from __future__ import annotations

from dataclasses import dataclass

NO_MESSAGE = 0


@dataclass(frozen=True, slots=True)
class Welcome:
    """A server's welcome, and the one in whose place it stands.

    `occasion` counts the posted ones, deleted ones included; `posted_at`: when the last one was.
    `old_channel_id`, `old_message_id`: an earlier one that is still to be deleted. An id of 0: no
    message.
    """

    guild_id: int
    channel_id: int = 0
    message_id: int = NO_MESSAGE
    occasion: int = 0
    posted_at: float = 0.0
    old_channel_id: int = 0
    old_message_id: int = NO_MESSAGE
