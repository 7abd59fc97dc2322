"""The messages that upkeep changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.values.posted import Posted, PostedKey

from .views import Report

Rows = Mapping[str, Sequence[Mapping[str, object]]]


class MessageCleaner(Protocol):
    """Removes users who deleted their data from messages that the bot has sent."""

    async def stop_following(self, user_id: int) -> None:
        """Stop sending a person updates about tables that they have left."""

    def clean(self) -> None:
        """Delete the DMs and redraw the boards that deletions have queued.

        Returns at once; messages that Discord refuses to change stay.
        """

    async def stop(self) -> None:
        """Stop; the next start resumes."""


class ReportMessages(Protocol):
    """The direct messages that deliver reports to the host."""

    async def show(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show reports in a message and return it; None if the host can't be reached now.

        Raises HostRefused if a retry cannot succeed.
        """

    async def redraw(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show what is left of the reports in a message, or delete it; None if it is gone.

        Raises HostRefused if that must be retried.
        """
