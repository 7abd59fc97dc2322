"""Reports to the host: saved first, then collected in one direct message a day."""

from __future__ import annotations

import logging
import math
import re

from bot.store.host.reports import ReportStore
from bot.store.sent.posted import MessageStore
from bot.values.clock import Clock
from bot.values.posted import Posted, PostedKey, PostedKind

from .ports import ReportMessages
from .views import Host, HostRefused, NewReport

_LOG = logging.getLogger(__name__)
MOST_A_DAY = 3
"""The most reports of one person per day."""
DAY = 86_400.0
EDIT_SECONDS = 30.0
"""The shortest time between two edits of the message."""
RETRY_SECONDS = 900.0
"""How long to wait before retrying a host who can't be reached now."""
REFUSED_SECONDS = 6 * 3600.0
"""The same for a host to whom Discord refuses direct messages."""
MENTION = re.compile("<@!?([0-9]{1,20})>")


class Reports:
    """Saves people's reports, and sends them to the host. Raises `StoreFailure`."""

    def __init__(
        self,
        store: ReportStore,
        posted: MessageStore,
        messages: ReportMessages,
        host: Host,
        clock: Clock,
    ) -> None:
        self._store = store
        self._posted = posted
        self._messages = messages
        self._host = host
        self._clock = clock
        self._not_before = -math.inf

    async def file(
        self, user_id: int, name: str, guild_id: int, channel_id: int, text: str
    ) -> int | None:
        """Save a report and return its number; None if the person is over the daily limit."""
        named = tuple(dict.fromkeys(int(found) for found in MENTION.findall(text)))
        report = NewReport(user_id, name, guild_id, channel_id, text, named)
        number = await self._store.add_report(report, self._clock.now(), MOST_A_DAY)
        if number is not None:
            _LOG.info("received report %d; list it with the command `reports`", number)
        return number

    async def deliver(self) -> None:
        """Update the host's messages, at most one edit every half minute."""
        host_id = self._host.user_id
        now = self._clock.now()
        if host_id is None or self._clock.elapsed() < self._not_before:
            return
        for outdated in await self._posted.outdated_posted(PostedKind.REPORTS):
            if not await self._redraw(outdated):
                return
        waiting = await self._store.waiting_reports()
        if not waiting:
            return
        newest = await self._posted.newest_posted(PostedKind.REPORTS, host_id)
        first = waiting[0]
        if newest is not None and newest.at >= now - DAY:
            first = newest.key.part
        if await self._show(PostedKey(PostedKind.REPORTS, "", first, host_id), waiting[-1]):
            await self._store.mark_told(waiting[-1], now)

    async def _show(self, key: PostedKey, last: int) -> bool:
        """Show the reports of a message; return True if the host has them now."""
        reports = await self._store.load_reports(key.part, last)
        if not reports:  # deleted before they were sent
            return True
        try:
            shown = await self._messages.show(key, reports)
        except HostRefused:
            self._not_before = self._clock.elapsed() + REFUSED_SECONDS
            return False
        self._not_before = self._clock.elapsed() + (EDIT_SECONDS if shown else RETRY_SECONDS)
        if shown is None:
            return False
        await self._store.save_report_message(shown, reports)
        return True

    async def _redraw(self, outdated: Posted) -> bool:
        """Take deleted reports out of a message; return False if that must be retried."""
        reports = await self._store.reports_of(outdated)
        try:
            shown = await self._messages.redraw(outdated.key, reports)
        except HostRefused:
            self._not_before = self._clock.elapsed() + RETRY_SECONDS
            return False
        if shown is not None:
            await self._store.save_report_message(shown, reports)
        return True
