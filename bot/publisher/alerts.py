"""Tells people that a table in a channel needs one more."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import discord

from bot.presenter.company.alerts import needs_one_more
from bot.presenter.words.render_context import RenderContext
from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.people import PeopleStore
from bot.store.sent.alerts import AlertStore
from bot.tables.company.errors import AlertsFull
from bot.tables.model import Place, Status
from bot.tables.views import TableView
from bot.values.posted import PostedKey, PostedKind
from bot.values.seat_alerts import ALERT_SECONDS, MOST_ALERTS, SeatAlert

from .calls.discord_errors import DISCORD_ERRORS, failure_of
from .calls.dm_channels import DmLater, DmRefused
from .calls.members import members_of, missing_members
from .keeper.means import Means
from .keeper.posted_message import PostedMessage
from .keeper.wanted import Wanted

_LOG = logging.getLogger(__name__)
ContextIn = Callable[[int | None, str | None], RenderContext]
DAY_SECONDS = 86_400.0
LOOK_DAYS = 7
"""Within how many days everybody who is told until they stop it is looked for in their server."""


class SeatAlerts:
    """Keeps who wants to be told, and tells them: once an hour, and once of each table.

    `context_in` builds the context of a server's reader in a language.
    """

    def __init__(
        self,
        bot: discord.Client,
        store: AlertStore,
        people: PeopleStore,
        means: Means,
        context_in: ContextIn,
    ) -> None:
        self._bot = bot
        self._store = store
        self._people = people
        self._means = means
        self._context_in = context_in
        self._looked_on: int | None = None
        self.loop = Loop(
            "members with alerts",
            self._look,
            means.clock,
            grace=DAY_SECONDS,
            pauses=Pauses(60.0, 3_600.0),
            expected=(StoreFailure, *DISCORD_ERRORS),
        )

    async def find(self, user_id: int, channel_id: int) -> SeatAlert | None:
        """Return what a person has asked for in a channel."""
        return await self._store.find_alert(user_id, channel_id, self._means.clock.now())

    async def save(self, alert: SeatAlert) -> None:
        """Save what a person asks for. Raises AlertsFull."""
        if not await self._store.save_alert(alert, self._means.clock.now(), MOST_ALERTS):
            raise AlertsFull(MOST_ALERTS)

    async def stop(self, user_id: int, channel_id: int) -> None:
        """Stop telling a person about a channel."""
        await self._store.drop_alert(user_id, channel_id)

    async def end_in(self, channel_id: int) -> None:
        """Stop telling anybody about a channel that was deleted."""
        await self._store.drop_alerts_in(channel_id)

    async def wait_for_servers(self) -> None:
        """Wait for Discord's servers after a start: nobody sees a channel that isn't known yet."""
        await self._bot.wait_until_ready()

    async def tell(self, table: TableView) -> None:
        """Tell those who want to know of a table that needs one more.

        Raises discord.py's errors if a retry may succeed.
        """
        if not lacks_one(table):
            return
        people = [line.user_id for line in table.people if line.user_id is not None]
        host = next((line.user_id for line in table.people if line.host), None)
        now = self._means.clock.now()
        channels = self._channels_of(table.known_place)
        for alert in await self._store.alerts_in(channels, host or 0, people, now):
            try:
                await self._tell(alert, table)
            except DISCORD_ERRORS as error:
                failure = failure_of(error)
                if failure.is_temporary:
                    raise
                _LOG.info("could not tell somebody of a table: %s", failure)

    async def _tell(self, alert: SeatAlert, table: TableView) -> None:
        now = self._means.clock.now()
        user_id = alert.user_id
        chosen = await self._people.preferences(user_id)
        key = PostedKey(PostedKind.INVITATION, table.table_id, user_id=user_id)
        if chosen.is_quiet(now) or await self._means.messages.last_occasion(key):
            return
        if not await self._sees(alert, table.known_place):
            return
        since = now - ALERT_SECONDS
        if not await self._store.take_alert(user_id, table.table_id, now=now, since=since):
            return
        context = self._context_in(table.guild_id, chosen.locale)
        message = needs_one_more(table, alert, context)
        wanted = Wanted(write=lambda: message, channel_id=None)
        try:
            await PostedMessage(self._means, key).show(wanted)
        except DmRefused:
            await self.stop(user_id, alert.channel_id)
        except DmLater as error:
            _LOG.info("somebody is not told of a table: %s", error)

    def _channels_of(self, place: Place) -> Collection[int]:
        """Return a table's channel, and that of its thread."""
        channel = self._bot.get_channel(place.channel_id)
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return {place.channel_id, place.home_channel_id, parent or place.channel_id}

    async def _sees(self, alert: SeatAlert, place: Place) -> bool:
        """Return True if a person sees a table; who has left its server is never told again."""
        guild = self._bot.get_guild(place.guild_id or 0)
        channel = self._bot.get_channel(place.channel_id)
        if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        member = (await members_of(guild, [alert.user_id])).get(alert.user_id)
        if member is None:
            await self.stop(alert.user_id, alert.channel_id)
            return False
        return channel.permissions_for(member).view_channel

    # People who have left ----------------------------------------------------------------------

    async def _look(self) -> float:
        """Look for the people whose part has its day; return the seconds until the next day.

        Without the members intent, Discord doesn't tell who leaves a server.
        """
        now = self._means.clock.now()
        today = int(now // DAY_SECONDS)
        last = today - 1 if self._looked_on is None else self._looked_on
        for day in range(max(last + 1, today - LOOK_DAYS + 1), today + 1):
            found = await self._store.endless_alerts(day % LOOK_DAYS, LOOK_DAYS)
            for (guild_id, user_id), alerts in _by_member(found).items():
                await self._drop_ended(guild_id, user_id, alerts)
        self._looked_on = today
        return (today + 1) * DAY_SECONDS - now

    async def _drop_ended(self, guild_id: int, user_id: int, alerts: Sequence[SeatAlert]) -> None:
        """Drop a person's alerts in a server that they have left, and those of deleted channels.

        Raises discord.py's errors if a retry may succeed.
        """
        guild = self._bot.get_guild(guild_id)
        if guild is None or guild.unavailable:  # another process's, or out of reach
            return
        try:
            has_left = bool(await missing_members(guild, [user_id]))
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("could not look for somebody with an alert: %s", failure)
            return
        for alert in alerts:
            if has_left or guild.get_channel(alert.channel_id) is None:
                await self.stop(user_id, alert.channel_id)


def _by_member(alerts: Iterable[SeatAlert]) -> Mapping[tuple[int, int], Sequence[SeatAlert]]:
    """Group alerts by server and person."""
    found = defaultdict[tuple[int, int], list[SeatAlert]](list)
    for alert in alerts:
        found[alert.guild_id, alert.user_id].append(alert)
    return found


def lacks_one(table: TableView) -> bool:
    """Return True if one seat is missing for a full table of people who wait in a lobby."""
    lacks = table.free_seats == 1 and len(table.people) == len(table.seats) - 1
    is_for_anybody = table.place is not None and table.event_id is None and not table.private
    return table.status is Status.LOBBY and lacks and is_for_anybody
