"""The bits of a message's `flags`."""

from __future__ import annotations

SUPPRESS_EMBEDS = 1 << 2
HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7  # a deferred answer: Discord shows that the bot is thinking
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
