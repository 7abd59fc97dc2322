"""What it takes to send messages, the same for every message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.budget.queue import RequestQueue
from bot.publisher.calls.dm_channels import DmChannels
from bot.publisher.pictures.rendering import Pictures
from bot.store.sent.posted import MessageStore
from bot.values.clock import Clock

from .channels import Channels


@dataclass(frozen=True, slots=True)
class Means:
    """What it takes to send messages.

    `limit_uploads` notes that Discord has refused a file in a server. `queue`: in which each
    message waits for its turn.
    """

    channels: Channels
    messages: MessageStore
    dm_channels: DmChannels
    pictures: Pictures
    clock: Clock
    queue: RequestQueue
    limit_uploads: Callable[[int | None], object]
