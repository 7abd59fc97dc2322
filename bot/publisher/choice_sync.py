"""Applies the preferences of users and the settings of servers to all screens and processes."""

from __future__ import annotations

from bot.store.people import PeopleStore
from bot.store.servers import ServerStore
from bot.values.preferences import Preferences

from .other_processes import OtherProcesses
from .screens.all_screens import ScreensOfTables
from .screens.guide import FirstHandGuide


class ChoiceSync:
    """Saves choices made here, and applies those made through other processes."""

    def __init__(
        self,
        people: PeopleStore,
        servers: ServerStore,
        screens: ScreensOfTables,
        guide: FirstHandGuide,
        others: OtherProcesses,
    ) -> None:
        self._people = people
        self._servers = servers
        self._screens = screens
        self._guide = guide
        self._others = others

    async def choose(self, user_id: int, **choices: object) -> Preferences:
        """Save and apply some preferences of a user; return all of them."""
        await self._people.save_choices(user_id, **choices)
        chosen = await self.follow(user_id)
        self._others.notify_preferences(user_id)
        return chosen

    async def choose_for_server(self, guild_id: int, **choices: object) -> None:
        """Save and apply some settings of a server."""
        await self._servers.save_server_settings(guild_id, **choices)
        if "pictures" in choices:
            wanted = bool(choices["pictures"])
            self.show_pictures(guild_id, wanted=wanted)
            self._others.notify_pictures(guild_id, wanted=wanted)

    async def follow(self, user_id: int) -> Preferences:
        """Apply a user's saved preferences to all screens, and return them."""
        chosen = await self._people.preferences(user_id)
        self._guide.follow(chosen)
        self._screens.choose(chosen)
        return chosen

    def show_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Show the tables of a server as pictures, or in words."""
        self._screens.show_pictures(guild_id, wanted=wanted)

    async def read_again(self) -> None:
        """Apply all saved choices, since change notices may have been missed."""
        in_words = frozenset(await self._servers.servers_without_pictures())
        for guild_id in in_words ^ self._screens.in_words:
            self.show_pictures(guild_id, wanted=guild_id not in in_words)
        for user_id in self._screens.people():
            await self.follow(user_id)
