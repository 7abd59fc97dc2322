"""Reports to the host: direct messages, edited as more reports arrive."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.presenter.people.reports import reports_to_host
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_edit, to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of, is_out_of_reach
from bot.publisher.calls.dm_channels import DmLater, DmRefused
from bot.publisher.calls.nonces import create
from bot.publisher.messages.live_message import digest_of
from bot.publisher.publisher import DiscordPublisher
from bot.upkeep.views import HostRefused, Report, ReportMessage

_LOG = logging.getLogger(__name__)
_UNREACHABLE = "can't deliver reports, because CONTACT can't be reached: %s"


class HostMessages:
    """Sends, edits and deletes the messages of reports."""

    def __init__(self, bot: discord.Client, publisher: DiscordPublisher) -> None:
        self._bot = bot
        self._publisher = publisher

    async def show(self, message: ReportMessage, reports: Sequence[Report]) -> ReportMessage | None:
        """Send or edit a message and return its new state; None if the host can't be reached now.

        A message without reports is deleted; None if that must be retried. Raises HostRefused if a
        retry cannot succeed.
        """
        if not reports:
            return message if await self._delete(message) else None
        content = reports_to_host(reports, self._publisher.context(None))
        try:
            return await self._edit(message, content) or await self._post(message, content)
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
        return None

    async def _delete(self, message: ReportMessage) -> bool:
        """Delete a message; return False if that must be retried."""
        try:
            await self._partial_message(message).delete()
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            _LOG.info("deleting reports from a DM failed: %s", failure)
            return not failure.is_temporary
        return True

    async def _edit(self, message: ReportMessage, content: Message) -> ReportMessage | None:
        """Edit a sent message; None if there is none to which reports can be added."""
        if not message.message_id:
            return None
        digest = digest_of(content)
        if digest != message.digest:
            try:
                await self._partial_message(message).edit(**to_edit(content, {}))
            except DISCORD_ERRORS as error:
                if not is_out_of_reach(error):
                    raise
                if message.digest:  # new reports need a message; old ones are gone anyway
                    return None
        return replace(message, digest=digest)

    async def _post(self, message: ReportMessage, content: Message) -> ReportMessage:
        async with self._publisher.dm_channels.writing_to(message.host_id) as channel_id:
            channel = self._bot.get_partial_messageable(channel_id)
            names = ("reports", message.host_id, message.first)
            sent, _ = await create(channel, names, 1, lambda: to_send(content, {}))
        return replace(
            message, channel_id=channel_id, message_id=sent.id, digest=digest_of(content)
        )

    def _partial_message(self, message: ReportMessage) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(message.channel_id)
        return channel.get_partial_message(message.message_id)
