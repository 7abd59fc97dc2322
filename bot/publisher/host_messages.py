"""Reports to the host: direct messages, edited as more reports arrive."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.presenter.people.reports import reports_to_host
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.calls.dm_channels import DmLater, DmRefused
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.upkeep.views import HostRefused, Report
from bot.values.posted import Posted, PostedKey

_LOG = logging.getLogger(__name__)
_UNREACHABLE = "can't deliver reports, because CONTACT can't be reached: %s"


class HostMessages:
    """Sends, edits and deletes the messages of reports."""

    def __init__(self, publisher: DiscordPublisher) -> None:
        self._publisher = publisher

    async def show(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show reports in the message of this key; None if the host can't be reached now.

        Raises HostRefused if a retry cannot succeed.
        """
        message = self._publisher.message(key)
        try:
            await message.show(self._wanted(reports))
        except DmLater as error:
            _LOG.warning(_UNREACHABLE, error)
        except DmRefused as error:
            _LOG.warning(_UNREACHABLE, error)
            raise HostRefused from error
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            _LOG.warning(_UNREACHABLE, failure)
            if not failure.is_temporary:
                raise HostRefused from error
        return message.posted if message.live is not None else None

    async def redraw(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show what is left of the reports in a message; without any it is deleted.

        Return the message, None if it is gone. Raises HostRefused if that must be retried.
        """
        message = self._publisher.message(key)
        try:
            await self._redraw(message, reports)
        except DISCORD_ERRORS as error:
            _LOG.info("changing reports in a DM failed: %s", failure_of(error))
            if failure_of(error).is_temporary:
                raise HostRefused from error
            await message.drop()
        return message.posted

    async def _redraw(self, message: PostedMessage, reports: Sequence[Report]) -> None:
        if reports:
            await message.edit(self._wanted(reports))
        else:
            await message.remove()

    def _wanted(self, reports: Sequence[Report]) -> Wanted:
        return Wanted(
            write=lambda: reports_to_host(reports, self._publisher.context(None)), channel_id=None
        )
