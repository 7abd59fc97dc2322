"""Finds a channel by its id without looking through all servers.

discord.py asks each server in turn: with ten thousand servers that takes ten milliseconds of the
event loop for each message to a channel, and as long for an id that it does not know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import discord

MOST_KNOWN = 50_000
_ONE_IS_NEW = frozenset({"guild_channel_create", "thread_create", "thread_join", "thread_update"})
_MANY_ARE_NEW = frozenset({"guild_available", "guild_join"})

Channel = Any
"""Whatever discord.py calls a channel."""
Search = Callable[[int], Channel | None]


class ChannelFinder:
    """Remembers the servers of channels that were found, and the ids that are nowhere.

    `search`: discord.py's way to find a channel.
    """

    def __init__(self, search: Search, guild_of: Callable[[int], discord.Guild | None]) -> None:
        self._search = search
        self._guild_of = guild_of
        self._homes: OrderedDict[int, int] = OrderedDict()
        self._nowhere: set[int] = set()

    def find(self, channel_id: int) -> Channel | None:
        """Return a channel or thread of a server; None if discord.py knows none of this id.

        The channel of a direct message stays unknown once it has not been found.
        """
        if channel_id in self._nowhere:
            return None
        home = self._homes.get(channel_id)
        guild = None if home is None else self._guild_of(home)
        found = None if guild is None else guild.get_channel_or_thread(channel_id)
        return self._find_anywhere(channel_id) if found is None else found

    def _find_anywhere(self, channel_id: int) -> Channel | None:
        """Look through all servers, and remember the outcome."""
        found = self._search(channel_id)
        guild = getattr(found, "guild", None)
        if found is None:
            self._nowhere.add(channel_id)
        elif guild is not None:
            self._homes[channel_id] = guild.id
        if len(self._nowhere) > MOST_KNOWN:
            self._nowhere.pop()
        if len(self._homes) > MOST_KNOWN:
            self._homes.popitem(last=False)
        return found

    def note(self, event: str, *told: Any) -> None:
        """Look again for what an event may have brought, by discord.py's name of the event."""
        if event in _ONE_IS_NEW and told:
            self._nowhere.discard(told[0].id)
        elif event in _MANY_ARE_NEW:
            self._nowhere.clear()
