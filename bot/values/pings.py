"""How often people may ping each other through the bot."""

from __future__ import annotations

MOST_PINGS = 3
"""How often one person can ping another within `PING_SECONDS`, in whatever server."""
PING_SECONDS = 3_600.0
MOST_INVITED = 3
"""How many people somebody can invite at a time."""
