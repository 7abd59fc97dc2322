"""What it takes to send messages, the same for every message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.publisher.calls.dm_channels import DmChannels
from bot.publisher.pictures.rendering import Pictures
from bot.store.sent.posted import MessageStore
from bot.values.clock import Clock

from .board_rate import BoardRate
from .channels import Channels


@dataclass(frozen=True, slots=True)
class Means:
    """What it takes to send messages.

    `limit_uploads` notes that Discord has refused a file in a server. `pace`: the rate of the edits
    that can wait.
    """

    channels: Channels
    messages: MessageStore
    dm_channels: DmChannels
    pictures: Pictures
    clock: Clock
    pace: BoardRate
    limit_uploads: Callable[[int | None], object]
