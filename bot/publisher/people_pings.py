"""Whom people may ping through the bot: who wants that at this hour, and only so often."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.people import PeopleStore
from bot.store.sent.pings import PingStore
from bot.values.clock import Clock
from bot.values.pings import MOST_PINGS, PING_SECONDS


class PeoplePings:
    """Decides whom a message that somebody has asked for may ping."""

    def __init__(self, people: PeopleStore, pings: PingStore, clock: Clock) -> None:
        self._people = people
        self._pings = pings
        self._clock = clock

    async def take(self, about: str, pinger: int, user_ids: Collection[int]) -> tuple[int, ...]:
        """Return those of these people whom a message may ping, and count that as a ping.

        `about`: what the message is about; a retry counts once. Left out are people whose settings
        allow no ping now, and those whom the same person has pinged `MOST_PINGS` times lately.
        """
        now = self._clock.now()
        willing = [
            user_id
            for user_id in user_ids
            if (await self._people.preferences(user_id)).may_be_pinged(now)
        ]
        taken = await self._pings.take_pings(
            about, pinger, willing, now=now, since=now - PING_SECONDS, most=MOST_PINGS
        )
        return tuple(user_id for user_id in willing if user_id in taken)
