"""Tables that move to another channel, or lose theirs."""

from __future__ import annotations

from contextlib import suppress

from bot.values.clock import Clock

from .. import lobby
from ..errors import NoSuchTable
from ..loaded import LoadedTable, PendingChange
from ..repository import TableRepository
from ..seating import Channels


class Moving:
    """Moves tables between channels, and pauses those whose channel is gone."""

    def __init__(self, repository: TableRepository, places: Channels, clock: Clock) -> None:
        self._repository = repository
        self._places = places
        self._clock = clock

    async def move(self, table_id: str, user_id: int | None, channel_id: int, home: int) -> None:
        """Move a table to a channel without one, or raise ChannelBusy; see `lobby.move`."""

        def edit(live: LoadedTable) -> PendingChange:
            return lobby.move(live, user_id, channel_id, home, self._clock.now())

        async with self._places.only_table(channel_id, table_id):
            await self._repository.change(table_id, edit)

    async def resettle(self, table_id: str, channel_id: int) -> None:
        """Move a table to a new thread of its channel."""
        await self._repository.change(
            table_id, lambda live: lobby.resettle(live, channel_id, self._clock.now())
        )

    async def lose_place(self, guild_id: int, channel_id: int | None = None) -> None:
        """Pause the games of a deleted channel, or of a server that the bot left."""
        for table in await self._places.live_tables(guild_id=guild_id):
            place = table.place
            channels = () if place is None else (place.channel_id, place.home_channel_id)
            if channel_id in (None, *channels):
                with suppress(NoSuchTable):
                    await self._repository.change(
                        table.table_id, lambda live: lobby.lose_place(live, self._clock.now())
                    )
